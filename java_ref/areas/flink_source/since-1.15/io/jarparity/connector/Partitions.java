package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Partitions in JSON, {@code [topic, partition]}, and with an offset. */
final class Partitions {
  private Partitions() {}

  static TopicPartition partition(Input in) {
    List<Input> items = in.items();
    return new TopicPartition(items.get(0).text(), items.get(1).int32());
  }

  /** A set in which partitions stand as a subscriber adds them: one after the other. */
  static Set<TopicPartition> set(Input in) {
    Set<TopicPartition> partitions = new HashSet<>();
    in.items().forEach(item -> partitions.add(partition(item)));
    return partitions;
  }

  static Map<TopicPartition, Long> offsets(Input in) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    in.items().forEach(item -> offsets.put(partition(item), item.items().get(2).int64()));
    return offsets;
  }
}
