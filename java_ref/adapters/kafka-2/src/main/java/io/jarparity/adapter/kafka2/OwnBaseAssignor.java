package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;

/** A user's own assignor on the real {@link AbstractPartitionAssignor}, which counts the partitions of each topic. */
public final class OwnBaseAssignor extends AbstractPartitionAssignor implements Configurable {
  private OwnAssignor own;

  @Override
  public void configure(Map<String, ?> configs) {
    own = OwnAssignors.configured(configs);
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public Subscription subscription(Set<String> topics) {
    byte[] userData = own.userData(topics);
    return userData == null ? super.subscription(topics) : OwnCalls.subscription(topics, userData);
  }

  @Override
  public Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitionsPerTopic, Map<String, Subscription> subscriptions) {
    return own.assignCounts(partitionsPerTopic, OwnCalls.members(subscriptions));
  }

  @Override
  public void onAssignment(Assignment assignment) {
    OwnCalls.tell(own, assignment, null);
  }

  // No @Override: only 2.3 asks with the generation.
  public void onAssignment(Assignment assignment, int generation) {
    OwnCalls.tell(own, assignment, generation);
  }
}
