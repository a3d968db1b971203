package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;

/**
 * A split as it was written down: [topic, partition, starting offset, stopping offset or null].
 *
 * @param stop null for a split without an end
 */
record SplitFields(TopicPartition partition, long start, Long stop) {
  static SplitFields read(Input split) {
    List<Input> fields = split.items();
    if (fields.size() != 4) {
      throw split.expected("a topic, a partition, a starting offset, and a stopping offset or null");
    }
    TopicPartition partition = new TopicPartition(fields.get(0).text(), fields.get(1).int32());
    return new SplitFields(partition, fields.get(2).int64(), fields.get(3).isNull() ? null : fields.get(3).int64());
  }

  static List<SplitFields> readAll(Input splits) {
    return splits.items().stream().map(SplitFields::read).toList();
  }

  /** The original, which may refuse the offsets. */
  KafkaPartitionSplit split() {
    return stop == null ? new KafkaPartitionSplit(partition, start) : new KafkaPartitionSplit(partition, start, stop);
  }

  static List<Object> json(KafkaPartitionSplit split) {
    List<Object> json = new ArrayList<>(4);
    json.add(split.getTopic());
    json.add(split.getPartition());
    json.add(Long.toString(split.getStartingOffset()));
    json.add(split.getStoppingOffset().map(stop -> Long.toString(stop)).orElse(null));
    return json;
  }
}
