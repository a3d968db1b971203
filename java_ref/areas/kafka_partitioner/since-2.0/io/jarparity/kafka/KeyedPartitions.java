package io.jarparity.kafka;

import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.Registry;
import org.apache.kafka.common.utils.Utils;

/** {@link Utils#murmur2} and the partition of a record that has a key. */
final class KeyedPartitions {
  private KeyedPartitions() {}

  static void register(Registry registry) {
    registry.operation("kafka.partitioner.murmur2", in -> {
      byte[] key = in.field("bytes").hex();
      return () -> Utils.murmur2(key);
    });
    registry.bulk("kafka.partitioner.murmur2", SerializedKeys.SHAPE, (parameters, kind) -> {
      SerializedKeys keys = SerializedKeys.of(kind);
      return (block, answers) -> {
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = Utils.murmur2(keys.of(block, i));
        }
      };
    });
    registry.operation("kafka.partitioner.partition-for-key", in -> {
      byte[] key = in.field("bytes").hex();
      PartitionerOfTopic partitioner = PartitionerOfTopic.read(in.field("partitions"));
      return () -> partitioner.partition(key);
    });
    registry.bulk("kafka.partitioner.partition-for-key", SerializedKeys.SHAPE, (parameters, kind) -> {
      PartitionerOfTopic partitioner = PartitionerOfTopic.read(parameters.field("partitions"));
      return of(partitioner, SerializedKeys.of(kind));
    });
  }

  private static BulkOperation.Call of(PartitionerOfTopic partitioner, SerializedKeys keys) {
    return (block, answers) -> {
      for (int i = 0, rows = block.rows(); i < rows; i++) {
        answers[i] = partitioner.partition(keys.of(block, i));
      }
    };
  }
}
