package org.apache.kafka.clients.producer;

import io.jarparity.upstream.kafka.RecordHistory;
import java.util.Map;
import org.apache.kafka.common.Cluster;

/** Stands in for Kafka's round robin partitioner, and asks the port. */
public class RoundRobinPartitioner implements Partitioner {
  private final RecordHistory history = new RecordHistory();

  @Override
  public void configure(Map<String, ?> configs) {}

  @Override
  public int partition(
      String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
    return history.record(topic, cluster);
  }

  @Override
  public void close() {}
}
