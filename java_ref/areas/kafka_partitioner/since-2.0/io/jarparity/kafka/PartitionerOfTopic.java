package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.Collections;
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
   * @throws io.jarparity.bridge.spi.InputException it is negative, and no cluster has so many
   */
  static PartitionerOfTopic read(Input partitions) {
    int count = (int) partitions.number(0, Integer.MAX_VALUE);
    if (ByNumber.PARTITION != null) {
      return key -> ByNumber.partition(key, count);
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
    static final String TOPIC = "topic";
    static final DefaultPartitioner PARTITIONER = new DefaultPartitioner();
    private static final PartitionInfo ONE = new PartitionInfo(TOPIC, 0, null, new Node[0], new Node[0]);

    private ByCluster() {}

    /**
     * A cluster whose topic has so many partitions. The original only counts them, so one description stands for all;
     * and they are put past the constructor, which in 2.2 takes time with the square of their number.
     */
    static Cluster of(int partitions) {
      Cluster cluster = new Cluster("cluster", List.of(), List.of(), Set.of(), Set.of());
      try {
        Field byTopic = Cluster.class.getDeclaredField("partitionsByTopic");
        byTopic.setAccessible(true);
        byTopic.set(cluster, Map.of(TOPIC, Collections.nCopies(partitions, ONE)));
      } catch (ReflectiveOperationException other) {
        throw new IllegalStateException("this line's Cluster keeps its partitions elsewhere", other);
      }
      return cluster;
    }
  }
}
