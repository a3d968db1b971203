package io.jarparity.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.TopicPartition;

/** A user's custom assignor on the real {@link AbstractPartitionAssignor}, which counts the partitions of each topic. */
public class CustomBaseAssignor extends AbstractPartitionAssignor implements CustomInterface {
  private CustomAssignor own;

  @Override
  public final void configure(Map<String, ?> configs) {
    own = CustomAssignors.configured(configs);
  }

  @Override
  public final CustomAssignor own() {
    return own;
  }

  @Override
  public final Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitionsPerTopic, Map<String, Subscription> subscriptions) {
    return own.assignCounts(partitionsPerTopic, CustomInterface.members(subscriptions));
  }
}
