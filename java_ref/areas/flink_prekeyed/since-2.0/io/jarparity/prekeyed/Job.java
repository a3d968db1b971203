package io.jarparity.prekeyed;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateHandle;

/** The tasks of one keyed operator. A task is made when it is first needed: most of thousands never are. */
final class Job implements AutoCloseable {
  private final int maxParallelism;
  private int parallelism;
  private Map<Integer, Task> tasks = new TreeMap<>();

  Job(int maxParallelism, int parallelism) {
    this.maxParallelism = maxParallelism;
    this.parallelism = parallelism;
  }

  KeyGroupRange range(int task, int tasks) {
    return KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(maxParallelism, tasks, task);
  }

  Task task(int index) throws Exception {
    if (index < 0 || index >= parallelism) {
      throw new IllegalArgumentException("there is no task " + index + " of " + parallelism);
    }
    Task there = tasks.get(index);
    if (there == null) {
      there = new Task(maxParallelism, range(index, parallelism), List.of());
      tasks.put(index, there);
    }
    return there;
  }

  /**
   * Snapshots every task and starts again with another number of them. State goes by key group, as Flink redistributes
   * it; each split goes where its group goes, for only there is its state.
   */
  Map<String, Object> rescale(int wanted) throws Exception {
    range(0, wanted); // refuses numbers that are none
    Map<String, Integer> mapping = new LinkedHashMap<>();
    for (Task task : tasks.values()) {
      for (Map.Entry<String, Integer> entry : task.assigner().mapping().entrySet()) {
        if (mapping.putIfAbsent(entry.getKey(), entry.getValue()) != null) {
          throw new IllegalStateException("two tasks map the split " + entry.getKey());
        }
      }
    }
    List<KeyedStateHandle> snapshots = new ArrayList<>();
    for (Task task : tasks.values()) {
      KeyedStateHandle snapshot = task.snapshot();
      if (snapshot != null) {
        snapshots.add(snapshot);
      }
    }
    Map<Integer, Task> restored = new TreeMap<>();
    for (int index = 0; index < wanted; index++) {
      KeyGroupRange range = range(index, wanted);
      List<KeyedStateHandle> mine =
          snapshots.stream().map(handle -> handle.getIntersection(range)).filter(Objects::nonNull).toList();
      boolean mapped = mapping.values().stream().anyMatch(range::contains);
      if (mapped || !mine.isEmpty()) {
        Task task = new Task(maxParallelism, range, mine);
        mapping.forEach((split, group) -> {
          if (range.contains(group)) {
            task.assigner().restored(split, group);
          }
        });
        restored.put(index, task);
      }
    }
    close();
    tasks = restored;
    parallelism = wanted;
    return mappings();
  }

  /** By task the splits with their key groups. */
  private Map<String, Object> mappings() {
    Map<String, Object> all = new LinkedHashMap<>();
    tasks.forEach((index, task) -> {
      Map<String, Integer> mapping = task.assigner().mapping();
      if (!mapping.isEmpty()) {
        all.put(Integer.toString(index), mapping);
      }
    });
    return all;
  }

  @Override
  public void close() {
    tasks.values().forEach(Task::close);
  }
}
