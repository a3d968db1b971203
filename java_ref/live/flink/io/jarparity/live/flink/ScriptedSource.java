package io.jarparity.live.flink;

import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source that does what its job's channel says: splits on the subtasks that are named, and records in the order given. */
final class ScriptedSource implements Source<String, ScriptedSplit, byte[]> {
  private static final long serialVersionUID = 1;

  private final String job;
  private final Map<String, Integer> splits;

  /**
   * A source.
   *
   * @param splits the subtask of each split that is there from the start
   */
  ScriptedSource(String job, Map<String, Integer> splits) {
    this.job = job;
    this.splits = Map.copyOf(splits);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<String, ScriptedSplit> createReader(SourceReaderContext context) {
    return new ScriptedReader(JobChannel.of(job).lane(context.getIndexOfSubtask()));
  }

  @Override
  public SplitEnumerator<ScriptedSplit, byte[]> createEnumerator(SplitEnumeratorContext<ScriptedSplit> context) {
    return new ScriptedEnumerator(job, context, splits);
  }

  @Override
  public SplitEnumerator<ScriptedSplit, byte[]> restoreEnumerator(
      SplitEnumeratorContext<ScriptedSplit> context, byte[] nothing) {
    // The readers have their splits from their own state.
    return new ScriptedEnumerator(job, context, Map.of());
  }

  @Override
  public SimpleVersionedSerializer<ScriptedSplit> getSplitSerializer() {
    return new ScriptedSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<byte[]> getEnumeratorCheckpointSerializer() {
    return new Bytes();
  }

  private record ScriptedEnumerator(
      String job, SplitEnumeratorContext<ScriptedSplit> context, Map<String, Integer> splits)
      implements SplitEnumerator<ScriptedSplit, byte[]> {
    @Override
    public void start() {
      JobChannel.of(job)
          .splitsBy((split, subtask) ->
              context.runInCoordinatorThread(() -> context.assignSplit(new ScriptedSplit(split), subtask)));
    }

    @Override
    public void handleSplitRequest(int subtask, String host) {
      throw new UnsupportedOperationException("scripted readers request no splits");
    }

    @Override
    public void addSplitsBack(List<ScriptedSplit> back, int subtask) {
      throw new UnsupportedOperationException("a scripted reader failed");
    }

    @Override
    public void addReader(int subtask) {
      // All in one message: a reader that has one of its splits has all of them.
      List<ScriptedSplit> own =
          splits.keySet().stream().filter(split -> splits.get(split) == subtask).sorted().map(ScriptedSplit::new).toList();
      if (!own.isEmpty()) {
        context.assignSplits(new SplitsAssignment<>(Map.of(subtask, own)));
      }
    }

    @Override
    public byte[] snapshotState(long checkpoint) {
      return new byte[0];
    }

    @Override
    public void close() {}
  }

  private static final class Bytes implements SimpleVersionedSerializer<byte[]> {
    @Override
    public int getVersion() {
      return 0;
    }

    @Override
    public byte[] serialize(byte[] bytes) {
      return bytes;
    }

    @Override
    public byte[] deserialize(int version, byte[] bytes) {
      return bytes;
    }
  }
}
