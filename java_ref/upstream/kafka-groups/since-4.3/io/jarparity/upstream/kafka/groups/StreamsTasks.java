package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.coordinator.group.streams.TasksTuple;
import org.apache.kafka.coordinator.group.streams.TasksTupleWithEpochs;

/** Tasks of streams groups, as the coordinator has them and as documents do: by subtopology their partitions. */
final class StreamsTasks {
  private StreamsTasks() {}

  static Map<String, Object> document(TasksTuple tasks) {
    return roles(lists(tasks.activeTasks()), tasks.standbyTasks(), tasks.warmupTasks());
  }

  static Map<String, Object> document(TasksTupleWithEpochs tasks) {
    Map<String, Object> active = new LinkedHashMap<>();
    tasks.activeTasksWithEpochs().forEach((subtopology, epochs) -> {
      Map<String, Object> of = new LinkedHashMap<>();
      epochs.forEach((partition, epoch) -> of.put(partition.toString(), epoch));
      active.put(subtopology, of);
    });
    return roles(active, tasks.standbyTasks(), tasks.warmupTasks());
  }

  private static Map<String, Object> roles(
      Map<String, Object> active, Map<String, Set<Integer>> standby, Map<String, Set<Integer>> warmup) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("active", active);
    document.put("standby", lists(standby));
    document.put("warmup", lists(warmup));
    return document;
  }

  static Map<String, Object> lists(Map<String, Set<Integer>> tasks) {
    Map<String, Object> document = new LinkedHashMap<>();
    tasks.forEach((subtopology, partitions) -> document.put(subtopology, new ArrayList<>(partitions)));
    return document;
  }

  static Map<String, Set<Integer>> sets(Object document) {
    Map<String, Set<Integer>> tasks = new HashMap<>();
    Python.object(document).forEach((subtopology, partitions) -> {
      Set<Integer> numbers = new HashSet<>();
      ((List<?>) partitions).forEach(partition -> numbers.add(((Number) partition).intValue()));
      tasks.put(subtopology, numbers);
    });
    return tasks;
  }

  static TasksTupleWithEpochs read(Object document) {
    Map<String, Object> roles = Python.object(document);
    Map<String, Map<Integer, Integer>> active = new HashMap<>();
    Python.object(roles.get("active")).forEach((subtopology, partitions) -> {
      Map<Integer, Integer> epochs = new HashMap<>();
      Python.object(partitions).forEach((partition, epoch) ->
          epochs.put(Integer.valueOf(partition), ((Number) epoch).intValue()));
      active.put(subtopology, epochs);
    });
    return new TasksTupleWithEpochs(active, sets(roles.get("standby")), sets(roles.get("warmup")));
  }

  /** What a function says of each task of a target, in whatever role; of null nothing is written. */
  static Map<String, Object> asked(TasksTuple target, BiFunction<String, Integer, Object> said) {
    Map<String, Object> document = new LinkedHashMap<>();
    List.of(target.activeTasks(), target.standbyTasks(), target.warmupTasks()).forEach(role ->
        role.forEach((subtopology, partitions) -> partitions.forEach(partition -> {
          Object answer = said.apply(subtopology, partition);
          if (answer != null) {
            Python.object(document.computeIfAbsent(subtopology, first -> new LinkedHashMap<String, Object>()))
                .put(partition.toString(), answer);
          }
        })));
    return document;
  }
}
