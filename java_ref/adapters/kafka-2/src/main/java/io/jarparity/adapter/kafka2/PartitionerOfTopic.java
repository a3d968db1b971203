package io.jarparity.adapter.kafka2;

import io.jarparity.bridge.spi.Input;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.internals.DefaultPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * The {@link DefaultPartitioner} for a topic of so many partitions.
 *
 * <p>Newer releases take the number of partitions; older ones count those of the topic in a cluster's metadata, so a
 * cluster is made that has them.
 */
interface PartitionerOfTopic {
  /** What the original answers for a serialized key. */
  int partition(byte[] key) throws Throwable;

  /**
   * Reads the number of partitions.
   *
   * @throws io.jarparity.bridge.spi.InputException a cluster can't have so many partitions
   */
  static PartitionerOfTopic read(Input partitions) {
    int count = (int) partitions.number(0, Integer.MAX_VALUE);
    if (ByNumber.PARTITION != null) {
      return key -> ByNumber.partition(key, count);
    }
    if (count > ByCluster.MOST) {
      throw partitions.expected(
          "at most " + ByCluster.MOST + " on this line, whose partitioner takes no number but a cluster's metadata,"
              + " of which every partition would have to be made");
    }
    Cluster cluster = ByCluster.of(count);
    return key -> ByCluster.PARTITIONER.partition(ByCluster.TOPIC, null, key, null, null, cluster);
  }

  /** Through the method that takes the number of partitions, where the release has it. */
  final class ByNumber {
    static final MethodHandle PARTITION = find();

    private ByNumber() {}

    static int partition(byte[] key, int partitions) throws Throwable {
      return (int)
          PARTITION.invokeExact(
              ByCluster.PARTITIONER, ByCluster.TOPIC, (Object) null, key, (Object) null, (byte[]) null,
              Cluster.empty(), partitions);
    }

    private static MethodHandle find() {
      MethodType type =
          MethodType.methodType(
              int.class, String.class, Object.class, byte[].class, Object.class, byte[].class, Cluster.class,
              int.class);
      try {
        return MethodHandles.publicLookup().findVirtual(DefaultPartitioner.class, "partition", type);
      } catch (NoSuchMethodException older) {
        return null;
      } catch (IllegalAccessException hidden) {
        throw new IllegalStateException("DefaultPartitioner.partition is not public", hidden);
      }
    }
  }

  /** Through a cluster's metadata. */
  final class ByCluster {
    /** A cluster of so many partitions takes some 200 MB. */
    static final int MOST = 1_000_000;

    static final String TOPIC = "topic";
    static final DefaultPartitioner PARTITIONER = new DefaultPartitioner();
    private static final int REMEMBERED = 64;
    private static final int WORTH_REMEMBERING = 20_000;
    private static final Map<Integer, Cluster> CLUSTERS = new LinkedHashMap<>();

    private ByCluster() {}

    static Cluster of(int partitions) {
      synchronized (CLUSTERS) {
        Cluster known = CLUSTERS.get(partitions);
        if (known != null) {
          return known;
        }
        Cluster made = make(partitions);
        if (partitions <= WORTH_REMEMBERING) {
          CLUSTERS.put(partitions, made);
        }
        if (CLUSTERS.size() > REMEMBERED) {
          CLUSTERS.remove(CLUSTERS.keySet().iterator().next());
        }
        return made;
      }
    }

    private static Cluster make(int partitions) {
      Node[] replicas = {};
      List<PartitionInfo> all = new ArrayList<>(partitions);
      for (int i = 0; i < partitions; i++) {
        all.add(new PartitionInfo(TOPIC, i, null, replicas, replicas));
      }
      return new Cluster("cluster", List.of(), all, Set.of(), Set.of());
    }
  }
}
