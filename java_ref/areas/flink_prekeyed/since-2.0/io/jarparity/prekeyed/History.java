package io.jarparity.prekeyed;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A history of splits and records, read from the input and played on a {@link Job}. There is no original: these classes
 * are a reference implementation of the proposal's source-operator option, and the one place in the bridge that computes.
 * What they are built on is real: the key-group arithmetic, the heap backend and its {@code setCurrentKeyAndKeyGroup},
 * which came with 2.0.
 */
final class History {
  private History() {}

  /** A step, ready to be made; what it gives is its observation. */
  @FunctionalInterface
  private interface Step {
    Object make(Job job) throws Exception;
  }

  static void register(Registry registry) {
    registry.operation("flink.prekeyed.mapping", History::read);
  }

  private static Operation.Call read(Input in) {
    int maxParallelism = in.field("maxParallelism").int32();
    int parallelism = in.field("parallelism").int32();
    int operator = in.field("operator").int32();
    List<Step> steps = in.field("steps").items().stream().map(step -> step(step, operator)).toList();
    return () -> {
      try (Job job = new Job(maxParallelism, parallelism)) {
        job.range(operator, parallelism); // throws where there is no such task
        List<Object> observations = new ArrayList<>();
        for (Step step : steps) {
          observations.add(observation(step, job));
        }
        return observations;
      }
    };
  }

  private static Object observation(Step step, Job job) throws Exception {
    try {
      return step.make(job);
    } catch (RuntimeException thrown) { // of the reference, or of Flink
      return Map.of("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
  }

  private static Step step(Input step, int otherwise) {
    Input op = step.field("op");
    int operator = step.optional("operator").map(Input::int32).orElse(otherwise);
    switch (op.text()) {
      case "addSplit":
        String added = step.field("split").text();
        return job -> mapped(job.task(operator), task -> task.assigner().added(added));
      case "removeSplit":
        String removed = step.field("split").text();
        return job -> mapped(job.task(operator), task -> task.assigner().removed(removed));
      case "record":
        String split = step.field("split").text();
        String key = key(step.field("key"));
        boolean update = step.optional("value").isPresent();
        String value = step.optional("value").filter(v -> !v.isNull()).map(Input::text).orElse(null);
        return job -> {
          Task task = job.task(operator);
          int group = task.assigner().groupOf(split);
          Map<String, Object> seen = new HashMap<>();
          seen.put("keyGroup", group);
          seen.put("value", task.process(key, group, update, value));
          return seen;
        };
      case "dump":
        return job -> job.task(operator).dump();
      case "rescale":
        int parallelism = step.field("parallelism").int32();
        return job -> job.rescale(parallelism);
      default:
        throw op.expected("addSplit, removeSplit, record, dump or rescale");
    }
  }

  private static Map<String, Object> mapped(Task task, java.util.function.ToIntFunction<Task> change) {
    int group = change.applyAsInt(task);
    return Map.of("keyGroup", group, "free", task.assigner().gaps());
  }

  private static String key(Input key) {
    Input type = key.field("type");
    switch (type.text()) {
      case "string":
        return key.field("value").text();
      case "null":
        return null;
      default:
        throw type.expected("string or null");
    }
  }
}
