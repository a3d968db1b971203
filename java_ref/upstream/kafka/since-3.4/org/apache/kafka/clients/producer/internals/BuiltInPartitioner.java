package org.apache.kafka.clients.producer.internals;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.utils.LogContext;

/**
 * Stands in for Kafka's partitioner of records without a key, from 3.4 on.
 *
 * <p>The port is asked for the table of weights and for partitions of keys. When to switch, and the random number, no
 * operation has: they are kept here as Kafka has them.
 */
public class BuiltInPartitioner {
  private final String topic;
  private final int batch;
  private final AtomicReference<StickyPartitionInfo> current = new AtomicReference<>();
  private volatile Weights weights;

  /** The running sums of weights, and whose they are. */
  private record Weights(int[] table, int[] partitions, int length) {
    int end() {
      return table[length - 1];
    }

    int at(int number) {
      int place = 0;
      while (table[place] <= number) {
        place++;
      }
      return partitions[place];
    }
  }

  /** A partition, and how much was produced to it. */
  public static class StickyPartitionInfo {
    private final int partition;
    private final AtomicInteger produced = new AtomicInteger();

    StickyPartitionInfo(int partition) {
      this.partition = partition;
    }

    public int partition() {
      return partition;
    }
  }

  public BuiltInPartitioner(LogContext log, String topic, int stickyBatchSize) {
    if (stickyBatchSize < 1) {
      throw new IllegalArgumentException("stickyBatchSize must be >= 1 but got " + stickyBatchSize);
    }
    this.topic = topic;
    this.batch = stickyBatchSize;
  }

  int randomPartition() {
    return ThreadLocalRandom.current().nextInt() & Integer.MAX_VALUE;
  }

  public int loadStatsRangeEnd() {
    return weights.end();
  }

  StickyPartitionInfo peekCurrentPartitionInfo(Cluster cluster) {
    StickyPartitionInfo found = current.get();
    if (found == null) {
      current.compareAndSet(null, new StickyPartitionInfo(next(cluster)));
      found = current.get();
    }
    return found;
  }

  boolean isPartitionChanged(StickyPartitionInfo info) {
    return info != null && current.get() != info;
  }

  void updatePartitionInfo(StickyPartitionInfo info, int bytes, Cluster cluster) {
    updatePartitionInfo(info, bytes, cluster, true);
  }

  void updatePartitionInfo(StickyPartitionInfo info, int bytes, Cluster cluster, boolean enableSwitch) {
    if (info == null) {
      return;
    }
    int produced = info.produced.addAndGet(bytes);
    if (produced >= batch && enableSwitch || produced >= 2 * batch) {
      current.set(new StickyPartitionInfo(next(cluster)));
    }
  }

  public void updatePartitionLoadStats(int[] queueSizes, int[] partitions, int length) {
    Map<String, Object> document = new HashMap<>();
    document.put("queueSizes", queueSizes == null ? null : listed(queueSizes));
    document.put("partitions", partitions == null ? List.of() : listed(partitions));
    document.put("length", length);
    Object answer = Python.ask("kafka.partitioner.load-table", document);
    if (answer == null) {
      weights = null;
      return;
    }
    Map<String, Object> made = Python.object(answer);
    weights = new Weights(array(made.get("table")), array(made.get("partitions")), (Integer) made.get("length"));
  }

  public static int partitionForKey(byte[] key, int partitions) {
    return (Integer)
        Python.ask(
            "kafka.partitioner.partition-for-key",
            Map.of("bytes", HexFormat.of().formatHex(key), "partitions", partitions));
  }

  private int next(Cluster cluster) {
    int random = randomPartition();
    Weights known = weights;
    if (known != null) {
      return known.at(random % known.end());
    }
    List<PartitionInfo> available = cluster.availablePartitionsForTopic(topic);
    return available.isEmpty()
        ? random % cluster.partitionsForTopic(topic).size()
        : available.get(random % available.size()).partition();
  }

  private static List<Object> listed(int[] numbers) {
    List<Object> all = new ArrayList<>(numbers.length);
    for (int number : numbers) {
      all.add(number);
    }
    return all;
  }

  private static int[] array(Object numbers) {
    return ((List<?>) numbers).stream().mapToInt(number -> (Integer) number).toArray();
  }
}
