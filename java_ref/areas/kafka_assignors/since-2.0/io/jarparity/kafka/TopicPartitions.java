package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Topic partitions as JSON: {@code ["topic", 0]}. */
final class TopicPartitions {
  private TopicPartitions() {}

  /** Reads an array of topic partitions. */
  static List<TopicPartition> read(Input array) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (Input item : array.items()) {
      List<Input> parts = item.items();
      if (parts.size() != 2) {
        throw item.expected("a topic and a partition");
      }
      partitions.add(new TopicPartition(parts.get(0).text(), parts.get(1).int32()));
    }
    return partitions;
  }

  /** The partitions in their order. */
  static List<List<Object>> json(Collection<TopicPartition> partitions) {
    List<List<Object>> json = new ArrayList<>(partitions.size());
    for (TopicPartition partition : partitions) {
      json.add(List.of(partition.topic(), partition.partition()));
    }
    return json;
  }
}
