package io.jarparity.live.flink;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source that does what its stage tells it: splits on the subtasks that are named, and records in the order given. */
final class ScriptedSource implements Source<String, ScriptedSplit, byte[]> {
  private static final long serialVersionUID = 1;

  private final String stage;
  private final Map<String, Integer> splits;

  /**
   * A source.
   *
   * @param splits the subtask of each split that is there from the start
   */
  ScriptedSource(String stage, Map<String, Integer> splits) {
    this.stage = stage;
    this.splits = Map.copyOf(splits);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SourceReader<String, ScriptedSplit> createReader(SourceReaderContext context) {
    return new ScriptedReader(Stage.of(stage).lane(context.getIndexOfSubtask()));
  }

  @Override
  public SplitEnumerator<ScriptedSplit, byte[]> createEnumerator(SplitEnumeratorContext<ScriptedSplit> context) {
    return new ScriptedEnumerator(context, splits);
  }

  @Override
  public SplitEnumerator<ScriptedSplit, byte[]> restoreEnumerator(
      SplitEnumeratorContext<ScriptedSplit> context, byte[] nothing) {
    // The readers have their splits from their own state.
    return new ScriptedEnumerator(context, Map.of());
  }

  @Override
  public SimpleVersionedSerializer<ScriptedSplit> getSplitSerializer() {
    return new ScriptedSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<byte[]> getEnumeratorCheckpointSerializer() {
    return new Bytes();
  }

  private record ScriptedEnumerator(SplitEnumeratorContext<ScriptedSplit> context, Map<String, Integer> splits)
      implements SplitEnumerator<ScriptedSplit, byte[]> {
    @Override
    public void start() {}

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
      splits.entrySet().stream()
          .filter(split -> split.getValue() == subtask)
          .map(Map.Entry::getKey)
          .sorted()
          .collect(Collectors.toList())
          .forEach(split -> context.assignSplit(new ScriptedSplit(split), subtask));
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
