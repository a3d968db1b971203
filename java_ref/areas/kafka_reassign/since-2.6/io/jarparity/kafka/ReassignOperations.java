package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** The operations {@code kafka.reassign.*} on a generation of the tool. Maps and sets are sorted for JSON. */
final class ReassignOperations {
  private static final Comparator<TopicPartition> IN_ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private ReassignOperations() {}

  static void register(Registry registry) {
    registry.operation("kafka.reassign.parse", in -> {
      String json = in.field("json").text();
      return () -> parsed(new LineReassignTool().parse(json));
    });
    registry.operation("kafka.reassign.plan", in -> {
      Map<TopicPartition, List<Integer>> current = replicas(in.field("current"));
      Map<TopicPartition, List<Integer>> proposed = replicas(in.field("proposed"));
      Map<TopicPartition, ReassignTool.Ongoing> ongoing = new HashMap<>();
      in.optional("reassigning").ifPresent(
          listed -> {
            for (Input item : listed.items()) {
              ongoing.put(
                  partition(item),
                  new ReassignTool.Ongoing(
                      numbers(item.field("replicas")), numbers(item.field("adding")), numbers(item.field("removing"))));
            }
          });
      return () -> moves(new LineReassignTool().moves(ongoing, proposed, current));
    });
    registry.operation("kafka.reassign.rollback", in -> {
      String json = in.field("json").text();
      ScriptedCluster cluster = ScriptedCluster.read(in);
      return () -> {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
          new LineReassignTool().execute(cluster.admin(), json, out);
        }
        return printed.toString(StandardCharsets.UTF_8);
      };
    });
  }

  static TopicPartition partition(Input item) {
    return new TopicPartition(item.field("topic").text(), item.field("partition").int32());
  }

  static List<Integer> numbers(Input array) {
    return array.items().stream().map(Input::int32).toList();
  }

  private static Map<TopicPartition, List<Integer>> replicas(Input array) {
    Map<TopicPartition, List<Integer>> replicas = new HashMap<>();
    for (Input item : array.items()) {
      replicas.put(partition(item), numbers(item.field("replicas")));
    }
    return replicas;
  }

  private static Map<String, Object> parsed(ReassignTool.Parsed parsed) {
    Map<TopicPartition, List<Integer>> sorted = new TreeMap<>(IN_ORDER);
    sorted.putAll(parsed.replicas());
    List<Object> partitions = new ArrayList<>();
    sorted.forEach(
        (partition, replicas) ->
            partitions.add(
                Map.of("topic", partition.topic(), "partition", partition.partition(), "replicas", replicas)));
    List<Object> logDirs = new ArrayList<>();
    for (TopicPartition partition : sorted.keySet()) {
      new TreeMap<>(
              parsed.logDirs().entrySet().stream()
                  .filter(
                      entry ->
                          entry.getKey().topic().equals(partition.topic())
                              && entry.getKey().partition() == partition.partition())
                  .collect(
                      Collectors.toMap(entry -> entry.getKey().brokerId(), Map.Entry::getValue)))
          .forEach(
              (broker, dir) ->
                  logDirs.add(
                      Map.of(
                          "topic", partition.topic(), "partition", partition.partition(), "broker", broker, "dir", dir)));
    }
    return Map.of("partitions", partitions, "logDirs", logDirs);
  }

  private static Map<String, Object> moves(ReassignTool.Moves found) {
    List<Object> moves = new ArrayList<>();
    new TreeMap<>(found.moves())
        .forEach(
            (topic, partitions) ->
                new TreeMap<>(partitions)
                    .forEach(
                        (partition, move) -> {
                          Map<String, Object> json = new LinkedHashMap<>();
                          json.put("topic", topic);
                          json.put("partition", partition);
                          json.put("sources", List.copyOf(new TreeSet<>(move.sources())));
                          json.put("destinations", List.copyOf(new TreeSet<>(move.destinations())));
                          moves.add(json);
                        }));
    return Map.of(
        "moves", moves,
        "leaderThrottles", found.leaderThrottles(),
        "followerThrottles", found.followerThrottles(),
        "brokers", List.copyOf(new TreeSet<>(found.brokers())));
  }
}
