package io.jarparity.kafka;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.TopicPartition;

/** A user's custom assignor on the real {@link AbstractPartitionAssignor}, which counts the partitions of each topic. */
public final class CustomBaseAssignor extends AbstractPartitionAssignor implements CustomInterface {
  private CustomAssignor own;

  @Override
  public void configure(Map<String, ?> configs) {
    own = CustomAssignors.configured(configs);
  }

  @Override
  public CustomAssignor own() {
    return own;
  }

  @Override
  public Subscription subscription(Set<String> topics) {
    return CustomInterface.super.subscription(topics);
  }

  @Override
  public Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitionsPerTopic, Map<String, Subscription> subscriptions) {
    return own.assignCounts(partitionsPerTopic, CustomInterface.members(subscriptions));
  }

  @Override
  public void onAssignment(Assignment assignment) {
    CustomInterface.super.onAssignment(assignment);
  }

  @Override
  public void onAssignment(Assignment assignment, int generation) {
    CustomInterface.super.onAssignment(assignment, generation);
  }
}
