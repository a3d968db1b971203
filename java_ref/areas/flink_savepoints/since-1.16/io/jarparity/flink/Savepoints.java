package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamCompressionDecorator;
import org.apache.flink.runtime.state.UncompressedStreamCompressionDecorator;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.BackendStateType;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonOptionsKeys;
import org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot.CommonSerializerKeys;
import org.apache.flink.streaming.api.operators.TimerSerializer;

/** The streams of a heap backend: its savepoint, which all backends read, and its own checkpoint. */
final class Savepoints {
  private static final HexFormat HEX = HexFormat.of();

  private Savepoints() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.operation("flink.state.savepoint", in -> isDecode(in) ? decoded(in, true) : encoded(in, keys, true));
    registry.operation("flink.state.checkpoint", in -> isDecode(in) ? decoded(in, false) : encoded(in, keys, false));
  }

  private static boolean isDecode(Input in) {
    return in.optional("direction").map(Input::text).equals(Optional.of("decode"));
  }

  private static Operation.Call encoded(Input in, Keys keys, boolean canonical) {
    TypeSerializer<Object> keySerializer = StateTypes.serializer(in.field("keyType"));
    int maxParallelism = in.field("maxParallelism").int32();
    KeyGroupRanges.Bounds range = KeyGroupRanges.Bounds.read(in.field("range"));
    List<HeapStates.Declared> states = in.field("states").items().stream().map(HeapStates.Declared::read).toList();
    List<HeapStates.Step> steps =
        in.field("entries").items().stream().map(entry -> HeapStates.step(entry, states, keys)).toList();
    boolean compresses = in.optional("compression").map(Input::bool).orElse(false);
    return () -> {
      StreamCompressionDecorator compression =
          compresses ? new UnshrunkSnappy() : UncompressedStreamCompressionDecorator.INSTANCE;
      HeapKeyedStateBackend<Object> backend =
          HeapBackends.build(keySerializer, maxParallelism, range.range(), List.of(), compression);
      try {
        HeapStates filled = new HeapStates(backend, states);
        for (HeapStates.Step step : steps) {
          step.make(filled);
        }
        return document(canonical ? HeapStreams.savepoint(backend) : HeapStreams.checkpoint(backend));
      } finally {
        backend.dispose();
      }
    };
  }

  private static Object document(Optional<KeyedStateHandle> taken) throws Exception {
    if (taken.isEmpty()) {
      return null;
    }
    KeyGroupsStateHandle handle = (KeyGroupsStateHandle) taken.get();
    Map<String, Object> offsets = new LinkedHashMap<>();
    handle.getGroupRangeOffsets().forEach(group -> offsets.put(group.f0.toString(), group.f1.toString()));
    try (var stream = handle.openInputStream()) {
      return Map.of("stream", HEX.formatHex(stream.readAllBytes()), "offsets", offsets);
    }
  }

  private static Operation.Call decoded(Input in, boolean canonical) {
    int maxParallelism = in.field("maxParallelism").int32();
    KeyGroupRanges.Bounds bounds = KeyGroupRanges.Bounds.read(in.field("range"));
    byte[] data = in.field("stream").hex();
    Map<String, Input> offsets = in.field("offsets").fields();
    return () -> {
      KeyGroupRange range = bounds.range();
      long[] places = new long[range.getNumberOfKeyGroups()];
      for (int i = 0; i < places.length; i++) {
        places[i] = offsets.get(Integer.toString(range.getKeyGroupId(i))).int64();
      }
      KeyGroupRangeOffsets groups = new KeyGroupRangeOffsets(range, places);
      ByteStreamStateHandle stream = new ByteStreamStateHandle("stream", data);
      KeyedStateHandle handle =
          canonical ? new KeyGroupsSavepointStateHandle(groups, stream) : new KeyGroupsStateHandle(groups, stream);
      return read(data, handle, maxParallelism, range);
    };
  }

  @SuppressWarnings("unchecked") // of a serializer that was read: values are of its type
  private static Object read(byte[] data, KeyedStateHandle handle, int maxParallelism, KeyGroupRange range)
      throws Throwable {
    KeyedBackendSerializationProxy<Object> header =
        new KeyedBackendSerializationProxy<>(Savepoints.class.getClassLoader());
    header.read(new DataInputViewStreamWrapper(new ByteArrayInputStream(data)));
    TypeSerializer<Object> keys = header.getKeySerializerSnapshot().restoreSerializer();
    HeapKeyedStateBackend<Object> backend = HeapBackends.build(keys, maxParallelism, range, List.of(handle));
    try {
      List<Object> states = new ArrayList<>();
      for (StateMetaInfoSnapshot state : header.getStateMetaInfoSnapshots()) {
        states.add(declared(state));
      }
      return Map.of(
          "keyType", StateTypes.json(keys),
          "states", states,
          "entries", dump(backend, header.getStateMetaInfoSnapshots()));
    } finally {
      backend.dispose();
    }
  }

  private static Map<String, Object> dump(
      HeapKeyedStateBackend<Object> backend, List<StateMetaInfoSnapshot> states) {
    StateEntries entries = new StateEntries(StateValues::json, StateValues::json, StateValues::json);
    entries.add(HeapBackends.tables(backend));
    for (StateMetaInfoSnapshot state : states) {
      if (hasTimers(state)) {
        // The restored queue: one that is there already is given, not made.
        var timers = backend.create(state.getName(), serializer(state));
        for (int group : backend.getKeyGroupRange()) {
          timers.getSubsetForKeyGroup(group).forEach(timer -> entries.add(
              group, state.getName(), timer.getNamespace(), timer.getKey(), timer.getTimestamp()));
        }
      }
    }
    return entries.dump();
  }

  private static boolean hasTimers(StateMetaInfoSnapshot state) {
    return state.getBackendStateType() == BackendStateType.PRIORITY_QUEUE;
  }

  @SuppressWarnings("unchecked") // of a state that has timers
  private static TimerSerializer<Object, Object> serializer(StateMetaInfoSnapshot state) {
    return (TimerSerializer<Object, Object>)
        (Object) state.getTypeSerializerSnapshot(CommonSerializerKeys.VALUE_SERIALIZER).restoreSerializer();
  }

  private static Map<String, Object> declared(StateMetaInfoSnapshot state) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", state.getName());
    if (hasTimers(state)) {
      document.put("kind", HeapStates.TIMERS);
      document.put("namespaceType", StateTypes.json(serializer(state).getNamespaceSerializer()));
      document.put("type", "long");
      return document;
    }
    document.put("kind", state.getOption(CommonOptionsKeys.KEYED_STATE_TYPE).toLowerCase(Locale.ROOT));
    document.put("namespaceType", type(state, CommonSerializerKeys.NAMESPACE_SERIALIZER));
    document.put("type", type(state, CommonSerializerKeys.VALUE_SERIALIZER));
    return document;
  }

  private static Object type(StateMetaInfoSnapshot state, CommonSerializerKeys serializer) {
    return StateTypes.json(state.getTypeSerializerSnapshot(serializer).restoreSerializer());
  }
}
