package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.heap.StateTable;
import org.apache.flink.runtime.state.internal.InternalValueState;

/** What happens in a keyed state backend, step by step: keys are set, values read and written, snapshots restored. */
final class HeapBackendHistory {
  /** A step of the history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    Object make(HeapBackendHistory history) throws Throwable;
  }

  /** A state to register. */
  private record Declared(String name, TypeSerializer<Object> namespaces, boolean hasNamespaces, String otherwise) {}

  private final TypeSerializer<Object> keys;
  private final int maxParallelism;
  private final List<Declared> declared;
  private final Map<String, InternalValueState<Object, Object, String>> states = new HashMap<>();
  private final Map<String, Optional<KeyedStateHandle>> snapshots = new HashMap<>();
  private HeapKeyedStateBackend<Object> backend;

  private HeapBackendHistory(TypeSerializer<Object> keys, int maxParallelism, List<Declared> declared) {
    this.keys = keys;
    this.maxParallelism = maxParallelism;
    this.declared = declared;
  }

  /** Reads a history. */
  static Operation.Call read(Input in, Keys readers) {
    TypeSerializer<Object> keys = KeyTypes.serializer(in.field("keyType"));
    int maxParallelism = in.field("maxParallelism").int32();
    KeyGroupRanges.Bounds range = KeyGroupRanges.Bounds.read(in.field("range"));
    List<Declared> declared = in.field("states").items().stream().map(HeapBackendHistory::declared).toList();
    Reader reader = new Reader(readers, declared.stream().map(Declared::name).toList());
    List<Step> steps = in.field("steps").items().stream().map(reader::step).toList();
    return () -> {
      HeapBackendHistory history = new HeapBackendHistory(keys, maxParallelism, declared);
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

  private static Declared declared(Input state) {
    Input namespace = state.field("namespace");
    String otherwise = state.optional("default").filter(given -> !given.isNull()).map(Input::text).orElse(null);
    boolean hasNamespaces = !namespace.text().equals("void");
    return new Declared(state.field("name").text(), Namespaces.serializer(namespace), hasNamespaces, otherwise);
  }

  /** Reads steps, and follows which snapshots there are. */
  private static final class Reader {
    private final Keys keys;
    private final List<String> states;
    private final List<String> snapshots = new ArrayList<>();

    Reader(Keys keys, List<String> states) {
      this.keys = keys;
      this.states = states;
    }

    Step step(Input step) {
      String op = step.field("op").text();
      return switch (op) {
        case "setCurrentKey" -> {
          Object key = keys.read(step.field("key"));
          yield history -> {
            history.backend.setCurrentKey(key);
            return null;
          };
        }
        case "setCurrentKeyAndKeyGroup" -> setCurrentKeyAndKeyGroup(step);
        case "getCurrentKey" -> history -> nullable(history.backend.getCurrentKey(), KeyDocuments::of);
        case "getCurrentKeyGroup" -> history -> history.backend.getCurrentKeyGroupIndex();
        case "value" -> access(step, InternalValueState::value);
        case "update" -> {
          Input value = step.field("value");
          String text = value.isNull() ? null : value.text();
          yield access(step, state -> {
            state.update(text);
            return null;
          });
        }
        case "clear" -> access(step, state -> {
          state.clear();
          return null;
        });
        case "keys" -> {
          String state = step.field("state").text();
          Object namespace = step.optional("namespace").map(Reader::namespace).orElse(VoidNamespace.INSTANCE);
          yield history -> history.keysOf(state, namespace == NOTHING ? null : namespace);
        }
        case "size" -> size(step);
        case "isEmpty" -> table(step, StateTable::isEmpty);
        case "rewrite" -> {
          if (!HeapBackends.transformsAll()) {
            throw step.field("op").expected("a step of this line: rewrite is there from 2.2 on");
          }
          String value = step.field("value").text();
          yield table(step, table -> {
            HeapBackends.transformAll(table, value, (previous, given) -> given);
            return null;
          });
        }
        case "visit" -> {
          String state = step.field("state").text();
          String value = step.field("value").text();
          yield access(step, visited -> StateEntries.visited(state, visited, value));
        }
        case "dump" -> HeapBackendHistory::dump;
        case "snapshot" -> {
          String name = step.optional("name").map(Input::text).orElse("");
          snapshots.remove(name);
          snapshots.add(name);
          yield history -> {
            history.snapshots.remove(name);
            history.snapshots.put(name, HeapBackends.snapshot(history.backend));
            return null;
          };
        }
        case "restore" -> restore(step);
        default -> throw step.field("op").expected(
            "one of clear, dump, getCurrentKey, getCurrentKeyGroup, isEmpty, keys, restore, rewrite, setCurrentKey, "
                + "setCurrentKeyAndKeyGroup, size, snapshot, update, value, visit");
      };
    }

    private static Step size(Input step) {
      Optional<Object> namespace = step.optional("namespace").map(Reader::namespace);
      if (namespace.isEmpty()) {
        return history -> history.backend.numKeyValueStateEntries();
      }
      Object counted = namespace.get() == NOTHING ? null : namespace.get();
      return history -> history.backend.numKeyValueStateEntries(counted);
    }

    @FunctionalInterface
    private interface Question {
      Object to(StateTable<Object, Object, Object> table) throws Throwable;
    }

    private Step table(Input step, Question question) {
      String state = registered(step);
      return history -> question.to(HeapBackends.tables(history.backend).get(state));
    }

    private String registered(Input step) {
      String state = step.field("state").text();
      if (!states.contains(state)) {
        throw step.field("state").expected("a registered state");
      }
      return state;
    }

    /** Stands for a namespace of null, which an Optional can't hold. */
    private static final Object NOTHING = new Object();

    private static Object namespace(Input namespace) {
      Object read = Namespaces.read(namespace);
      return read == null ? NOTHING : read;
    }

    private Step setCurrentKeyAndKeyGroup(Input step) {
      if (!HeapBackends.setsKeyAndGroup()) {
        throw step.field("op").expected("a step of this line: setCurrentKeyAndKeyGroup is there from 2.0 on");
      }
      Object key = keys.read(step.field("key"));
      int group = step.field("keyGroup").int32();
      return history -> {
        HeapBackends.setKeyAndGroup(history.backend, key, group);
        return null;
      };
    }

    @FunctionalInterface
    private interface Access {
      Object to(InternalValueState<Object, Object, String> state) throws Throwable;
    }

    private Step access(Input step, Access access) {
      String state = registered(step);
      Optional<Object> namespace = step.optional("namespace").map(Reader::namespace);
      return history -> {
        InternalValueState<Object, Object, String> found = history.states.get(state);
        if (namespace.isPresent()) {
          found.setCurrentNamespace(namespace.get() == NOTHING ? null : namespace.get());
        }
        return access.to(found);
      };
    }

    private Step restore(Input step) {
      KeyGroupRanges.Bounds bounds = KeyGroupRanges.Bounds.read(step.field("range"));
      List<String> from =
          step.optional("from")
              .map(names -> names.items().stream().map(this::taken).toList())
              .orElseGet(() -> snapshots.isEmpty() ? List.of() : snapshots.subList(snapshots.size() - 1, snapshots.size()));
      List<String> names = List.copyOf(from);
      boolean whole = step.optional("whole").map(Input::bool).orElse(false);
      return history -> {
        history.restore(bounds.range(), names, whole);
        return null;
      };
    }

    private String taken(Input name) {
      if (!snapshots.contains(name.text())) {
        throw name.expected("the name of a snapshot taken before");
      }
      return name.text();
    }
  }

  private static Object nullable(Object value, Function<Object, Object> json) {
    return value == null ? null : json.apply(value);
  }

  private Object observe(Step step) throws Throwable {
    try {
      return step.make(this);
    } catch (Exception thrown) { // the original's; Errors, such as a class that can't be linked, are not its answer
      return Map.of("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
  }

  private void open(KeyGroupRange range, List<KeyedStateHandle> restored) throws Throwable {
    HeapKeyedStateBackend<Object> opened = HeapBackends.build(keys, maxParallelism, range, restored);
    if (backend != null) {
      backend.dispose();
    }
    backend = opened;
    states.clear();
    for (Declared state : declared) {
      states.put(state.name(), registered(state));
    }
  }

  @SuppressWarnings({"unchecked", "deprecation"}) // of a descriptor's default; the backend gives a state of its own class
  private InternalValueState<Object, Object, String> registered(Declared state) throws Exception {
    ValueStateDescriptor<String> descriptor =
        new ValueStateDescriptor<>(state.name(), StringSerializer.INSTANCE, state.otherwise());
    InternalValueState<Object, Object, String> created =
        (InternalValueState<Object, Object, String>)
            (Object) backend.getOrCreateKeyedState(state.namespaces(), descriptor);
    if (!state.hasNamespaces()) {
      created.setCurrentNamespace(VoidNamespace.INSTANCE);
    }
    return created;
  }

  /** What a job does with the handles of a checkpoint: each new subtask gets what intersects its key groups. */
  private void restore(KeyGroupRange range, List<String> names, boolean whole) throws Throwable {
    List<KeyedStateHandle> handles = new ArrayList<>();
    for (String name : names) {
      // A snapshot that failed was not taken, and one without state has no handle.
      Optional<KeyedStateHandle> handle = snapshots.getOrDefault(name, Optional.empty());
      handle.map(taken -> whole ? taken : taken.getIntersection(range)).ifPresent(handles::add);
    }
    open(range, handles);
  }

  private List<Object> keysOf(String state, Object namespace) {
    List<Object> documents = new ArrayList<>();
    try (Stream<Object> found = backend.getKeys(state, namespace)) {
      found.forEach(key -> documents.add(KeyDocuments.of(key)));
    }
    documents.sort(KeyDocuments.ORDER);
    return documents;
  }

  private Map<String, Object> dump() {
    return StateEntries.dump(HeapBackends.tables(backend), value -> value);
  }
}
