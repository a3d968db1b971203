package io.jarparity.flink;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.LocalRecoveryConfig;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StateTransformationFunction;
import org.apache.flink.runtime.state.StreamCompressionDecorator;
import org.apache.flink.runtime.state.UncompressedStreamCompressionDecorator;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackendBuilder;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueSetFactory;
import org.apache.flink.runtime.state.heap.StateTable;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.runtime.state.ttl.TtlTimeProvider;

/** Makes, snapshots and looks into the real {@link HeapKeyedStateBackend} of the line that runs. */
final class HeapBackends {
  private static final int TIMERS_AT_FIRST = 128;
  private static final long CHECKPOINT = 1;

  /** {@code setCurrentKeyAndKeyGroup}, which is there from 2.0 on. */
  private static final Optional<Method> SET_KEY_AND_GROUP = setKeyAndGroup();

  /** {@code StateTable.transformAll}, which is there from 2.2 on. */
  private static final Optional<Method> TRANSFORM_ALL =
      Arrays.stream(StateTable.class.getMethods()).filter(method -> method.getName().equals("transformAll")).findFirst();

  private HeapBackends() {}

  /**
   * A backend over these key groups with what the handles hold, which compresses nothing.
   *
   * @throws Throwable what the original throws
   */
  static HeapKeyedStateBackend<Object> build(
      TypeSerializer<Object> keys, int maxParallelism, KeyGroupRange range, Collection<KeyedStateHandle> restored)
      throws Throwable {
    return build(keys, maxParallelism, range, restored, UncompressedStreamCompressionDecorator.INSTANCE);
  }

  /**
   * A backend over these key groups with what the handles hold.
   *
   * @throws Throwable what the original throws
   */
  @SuppressWarnings("unchecked") // the builder's constructor is called by reflection: its arguments change from line to line
  static HeapKeyedStateBackend<Object> build(
      TypeSerializer<Object> keys,
      int maxParallelism,
      KeyGroupRange range,
      Collection<KeyedStateHandle> restored,
      StreamCompressionDecorator compression)
      throws Throwable {
    Constructor<?> constructor = HeapKeyedStateBackendBuilder.class.getConstructors()[0];
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : constructor.getParameterTypes()) {
      arguments.add(argument(type, keys, maxParallelism, range, restored, compression));
    }
    try {
      return ((HeapKeyedStateBackendBuilder<Object>) constructor.newInstance(arguments.toArray())).build();
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Object argument(
      Class<?> type,
      TypeSerializer<Object> keys,
      int maxParallelism,
      KeyGroupRange range,
      Collection<KeyedStateHandle> restored,
      StreamCompressionDecorator compression)
      throws ReflectiveOperationException {
    if (type == TypeSerializer.class) {
      return keys;
    } else if (type == int.class) {
      return maxParallelism;
    } else if (type == KeyGroupRange.class) {
      return range;
    } else if (type == Collection.class) {
      return restored;
    } else if (type == boolean.class) {
      return false; // no asynchronous snapshots
    } else if (type == ClassLoader.class) {
      return HeapBackends.class.getClassLoader();
    } else if (type == ExecutionConfig.class) {
      return new ExecutionConfig();
    } else if (type == TtlTimeProvider.class) {
      return TtlTimeProvider.DEFAULT;
    } else if (type == StreamCompressionDecorator.class) {
      return compression;
    } else if (type == HeapPriorityQueueSetFactory.class) {
      return new HeapPriorityQueueSetFactory(range, maxParallelism, TIMERS_AT_FIRST);
    } else if (type == CloseableRegistry.class) {
      return new CloseableRegistry();
    } else if (type == LocalRecoveryConfig.class) {
      return noLocalRecovery();
    } else if (type.getSimpleName().endsWith("TrackingStateConfig")) { // of latency, from 2.1 on also of size
      return type.getMethod("disabled").invoke(null);
    } else if (type.getSimpleName().equals("TaskKvStateRegistry")) {
      return null; // no queryable state
    }
    throw new NoSuchMethodException("HeapKeyedStateBackendBuilder asks for a " + type.getName());
  }

  private static LocalRecoveryConfig noLocalRecovery() throws ReflectiveOperationException {
    try {
      return (LocalRecoveryConfig) LocalRecoveryConfig.class.getField("BACKUP_AND_RECOVERY_DISABLED").get(null);
    } catch (NoSuchFieldException before120) {
      return (LocalRecoveryConfig) LocalRecoveryConfig.class.getConstructors()[0].newInstance(new Object[] {null});
    }
  }

  private static Optional<Method> setKeyAndGroup() {
    try {
      return Optional.of(
          AbstractKeyedStateBackend.class.getMethod("setCurrentKeyAndKeyGroup", Object.class, int.class));
    } catch (NoSuchMethodException before20) {
      return Optional.empty();
    }
  }

  /** Whether the line has {@code setCurrentKeyAndKeyGroup}. */
  static boolean setsKeyAndGroup() {
    return SET_KEY_AND_GROUP.isPresent();
  }

  /** {@code setCurrentKeyAndKeyGroup} of a line that has it. */
  static void setKeyAndGroup(AbstractKeyedStateBackend<Object> backend, Object key, int group) throws Throwable {
    try {
      SET_KEY_AND_GROUP.orElseThrow().invoke(backend, key, group);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** Whether the line has {@code transformAll}. */
  static boolean transformsAll() {
    return TRANSFORM_ALL.isPresent();
  }

  /** {@code transformAll} of a line that has it. */
  static void transformAll(
      StateTable<Object, Object, Object> table, Object value, StateTransformationFunction<Object, Object> transformation)
      throws Throwable {
    try {
      TRANSFORM_ALL.orElseThrow().invoke(table, value, transformation);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** A snapshot in memory; nothing where there is no state. */
  static Optional<KeyedStateHandle> snapshot(HeapKeyedStateBackend<Object> backend) throws Throwable {
    RunnableFuture<SnapshotResult<KeyedStateHandle>> running =
        backend.snapshot(
            CHECKPOINT,
            CHECKPOINT,
            new MemCheckpointStreamFactory(Integer.MAX_VALUE),
            CheckpointOptions.forCheckpointWithDefaultLocation());
    running.run();
    try {
      return Optional.ofNullable(running.get().getJobManagerOwnedSnapshot());
    } catch (ExecutionException thrown) {
      throw thrown.getCause();
    }
  }

  /** The backend's tables by the names of their states, in the order of the names. */
  @SuppressWarnings("unchecked") // a private field, read by reflection
  static Map<String, StateTable<Object, Object, Object>> tables(AbstractKeyedStateBackend<?> backend) {
    try {
      Field field = HeapKeyedStateBackend.class.getDeclaredField("registeredKVStates");
      field.setAccessible(true);
      return new TreeMap<>((Map<String, StateTable<Object, Object, Object>>) field.get(backend));
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException("HeapKeyedStateBackend keeps its tables elsewhere on this line", changed);
    }
  }
}
