package io.jarparity.prekeyed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.LocalRecoveryConfig;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.UncompressedStreamCompressionDecorator;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackendBuilder;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueSetFactory;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.runtime.state.metrics.LatencyTrackingStateConfig;
import org.apache.flink.runtime.state.metrics.SizeTrackingStateConfig;
import org.apache.flink.runtime.state.ttl.TtlTimeProvider;
import org.apache.flink.util.IOUtils;

/** One task of the keyed operator: its assigner, and the real heap backend that it binds state to. */
final class Task implements AutoCloseable {
  private static final String STATE = "value";
  private static final int MOST_BYTES = 1 << 24;

  private final Assigner assigner;
  private final CloseableRegistry resources = new CloseableRegistry();
  private final KeyGroupRange own;
  private final AbstractKeyedStateBackend<String> backend;
  private final ValueState<String> state;

  Task(int maxParallelism, KeyGroupRange own, Collection<KeyedStateHandle> snapshots) throws Exception {
    this.own = own;
    this.assigner = new Assigner(own);
    this.backend =
        new HeapKeyedStateBackendBuilder<>(
            null,
            StringSerializer.INSTANCE,
            Task.class.getClassLoader(),
            maxParallelism,
            own,
            new ExecutionConfig(),
            TtlTimeProvider.DEFAULT,
            LatencyTrackingStateConfig.disabled(),
            SizeTrackingStateConfig.disabled(),
            snapshots,
            UncompressedStreamCompressionDecorator.INSTANCE,
            LocalRecoveryConfig.BACKUP_AND_RECOVERY_DISABLED,
            new HeapPriorityQueueSetFactory(own, maxParallelism, 128),
            true,
            resources)
            .build();
    this.state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new ValueStateDescriptor<>(STATE, StringSerializer.INSTANCE));
  }

  Assigner assigner() {
    return assigner;
  }

  /** The value before, of the key in its split's group; then it is the new one, if there is one to be. */
  String process(String key, int group, boolean update, String value) throws Exception {
    backend.setCurrentKeyAndKeyGroup(key, group);
    String before = state.value();
    if (update) {
      state.update(value);
    }
    return before;
  }

  /** By key group all keys with their values, in order. A key may have a value in several groups. */
  Map<String, Object> dump() throws Exception {
    List<String> keys;
    try (Stream<String> found = backend.getKeys(STATE, VoidNamespace.INSTANCE)) {
      keys = found.sorted().distinct().toList();
    }
    Map<String, Object> groups = new TreeMap<>(Comparator.comparingInt(Integer::parseInt));
    for (int group : own) {
      List<List<String>> entries = new ArrayList<>();
      for (String key : keys) {
        backend.setCurrentKeyAndKeyGroup(key, group);
        String value = state.value();
        if (value != null) {
          entries.add(List.of(key, value));
        }
      }
      if (!entries.isEmpty()) {
        groups.put(Integer.toString(group), entries);
      }
    }
    return groups;
  }

  KeyedStateHandle snapshot() throws Exception {
    var made =
        backend.snapshot(
            1, 0, new MemCheckpointStreamFactory(MOST_BYTES), CheckpointOptions.forCheckpointWithDefaultLocation());
    made.run();
    SnapshotResult<KeyedStateHandle> result = made.get();
    return result.getJobManagerOwnedSnapshot();
  }

  @Override
  public void close() {
    IOUtils.closeQuietly(backend);
    backend.dispose();
    IOUtils.closeQuietly(resources);
  }
}
