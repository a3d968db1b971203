package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/** What a {@link RoundRobinPartitioner} answers one record after the other, while topics change. */
final class RoundRobinHistory {
  private static final Node LEADER = new Node(1, "host", 9092);

  private final RoundRobinPartitioner partitioner = new RoundRobinPartitioner();
  private final List<Object> observations = new ArrayList<>();
  private Cluster cluster;

  private RoundRobinHistory(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A step, ready to be made. */
  @FunctionalInterface
  private interface Step {
    void make(RoundRobinHistory history);
  }

  static void register(Registry registry) {
    registry.operation("kafka.partitioner.round-robin", RoundRobinHistory::read);
  }

  private static Operation.Call read(Input in) {
    Cluster first = cluster(in.field("topics"));
    List<Step> steps = in.field("steps").items().stream().map(RoundRobinHistory::step).toList();
    return () -> {
      RoundRobinHistory history = new RoundRobinHistory(first);
      steps.forEach(step -> step.make(history));
      return history.observations;
    };
  }

  private static Step step(Input step) {
    Input op = step.field("op");
    switch (op.text()) {
      case "record":
        String topic = step.field("topic").text();
        return history -> history.place(topic);
      case "topics":
        Cluster changed = cluster(step.field("topics"));
        return history -> {
          history.cluster = changed;
          history.observations.add(null);
        };
      default:
        throw op.expected("record or topics");
    }
  }

  private void place(String topic) {
    try {
      observations.add(partitioner.partition(topic, null, null, null, null, cluster));
    } catch (RuntimeException thrown) { // the original's
      observations.add(Map.of("error", Map.of("kind", thrown.getClass().getSimpleName())));
    }
  }

  /** By topic, for each of its partitions, whether it has a leader now. */
  private static Cluster cluster(Input topics) {
    List<PartitionInfo> partitions = new ArrayList<>();
    topics.fields().forEach((topic, available) -> {
      int partition = 0;
      for (Input hasLeader : available.items()) {
        Node leader = hasLeader.bool() ? LEADER : null;
        Node[] replicas = {LEADER};
        partitions.add(new PartitionInfo(topic, partition++, leader, replicas, replicas));
      }
    });
    return new Cluster("cluster", List.of(LEADER), partitions, Set.of(), Set.of());
  }
}
