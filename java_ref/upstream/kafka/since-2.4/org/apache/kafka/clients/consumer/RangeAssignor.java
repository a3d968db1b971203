package org.apache.kafka.clients.consumer;

import io.jarparity.upstream.kafka.Groups;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Stands in for Kafka's range assignor, and asks the port. */
public class RangeAssignor extends AbstractPartitionAssignor {
  public static final String RANGE_ASSIGNOR_NAME = "range";

  private static final String OPERATION = "kafka.assignor.range";

  @Override
  public String name() {
    return RANGE_ASSIGNOR_NAME;
  }

  // Overrides from 3.5 on; before, nobody calls it.
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitions, Map<String, Subscription> subscriptions) {
    return Groups.assign(OPERATION, Groups.topics(partitions), subscriptions);
  }

  @Override
  public Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitions, Map<String, Subscription> subscriptions) {
    return Groups.assign(OPERATION, partitions, subscriptions);
  }
}
