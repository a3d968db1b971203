package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.TopicPartition;

/** A user's own assignor on the real {@link AbstractPartitionAssignor}, which counts the partitions of each topic. */
public class OwnBaseAssignor extends AbstractPartitionAssignor implements Configurable {
  private OwnAssignor own;

  @Override
  public final void configure(Map<String, ?> configs) {
    own = OwnAssignors.configured(configs);
  }

  /** The assignor that it was configured with. */
  protected final OwnAssignor own() {
    return own;
  }

  @Override
  public final String name() {
    return own.name();
  }

  @Override
  public final ByteBuffer subscriptionUserData(Set<String> topics) {
    return OwnCalls.buffer(own.userData(topics));
  }

  @Override
  public final Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitionsPerTopic, Map<String, Subscription> subscriptions) {
    return own.assignCounts(partitionsPerTopic, OwnCalls.members(subscriptions));
  }

  @Override
  public final void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
    OwnCalls.tell(own, assignment, metadata);
  }

  @Override
  public final List<RebalanceProtocol> supportedProtocols() {
    return OwnCalls.protocols(own).orElseGet(super::supportedProtocols);
  }

  @Override
  public final short version() {
    return own.version().orElseGet(super::version);
  }
}
