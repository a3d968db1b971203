package io.jarparity.jdk;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;

/** The order in which a {@link HashMap} and a {@link HashSet} iterate after a history of changes. */
final class HashTables {
  private static final Map<String, BiConsumer<Map<Object, Object>, Object>> MAP_STEPS =
      Map.of(
          "put", (map, key) -> map.put(key, key),
          "computeIfAbsent", (map, key) -> map.computeIfAbsent(key, absent -> absent),
          "remove", Map::remove);

  private static final Map<String, BiConsumer<Set<Object>, Object>> SET_STEPS =
      Map.of("add", Set::add, "remove", Set::remove);

  private HashTables() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.key("topic-partition", (value, around) -> topicPartition(value));
    registry.operation("java.hash-map.order", in -> {
      List<Step<Map<Object, Object>>> steps = steps(in, keys, MAP_STEPS);
      return () -> order(run(new HashMap<>(), steps).keySet());
    });
    registry.operation("java.hash-set.order", in -> {
      List<Step<Set<Object>>> steps = steps(in, keys, SET_STEPS);
      return () -> order(run(new HashSet<>(), steps));
    });
  }

  /** One change of a table. */
  private record Step<T>(BiConsumer<T, Object> change, Object key) {}

  private static <T> List<Step<T>> steps(Input in, Keys keys, Map<String, BiConsumer<T, Object>> changes) {
    List<Step<T>> steps = new ArrayList<>();
    for (Input step : in.field("steps").items()) {
      BiConsumer<T, Object> change = changes.get(step.field("op").text());
      if (change == null) {
        throw step.field("op").expected("one of " + changes.keySet().stream().sorted().toList());
      }
      Object key = keys.read(step.field("key"));
      if (!(key instanceof String) && !(key instanceof TopicPartition)) {
        throw step.field("key").field("type").expected("string or topic-partition");
      }
      steps.add(new Step<>(change, key));
    }
    return steps;
  }

  private static <T> T run(T table, List<Step<T>> steps) {
    steps.forEach(step -> step.change().accept(table, step.key()));
    return table;
  }

  private static TopicPartition topicPartition(Input value) {
    List<Input> items = value.items();
    if (items.size() != 2) {
      throw value.expected("a topic and a partition");
    }
    return new TopicPartition(items.get(0).text(), items.get(1).int32());
  }

  private static List<Object> order(Collection<Object> keys) {
    List<Object> order = new ArrayList<>();
    for (Object key : keys) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("type", key instanceof TopicPartition ? "topic-partition" : "string");
      json.put("value", key instanceof TopicPartition tp ? List.of(tp.topic(), tp.partition()) : key);
      order.add(json);
    }
    return order;
  }
}
