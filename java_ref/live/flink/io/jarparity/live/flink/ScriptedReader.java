package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * A subtask of the scripted source: takes the instructions of its lane, one after the other.
 *
 * <p>An instruction is a list of changes, made together: no periodic emission comes between them. A change is a record of
 * a split, which {@link ScriptedWatermarks} may understand as a watermark; {@code release} ends a split. Then the
 * instruction's end is emitted, after a periodic emission if {@code ticks} says so: whoever sees it has seen all before.
 */
final class ScriptedReader implements SourceReader<String, ScriptedSplit> {
  private final Lane lane;
  private final Map<String, ScriptedSplit> splits = new HashMap<>();
  private boolean made;
  private long ticksBefore;

  ScriptedReader(Lane lane) {
    this.lane = lane;
    ScriptedWatermarks.belongTo(lane);
  }

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<String> output) {
    lane.watch();
    JsonNode instruction = lane.first();
    if (instruction == null) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    if (!made) {
      if (!hasSplits(instruction)) {
        return InputStatus.NOTHING_AVAILABLE;
      }
      instruction.get("changes").forEach(change -> make(change, output));
      made = true;
      ticksBefore = lane.ticks();
    }
    if (instruction.path("ticks").asBoolean() && lane.ticks() == ticksBefore) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    output.collect("{\"op\":\"end\",\"step\":%d}".formatted(instruction.get("step").asInt()));
    made = false;
    lane.done();
    return InputStatus.MORE_AVAILABLE;
  }

  private boolean hasSplits(JsonNode instruction) {
    for (JsonNode change : instruction.get("changes")) {
      if (!splits.containsKey(change.get("split").asText())) {
        return false;
      }
    }
    return true;
  }

  private void make(JsonNode change, ReaderOutput<String> output) {
    String split = change.get("split").asText();
    if (change.get("op").asText().equals("release")) {
      splits.remove(split);
      output.releaseOutputForSplit(split);
    } else {
      output.createOutputForSplit(split).collect(change.toString());
    }
  }

  @Override
  public List<ScriptedSplit> snapshotState(long checkpoint) {
    return new ArrayList<>(splits.values());
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return lane.changed();
  }

  @Override
  public void addSplits(List<ScriptedSplit> added) {
    added.forEach(split -> splits.put(split.splitId(), split));
    lane.wake();
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public void close() {}
}
