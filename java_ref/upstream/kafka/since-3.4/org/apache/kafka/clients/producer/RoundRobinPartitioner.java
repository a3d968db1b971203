package org.apache.kafka.clients.producer;

import io.jarparity.upstream.kafka.RecordHistory;
import java.util.Map;
import org.apache.kafka.common.Cluster;

/** Stands in for Kafka's round robin partitioner, and asks the port; a new batch keeps its partition up to 3.9. */
public class RoundRobinPartitioner implements Partitioner {
  private record Kept(String topic, int partition) {}

  private final RecordHistory history = new RecordHistory();
  private final ThreadLocal<Kept> kept = new ThreadLocal<>();

  @Override
  public void configure(Map<String, ?> configs) {}

  @Override
  public int partition(
      String topic, Object key, byte[] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
    Kept before = kept.get();
    kept.remove();
    return before != null && before.topic.equals(topic) ? before.partition : history.record(topic, cluster);
  }

  // Overrides up to 3.9; the interface of 4.0 lacks it.
  public void onNewBatch(String topic, Cluster cluster, int previous) {
    kept.set(new Kept(topic, previous));
  }

  @Override
  public void close() {}
}
