package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;

/** What happens to the timers of a keyed operator, step by step; the clock is that of Flink's own tests. */
final class TimerHistory implements KeyContext, Triggerable<Object, Object> {
  private static final String NAME = "timers";

  /** A step of the history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    void make(TimerHistory history) throws Throwable;
  }

  /** A timer that is registered or deleted. */
  @FunctionalInterface
  private interface Call {
    void on(InternalTimerService<Object> timers);
  }

  private final TypeSerializer<Object> keys;
  private final TypeSerializer<Object> namespaces;
  private final int maxParallelism;
  private final Map<String, Optional<KeyedStateHandle>> snapshots = new HashMap<>();
  private final List<Object> fired = new ArrayList<>();
  private HeapKeyedStateBackend<Object> backend;
  private InternalTimeServiceManagerImpl<Object> manager;
  private InternalTimerService<Object> timers;
  private TestProcessingTimeService clock;
  private Iterator<List<Call>> onTimer;

  private TimerHistory(TypeSerializer<Object> keys, TypeSerializer<Object> namespaces, int maxParallelism) {
    this.keys = keys;
    this.namespaces = namespaces;
    this.maxParallelism = maxParallelism;
  }

  /** Reads a history. */
  static Operation.Call read(Input in, Keys readers) {
    TypeSerializer<Object> keys = StateTypes.serializer(in.field("keyType"));
    TypeSerializer<Object> namespaces = StateTypes.serializer(in.field("namespaceType"));
    int maxParallelism = in.field("maxParallelism").int32();
    KeyGroupRanges.Bounds range = KeyGroupRanges.Bounds.read(in.field("range"));
    List<Step> steps = in.field("steps").items().stream().map(step -> step(step, readers)).toList();
    return () -> {
      TimerHistory history = new TimerHistory(keys, namespaces, maxParallelism);
      history.open(range.range(), List.of());
      List<Object> observations = new ArrayList<>();
      try {
        for (Step step : steps) {
          observations.add(history.observe(step));
        }
      } finally {
        history.backend.dispose();
      }
      return observations;
    };
  }

  private static Step step(Input step, Keys readers) {
    return switch (step.field("op").text()) {
      case "setCurrentKey" -> {
        Object key = StateValues.read(step.field("key"), readers);
        yield history -> history.backend.setCurrentKey(key);
      }
      case "advanceWatermark" -> {
        Watermark watermark = new Watermark(step.field("timestamp").int64());
        List<List<Call>> calls = onTimer(step, readers);
        yield history -> {
          history.onTimer = calls.iterator();
          history.manager.advanceWatermark(watermark);
        };
      }
      case "advanceProcessingTime" -> {
        long time = step.field("timestamp").int64();
        List<List<Call>> calls = onTimer(step, readers);
        yield history -> {
          history.onTimer = calls.iterator();
          history.clock.setCurrentTime(time);
        };
      }
      case "snapshot" -> {
        String name = step.field("name").text();
        yield history -> {
          history.snapshots.remove(name);
          history.snapshots.put(name, HeapBackends.snapshot(history.backend));
        };
      }
      case "restore" -> {
        KeyGroupRanges.Bounds range = KeyGroupRanges.Bounds.read(step.field("range"));
        List<String> names = step.field("from").items().stream().map(Input::text).toList();
        yield history -> history.restore(range.range(), names);
      }
      default -> {
        Call call = call(step, readers);
        yield history -> call.on(history.timers);
      }
    };
  }

  private static List<List<Call>> onTimer(Input step, Keys readers) {
    List<Input> timers = step.optional("onTimer").map(Input::items).orElse(List.of());
    return timers.stream().map(calls -> calls.items().stream().map(call -> call(call, readers)).toList()).toList();
  }

  private static Call call(Input call, Keys readers) {
    Object namespace = StateValues.read(call.field("namespace"), readers);
    long time = call.field("timestamp").int64();
    return switch (call.field("op").text()) {
      case "registerEventTimeTimer" -> timers -> timers.registerEventTimeTimer(namespace, time);
      case "deleteEventTimeTimer" -> timers -> timers.deleteEventTimeTimer(namespace, time);
      case "registerProcessingTimeTimer" -> timers -> timers.registerProcessingTimeTimer(namespace, time);
      case "deleteProcessingTimeTimer" -> timers -> timers.deleteProcessingTimeTimer(namespace, time);
      default -> throw call.field("op").expected("a step of timers");
    };
  }

  private Map<String, Object> observe(Step step) throws Throwable {
    Map<String, Object> observation = new LinkedHashMap<>();
    fired.clear();
    try {
      step.make(this);
    } catch (Exception thrown) { // the original's; Errors, such as a class that can't be linked, are not its answer
      observation.put("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
    observation.put("fired", List.copyOf(fired));
    observation.put("eventTime", manager.numEventTimeTimers());
    observation.put("processingTime", manager.numProcessingTimeTimers());
    observation.put("watermark", Long.toString(timers.currentWatermark()));
    return observation;
  }

  private void open(KeyGroupRange range, List<KeyedStateHandle> restored) throws Throwable {
    HeapKeyedStateBackend<Object> opened = HeapBackends.build(keys, maxParallelism, range, restored);
    if (backend != null) {
      backend.dispose();
    }
    backend = opened;
    clock = new TestProcessingTimeService();
    manager = TimerServices.manager(backend, this, clock);
    timers = manager.getInternalTimerService(NAME, keys, namespaces, this);
  }

  /** What a job does with the handles of a checkpoint: each new subtask gets what intersects its key groups. */
  private void restore(KeyGroupRange range, List<String> names) throws Throwable {
    List<KeyedStateHandle> handles = new ArrayList<>();
    for (String name : names) {
      // A snapshot that failed was not taken.
      Optional<KeyedStateHandle> handle = snapshots.getOrDefault(name, Optional.empty());
      handle.map(taken -> taken.getIntersection(range)).ifPresent(handles::add);
    }
    open(range, handles);
  }

  @Override
  public void setCurrentKey(Object key) {
    backend.setCurrentKey(key);
  }

  @Override
  public Object getCurrentKey() {
    return backend.getCurrentKey();
  }

  @Override
  public void onEventTime(InternalTimer<Object, Object> timer) {
    fired(timer);
  }

  @Override
  public void onProcessingTime(InternalTimer<Object, Object> timer) {
    fired(timer);
  }

  /** Puts down which timer fired, and does what is to be done then. */
  private void fired(InternalTimer<Object, Object> timer) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("key", StateValues.json(timer.getKey()));
    document.put("namespace", StateValues.json(timer.getNamespace()));
    document.put("timestamp", Long.toString(timer.getTimestamp()));
    fired.add(document);
    if (onTimer.hasNext()) {
      onTimer.next().forEach(call -> call.on(timers));
    }
  }
}
