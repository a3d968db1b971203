package io.jarparity.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** One that wants partitions with their racks: the abstract base of 3.5 and newer asks this, that of older ones counts. */
public final class CustomRackBaseAssignor extends CustomBaseAssignor {
  // No @Override: the abstract base that this is compiled against is older.
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitionsPerTopic, Map<String, Subscription> subscriptions) {
    return own().assignPartitions(partitionsPerTopic, CustomInterface.members(subscriptions));
  }
}
