package io.jarparity.adapter.kafka3;

import io.jarparity.adapter.kafka.SerializedKeys;
import io.jarparity.bridge.spi.Registry;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
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
      int partitions = in.field("partitions").int32();
      return () -> BuiltInPartitioner.partitionForKey(key, partitions);
    });
    registry.bulk("kafka.partitioner.partition-for-key", SerializedKeys.SHAPE, (parameters, kind) -> {
      int partitions = parameters.field("partitions").int32();
      SerializedKeys keys = SerializedKeys.of(kind);
      return (block, answers) -> {
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = BuiltInPartitioner.partitionForKey(keys.of(block, i), partitions);
        }
      };
    });
  }
}
