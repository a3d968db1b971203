package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/** {@link BuiltInPartitioner#partitionForKey} for a topic of so many partitions. */
@FunctionalInterface
interface PartitionerOfTopic {
  /** What the original answers for a serialized key. */
  int partition(byte[] key);

  /** Reads the number of partitions. */
  static PartitionerOfTopic read(Input partitions) {
    int count = partitions.int32();
    return key -> BuiltInPartitioner.partitionForKey(key, count);
  }
}
