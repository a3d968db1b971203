import java.util.List;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.StateSerializerProvider;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.apache.flink.runtime.state.restore.FullSnapshotRestoreOperation;
import org.apache.flink.runtime.state.restore.KeyGroup;
import org.apache.flink.runtime.state.restore.KeyGroupEntry;
import org.apache.flink.runtime.state.restore.SavepointRestoreResult;
import org.apache.flink.runtime.state.restore.ThrowingIterator;

/** What reads a canonical savepoint in every backend: the original's own operation, from memory. */
public final class Savepoints {
  private Savepoints() {}

  /** Each pair once; what is counted of them goes into {@code out}: pairs, bytes, and the sum of the values' last bytes. */
  public static long read(byte[] data, long[] offsets, int[] out) throws Exception {
    KeyGroupRangeOffsets groups = new KeyGroupRangeOffsets(new KeyGroupRange(0, offsets.length - 1), offsets);
    long start = System.nanoTime();
    FullSnapshotRestoreOperation<Long> operation =
        new FullSnapshotRestoreOperation<>(
            new KeyGroupRange(0, offsets.length - 1),
            Savepoints.class.getClassLoader(),
            List.of(new KeyGroupsSavepointStateHandle(groups, new ByteStreamStateHandle("stream", data))),
            StateSerializerProvider.fromNewRegisteredSerializer(LongSerializer.INSTANCE));
    int pairs = 0;
    int bytes = 0;
    int last = 0;
    try (ThrowingIterator<SavepointRestoreResult> results = operation.restore()) {
      while (results.hasNext()) {
        try (ThrowingIterator<KeyGroup> restored = results.next().getRestoredKeyGroups()) {
          while (restored.hasNext()) {
            try (ThrowingIterator<KeyGroupEntry> entries = restored.next().getKeyGroupEntries()) {
              while (entries.hasNext()) {
                KeyGroupEntry entry = entries.next();
                pairs++;
                bytes += entry.getKey().length + entry.getValue().length;
                last += entry.getValue()[entry.getValue().length - 1];
              }
            }
          }
        }
      }
    }
    long taken = System.nanoTime() - start;
    out[0] = pairs;
    out[1] = bytes;
    out[2] = last;
    return taken;
  }
}
