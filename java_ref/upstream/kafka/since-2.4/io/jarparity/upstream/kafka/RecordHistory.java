package io.jarparity.upstream.kafka;

import io.jarparity.upstream.PortFault;
import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;

/** The records of one partitioner: the port is asked for all of them each time, and the last answer counts. */
public final class RecordHistory {
  private final List<Object> steps = new ArrayList<>();
  private Map<String, Object> known = Map.of();

  /** The partition of the next record. */
  public synchronized int record(String topic, Cluster cluster) {
    Map<String, Object> topics = topics(cluster);
    if (!topics.equals(known)) {
      known = topics;
      steps.add(Map.of("op", "topics", "topics", topics));
    }
    steps.add(Map.of("op", "record", "topic", topic));
    List<?> all = (List<?>) Python.ask("kafka.partitioner.round-robin", Map.of("topics", Map.of(), "steps", steps));
    if (all.get(all.size() - 1) instanceof Integer partition) {
      return partition;
    }
    throw new PortFault("no partition for a record: " + all.get(all.size() - 1));
  }

  /** By topic, which partitions have a leader; the operation numbers partitions as they stand in the list. */
  private static Map<String, Object> topics(Cluster cluster) {
    Map<String, Object> topics = new TreeMap<>();
    for (String topic : cluster.topics()) {
      Boolean[] leaders = new Boolean[cluster.partitionCountForTopic(topic)];
      for (PartitionInfo info : cluster.partitionsForTopic(topic)) {
        leaders[info.partition()] = info.leader() != null;
      }
      topics.put(topic, List.of(leaders));
    }
    return topics;
  }
}
