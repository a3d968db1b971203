package io.jarparity.flink;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.FullSnapshotResources;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SavepointSnapshotStrategy;
import org.apache.flink.runtime.state.SnapshotResources;
import org.apache.flink.runtime.state.SnapshotStrategy;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;

/**
 * Has a heap backend write its streams, with the states of a key group in the order of their numbers: that of the
 * original is a HashMap's, in which an enum's identity hash has its part.
 */
final class HeapStreams {
  private static final long CHECKPOINT = 1;

  private HeapStreams() {}

  /** The canonical savepoint; nothing where there is no state. */
  static Optional<KeyedStateHandle> savepoint(HeapKeyedStateBackend<Object> backend) throws Throwable {
    FullSnapshotResources<Object> resources = backend.savepoint().getSnapshotResources();
    return taken(new SavepointSnapshotStrategy<>(resources), resources);
  }

  /** The heap backend's own checkpoint; nothing where there is no state. */
  @SuppressWarnings("unchecked") // a private field, read by reflection
  static Optional<KeyedStateHandle> checkpoint(HeapKeyedStateBackend<Object> backend) throws Throwable {
    SnapshotStrategy<KeyedStateHandle, SnapshotResources> strategy =
        (SnapshotStrategy<KeyedStateHandle, SnapshotResources>)
            field(HeapKeyedStateBackend.class, "checkpointStrategy").get(backend);
    return taken(strategy, strategy.syncPrepareResources(CHECKPOINT));
  }

  private static <R extends SnapshotResources> Optional<KeyedStateHandle> taken(
      SnapshotStrategy<KeyedStateHandle, R> strategy, R resources) throws Throwable {
    numbered(resources);
    return Optional.ofNullable(
        strategy
            .asyncSnapshot(
                resources,
                CHECKPOINT,
                CHECKPOINT,
                new MemCheckpointStreamFactory(Integer.MAX_VALUE),
                CheckpointOptions.forCheckpointWithDefaultLocation())
            .get(new CloseableRegistry())
            .getJobManagerOwnedSnapshot());
  }

  /** Puts the states into the order of their numbers. */
  @SuppressWarnings("unchecked") // as above
  private static void numbered(SnapshotResources resources) throws ReflectiveOperationException {
    Field snapshots = field(resources.getClass(), "cowStateStableSnapshots");
    Map<Object, Object> unordered = (Map<Object, Object>) snapshots.get(resources);
    Map<Object, Integer> numbers = (Map<Object, Integer>) field(resources.getClass(), "stateNamesToId").get(resources);
    Map<Object, Object> ordered = new LinkedHashMap<>();
    numbers.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(state -> ordered.put(state.getKey(), unordered.get(state.getKey())));
    snapshots.set(resources, ordered);
  }

  /** A private field of a class, or of one above it. */
  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    throw new NoSuchFieldException(type.getName() + " keeps " + name + " elsewhere on this line");
  }
}
