package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.runtime.state.KeyGroupedInternalPriorityQueue;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.internal.InternalAppendingState;
import org.apache.flink.runtime.state.internal.InternalKvState;
import org.apache.flink.runtime.state.internal.InternalMapState;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.apache.flink.streaming.api.operators.TimerSerializer;

/** The states of a backend by their names, timers too, and what is put into them. */
final class HeapStates {
  /** The kind of a state that has timers: their times are its values. */
  static final String TIMERS = "timers";

  /** A state to register. */
  record Declared(String name, String kind, TypeSerializer<Object> namespaces, TypeSerializer<Object> values) {
    static Declared read(Input state) {
      return new Declared(
          state.field("name").text(),
          state.field("kind").text(),
          StateTypes.serializer(state.field("namespaceType")),
          StateTypes.serializer(state.field("type")));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a state's parts are of any type
    private StateDescriptor<?, ?> descriptor() {
      return switch (kind) {
        case "list" -> new ListStateDescriptor<>(name, ((ListSerializer) (Object) values).getElementSerializer());
        case "map" -> {
          MapSerializer<Object, Object> map = (MapSerializer<Object, Object>) (Object) values;
          yield new MapStateDescriptor<>(name, map.getKeySerializer(), map.getValueSerializer());
        }
        case "reducing" -> new ReducingStateDescriptor<>(name, (first, second) -> second, values);
        case "aggregating" -> new AggregatingStateDescriptor<>(name, new Last(), values);
        default -> new ValueStateDescriptor<>(name, values);
      };
    }
  }

  /** Aggregates to what came last. */
  private static final class Last implements AggregateFunction<Object, Object, Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public Object createAccumulator() {
      return null;
    }

    @Override
    public Object add(Object value, Object accumulator) {
      return value;
    }

    @Override
    public Object getResult(Object accumulator) {
      return accumulator;
    }

    @Override
    public Object merge(Object first, Object second) {
      return second;
    }
  }

  /** An entry, ready to be put where it belongs. */
  @FunctionalInterface
  interface Step {
    void make(HeapStates states) throws Throwable;
  }

  @FunctionalInterface
  private interface Access {
    void to(InternalKvState<Object, Object, Object> state) throws Exception;
  }

  private final HeapKeyedStateBackend<Object> backend;
  private final Map<String, InternalKvState<Object, Object, Object>> states = new HashMap<>();
  private final Map<String, KeyGroupedInternalPriorityQueue<TimerHeapInternalTimer<Object, Object>>> timers = new HashMap<>();

  /** Registers the states. */
  @SuppressWarnings("unchecked") // the backend gives a state of its own class
  HeapStates(HeapKeyedStateBackend<Object> backend, List<Declared> declared) throws Exception {
    this.backend = backend;
    for (Declared state : declared) {
      if (state.kind().equals(TIMERS)) {
        timers.put(
            state.name(),
            backend.create(state.name(), new TimerSerializer<>(backend.getKeySerializer(), state.namespaces())));
        continue;
      }
      states.put(
          state.name(),
          (InternalKvState<Object, Object, Object>)
              (Object) backend.getOrCreateKeyedState(state.namespaces(), state.descriptor()));
    }
  }

  /** Reads an entry. */
  static Step step(Input entry, List<Declared> declared, Keys keys) {
    String name = entry.field("state").text();
    Declared state =
        declared.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> entry.field("state").expected("a declared state"));
    Object key = StateValues.read(entry.field("key"), keys);
    Object namespace =
        entry.optional("namespace").map(given -> StateValues.read(given, keys)).orElse(VoidNamespace.INSTANCE);
    if (state.kind().equals(TIMERS)) {
      return timer(entry, name, (Long) StateValues.read(entry.field("value"), keys), key, namespace);
    }
    Access access = access(entry, state.kind(), keys);
    return states -> {
      states.backend.setCurrentKey(key);
      InternalKvState<Object, Object, Object> found = states.states.get(name);
      found.setCurrentNamespace(namespace);
      access.to(found);
    };
  }

  private static Step timer(Input entry, String name, long time, Object key, Object namespace) {
    boolean registers = entry.field("op").text().equals("update");
    TimerHeapInternalTimer<Object, Object> timer = new TimerHeapInternalTimer<>(time, key, namespace);
    return states -> {
      states.backend.setCurrentKey(key);
      if (registers) {
        states.timers.get(name).add(timer);
      } else {
        states.timers.get(name).remove(timer);
      }
    };
  }

  private static Access access(Input entry, String kind, Keys keys) {
    Input op = entry.field("op");
    return switch (op.text()) {
      case "clear" -> InternalKvState::clear;
      case "value" -> read(kind);
      case "update" -> update(kind, StateValues.read(entry.field("value"), keys));
      default -> throw op.expected("update, clear or value");
    };
  }

  @SuppressWarnings("unchecked") // of a state of this kind
  private static Access read(String kind) {
    return switch (kind) {
      case "value" -> state -> ((ValueState<Object>) state).value();
      case "map" -> state -> ((InternalMapState<Object, Object, Object, Object>) (Object) state).isEmpty();
      default -> state -> ((InternalAppendingState<Object, Object, Object, Object, Object>) state).getInternal();
    };
  }

  @SuppressWarnings("unchecked") // as above
  private static Access update(String kind, Object value) {
    return switch (kind) {
      case "value" -> state -> ((ValueState<Object>) state).update(value);
      case "map" -> state -> put((InternalMapState<Object, Object, Object, Object>) (Object) state, (Map<Object, Object>) value);
      default -> state -> ((InternalAppendingState<Object, Object, Object, Object, Object>) state).updateInternal(value);
    };
  }

  private static void put(InternalMapState<Object, Object, Object, Object> state, Map<Object, Object> pairs)
      throws Exception {
    if (pairs.isEmpty()) {
      state.putAll(pairs);
    }
    for (Map.Entry<Object, Object> pair : pairs.entrySet()) {
      state.put(pair.getKey(), pair.getValue());
    }
  }
}
