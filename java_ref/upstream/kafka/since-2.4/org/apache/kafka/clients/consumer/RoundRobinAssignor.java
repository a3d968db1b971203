package org.apache.kafka.clients.consumer;

import io.jarparity.upstream.kafka.Groups;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.internals.AbstractPartitionAssignor;
import org.apache.kafka.common.TopicPartition;

/** Stands in for Kafka's round robin assignor, and asks the port. */
public class RoundRobinAssignor extends AbstractPartitionAssignor {
  public static final String ROUNDROBIN_ASSIGNOR_NAME = "roundrobin";

  @Override
  public String name() {
    return ROUNDROBIN_ASSIGNOR_NAME;
  }

  @Override
  public Map<String, List<TopicPartition>> assign(
      Map<String, Integer> partitions, Map<String, Subscription> subscriptions) {
    return Groups.assign("kafka.assignor.round-robin", partitions, subscriptions);
  }
}
