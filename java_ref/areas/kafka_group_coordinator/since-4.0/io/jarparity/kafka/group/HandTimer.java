package io.jarparity.kafka.group;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorResult;
import org.apache.kafka.coordinator.common.runtime.CoordinatorTimer;

/** A coordinator's timer over a clock set by hand. Of two that end in the same millisecond, the one set first fires. */
@SuppressWarnings({"rawtypes", "unchecked"}) // its type parameters are others from 4.2 on
final class HandTimer implements CoordinatorTimer {
  private static final long AGAIN = 500; // as a coordinator's own timer does where an operation fails

  private record Timeout(long deadline, long order, TimeoutOperation operation) {}

  private final HandClock clock;
  private final Map<String, Timeout> timeouts = new LinkedHashMap<>();
  private long order;

  HandTimer(HandClock clock) {
    this.clock = clock;
  }

  @Override
  public void schedule(String key, long delay, TimeUnit unit, boolean retry, TimeoutOperation operation) {
    timeouts.put(key, new Timeout(clock.milliseconds() + unit.toMillis(delay), order++, operation));
  }

  @Override
  public void schedule(String key, long delay, TimeUnit unit, boolean retry, long backoff, TimeoutOperation operation) {
    schedule(key, delay, unit, retry, operation);
  }

  @Override
  public void scheduleIfAbsent(String key, long delay, TimeUnit unit, boolean retry, TimeoutOperation operation) {
    if (!timeouts.containsKey(key)) {
      schedule(key, delay, unit, retry, operation);
    }
  }

  @Override
  public void cancel(String key) {
    timeouts.remove(key);
  }

  public boolean isScheduled(String key) {
    return timeouts.containsKey(key);
  }

  /** Sets the clock forward, and hands over each operation whose time comes, at its time. */
  <T> void advance(long time, Predicate<Supplier<CoordinatorResult<T, CoordinatorRecord>>> fires) {
    long end = clock.milliseconds() + time;
    for (Optional<Map.Entry<String, Timeout>> next = due(end); next.isPresent(); next = due(end)) {
      Timeout timeout = next.get().getValue();
      timeouts.remove(next.get().getKey());
      clock.set(timeout.deadline);
      if (!fires.test(() -> timeout.operation.generateRecords())) {
        schedule(next.get().getKey(), AGAIN, TimeUnit.MILLISECONDS, true, timeout.operation);
      }
    }
    clock.set(end);
  }

  private Optional<Map.Entry<String, Timeout>> due(long end) {
    return timeouts.entrySet().stream()
        .filter(entry -> entry.getValue().deadline <= end)
        .min(Comparator.comparing(entry -> entry.getValue().deadline * 1_000_000 + entry.getValue().order));
  }
}
