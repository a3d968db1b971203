package io.jarparity.kafka.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.coordinator.common.runtime.CoordinatorExecutor;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;

/** A coordinator's executor whose tasks wait until they are told to run. */
final class HandExecutor implements CoordinatorExecutor<CoordinatorRecord> {
  private final Map<String, Supplier<CoordinatorResult<Void, CoordinatorRecord>>> tasks = new LinkedHashMap<>();

  @Override
  public <R> boolean schedule(String key, TaskRunnable<R> task, TaskOperation<CoordinatorRecord, R> operation) {
    return tasks.putIfAbsent(key, () -> result(task, operation)) == null;
  }

  private static <R> CoordinatorResult<Void, CoordinatorRecord> result(
      TaskRunnable<R> task, TaskOperation<CoordinatorRecord, R> operation) {
    R result;
    try {
      result = task.run();
    } catch (Throwable failed) {
      return operation.onComplete(null, failed);
    }
    return operation.onComplete(result, null);
  }

  @Override
  public boolean isScheduled(String key) {
    return tasks.containsKey(key);
  }

  @Override
  public void cancel(String key) {
    tasks.remove(key);
  }

  /** The tasks that waited, each ready to be run; none waits any more. */
  List<Supplier<CoordinatorResult<Void, CoordinatorRecord>>> run() {
    List<Supplier<CoordinatorResult<Void, CoordinatorRecord>>> ready = new ArrayList<>(tasks.values());
    tasks.clear();
    return ready;
  }
}
