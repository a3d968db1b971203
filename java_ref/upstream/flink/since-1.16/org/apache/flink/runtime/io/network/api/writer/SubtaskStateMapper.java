package org.apache.flink.runtime.io.network.api.writer;

import io.jarparity.upstream.Python;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.runtime.checkpoint.RescaleMappings;

/** Stands in for Flink's mappers of in-flight records: which old subtasks a new one reads is the port's. */
public enum SubtaskStateMapper {
  ARBITRARY(false),
  FIRST(false),
  FULL(true),
  RANGE(true),
  ROUND_ROBIN(false),
  UNSUPPORTED(false);

  private final boolean ambiguous;

  SubtaskStateMapper(boolean ambiguous) {
    this.ambiguous = ambiguous;
  }

  public int[] getOldSubtasks(int newIndex, int oldParallelism, int newParallelism) {
    List<?> subtasks =
        (List<?>)
            Python.ask(
                "flink.rescale.in-flight",
                Map.of(
                    "mode", name(),
                    "newIndex", newIndex,
                    "oldParallelism", oldParallelism,
                    "newParallelism", newParallelism));
    return subtasks.stream().mapToInt(subtask -> (Integer) subtask).toArray();
  }

  public RescaleMappings getNewToOldSubtasksMapping(int oldParallelism, int newParallelism) {
    return RescaleMappings.of(
        IntStream.range(0, newParallelism)
            .mapToObj(newIndex -> getOldSubtasks(newIndex, oldParallelism, newParallelism)),
        oldParallelism);
  }

  public boolean isAmbiguous() {
    return ambiguous;
  }
}
