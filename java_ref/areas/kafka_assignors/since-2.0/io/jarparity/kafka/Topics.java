package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/** A cluster's metadata as the leader of a group sees it: topics, their partitions, and the racks of their replicas. */
final class Topics {
  /** A million partitions take some 200 MB, and no original takes more of them in reasonable time. */
  private static final int MOST = 10_000_000;

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final List<PartitionInfo> partitions = new ArrayList<>();

  private Topics() {}

  /**
   * Reads the field {@code topics}: by name a number of partitions, or an array of {@code {"partition","racks"}}.
   *
   * @param racks whether the line knows racks of partitions
   */
  static Cluster read(Input topics, boolean racks) {
    Topics made = new Topics();
    topics.fields().forEach((name, value) -> {
      if (value.isArray()) {
        made.add(name, value, racks);
      } else {
        made.add(name, count(value));
      }
    });
    return made.cluster();
  }

  /** A cluster of topics without racks. */
  static Cluster of(Map<String, Integer> counts) {
    Topics made = new Topics();
    counts.forEach(made::add);
    return made.cluster();
  }

  /** Reads a number of partitions. */
  static int count(Input value) {
    return (int) value.number(0, MOST);
  }

  private void add(String topic, int count) {
    for (int i = 0; i < count; i++) {
      add(topic, i, new Node[0]);
    }
  }

  private void add(String topic, Input listed, boolean racks) {
    Set<Integer> seen = new HashSet<>();
    for (Input item : listed.items()) {
      Input partition = item.field("partition");
      int number = (int) partition.number(0, Integer.MAX_VALUE);
      if (!seen.add(number)) {
        throw partition.expected("a partition that is not listed twice");
      }
      List<Node> replicas = new ArrayList<>();
      for (Input rack : item.optional("racks").map(Input::items).orElse(List.of())) {
        if (!racks) {
          throw rack.expected("absent: the partitions of this line have no racks");
        }
        replicas.add(nodes.computeIfAbsent(rack.text(), name -> new Node(nodes.size() + 1, "host", 9092, name)));
      }
      add(topic, number, replicas.toArray(new Node[0]));
    }
  }

  private void add(String topic, int partition, Node[] replicas) {
    // No leader: Cluster wants it among its nodes, and no assignor asks for it.
    partitions.add(new PartitionInfo(topic, partition, null, replicas, replicas));
  }

  private Cluster cluster() {
    return new Cluster("cluster", nodes.values(), partitions, Set.of(), Set.of());
  }
}
