package io.jarparity.flink;

import io.jarparity.flink.RescaledKeyedState.Rescale;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.StateAssignmentOperation;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;

/** Real backends written at one parallelism, snapshotted, redistributed and restored at another. */
final class RestoredKeys {
  private static final String STATE = "place";

  private RestoredKeys() {}

  static void register(Registry registry) {
    registry.operation("flink.rescale.restored-keys", in -> {
      Rescale rescale = Rescale.read(in);
      List<Input> documents = in.field("keys").items();
      List<Object> keys = documents.stream().map(registry.keys()::read).toList();
      if (keys.isEmpty()) {
        throw in.field("keys").expected("an array of one key or more");
      }
      TypeSerializer<Object> serializer = KeyTypes.serializer(documents.get(0).field("type"));
      return () -> restored(rescale, keys, serializer);
    });
  }

  private static List<List<Integer>> restored(Rescale rescale, List<Object> keys, TypeSerializer<Object> serializer)
      throws Throwable {
    List<KeyedStateHandle> snapshots = new ArrayList<>();
    for (KeyGroupRange groups : rescale.before()) {
      snapshots.add(written(rescale, keys, serializer, groups, snapshots.size()));
    }
    OperatorState state = rescale.state(snapshots);
    List<List<Integer>> found = new ArrayList<>();
    for (KeyGroupRange groups : rescale.after()) {
      found.add(read(rescale, serializer, groups, StateAssignmentOperation.getManagedKeyedStateHandles(state, groups)));
    }
    return found;
  }

  /** The snapshot of one old subtask, which has written the place of each of its keys. */
  private static KeyedStateHandle written(
      Rescale rescale, List<Object> keys, TypeSerializer<Object> serializer, KeyGroupRange groups, int subtask)
      throws Throwable {
    HeapKeyedStateBackend<Object> backend =
        HeapBackends.build(serializer, rescale.maxParallelism(), groups, List.of());
    try {
      ValueState<Integer> places = places(backend);
      for (int place = 0; place < keys.size(); place++) {
        Object key = keys.get(place);
        int owner =
            KeyGroupRangeAssignment.assignKeyToParallelOperator(
                key, rescale.maxParallelism(), rescale.oldParallelism());
        if (owner == subtask) {
          backend.setCurrentKey(key);
          places.update(place);
        }
      }
      return HeapBackends.snapshot(backend).orElseThrow();
    } finally {
      backend.dispose();
    }
  }

  /** What one new subtask finds: the places under all keys of its backend, asked key by key. */
  private static List<Integer> read(
      Rescale rescale, TypeSerializer<Object> serializer, KeyGroupRange groups, Collection<KeyedStateHandle> handles)
      throws Throwable {
    HeapKeyedStateBackend<Object> backend =
        HeapBackends.build(serializer, rescale.maxParallelism(), groups, handles);
    try {
      ValueState<Integer> places = places(backend);
      List<Object> keys;
      try (Stream<Object> all = backend.getKeys(STATE, VoidNamespace.INSTANCE)) {
        keys = all.toList();
      }
      List<Integer> found = new ArrayList<>();
      for (Object key : keys) {
        backend.setCurrentKey(key);
        found.add(places.value());
      }
      found.sort(null);
      return found;
    } finally {
      backend.dispose();
    }
  }

  private static ValueState<Integer> places(HeapKeyedStateBackend<Object> backend) throws Exception {
    return backend.getPartitionedState(
        VoidNamespace.INSTANCE,
        VoidNamespaceSerializer.INSTANCE,
        new ValueStateDescriptor<>(STATE, IntSerializer.INSTANCE));
  }
}
