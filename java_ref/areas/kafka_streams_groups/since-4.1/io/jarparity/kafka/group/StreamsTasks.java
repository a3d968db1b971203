package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.coordinator.group.streams.TasksTuple;

/** Tasks in documents: by subtopology their partitions, each with its epoch or what else belongs to it. */
final class StreamsTasks {
  private StreamsTasks() {}

  static TasksTuple tuple(Input roles) {
    return new TasksTuple(sets(roles.field("active")), sets(roles.field("standby")), sets(roles.field("warmup")));
  }

  static Map<String, Set<Integer>> sets(Input tasks) {
    Map<String, Set<Integer>> sets = new HashMap<>();
    tasks.fields().forEach((subtopology, partitions) ->
        sets.put(subtopology, new HashSet<>(partitions.items().stream().map(Input::int32).toList())));
    return sets;
  }

  static <T> Map<String, Map<Integer, T>> maps(Input tasks, Function<Input, T> read) {
    Map<String, Map<Integer, T>> maps = new HashMap<>();
    tasks.fields().forEach((subtopology, partitions) -> {
      Map<Integer, T> of = new HashMap<>();
      partitions.fields().forEach((partition, value) -> of.put(Integer.valueOf(partition), read.apply(value)));
      maps.put(subtopology, of);
    });
    return maps;
  }

  static Map<String, List<Integer>> json(Map<String, ? extends Collection<Integer>> tasks) {
    Map<String, List<Integer>> json = new TreeMap<>();
    tasks.forEach((subtopology, partitions) -> json.put(subtopology, new ArrayList<>(new TreeSet<>(partitions))));
    return json;
  }

  static Map<String, Map<String, Integer>> epochs(Map<String, Map<Integer, Integer>> tasks) {
    Map<String, Map<String, Integer>> json = new TreeMap<>();
    tasks.forEach((subtopology, partitions) -> {
      Map<String, Integer> of = new TreeMap<>();
      partitions.forEach((partition, epoch) -> of.put(Integer.toString(partition), epoch));
      json.put(subtopology, of);
    });
    return json;
  }
}
