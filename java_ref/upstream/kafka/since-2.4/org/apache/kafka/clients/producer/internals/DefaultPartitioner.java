package org.apache.kafka.clients.producer.internals;

import io.jarparity.upstream.Python;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;

/** Stands in for Kafka's default partitioner up to 3.9: keys are the port's; what has no key stays Kafka's. */
public class DefaultPartitioner implements Partitioner {
  private final StickyPartitionCache keyless = new StickyPartitionCache();

  @Override
  public void configure(Map<String, ?> configs) {}

  @Override
  public int partition(
      String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
    if (keyBytes == null) {
      return keyless.partition(topic, cluster);
    }
    int partitions = cluster.partitionsForTopic(topic).size();
    return (Integer)
        Python.ask(
            "kafka.partitioner.partition-for-key",
            Map.of("bytes", HexFormat.of().formatHex(keyBytes), "partitions", partitions));
  }

  @Override
  public void onNewBatch(String topic, Cluster cluster, int previous) {
    keyless.nextPartition(topic, cluster, previous);
  }

  @Override
  public void close() {}
}
