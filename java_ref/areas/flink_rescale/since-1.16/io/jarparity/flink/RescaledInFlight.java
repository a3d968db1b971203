package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.Arrays;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;

/** {@link SubtaskStateMapper}: which old subtasks' in-flight records a new subtask reads. */
final class RescaledInFlight {
  private RescaledInFlight() {}

  static void register(Registry registry) {
    registry.operation("flink.rescale.in-flight", in -> {
      SubtaskStateMapper mapper = mapper(in.field("mode"));
      int oldParallelism = in.field("oldParallelism").int32();
      int newParallelism = in.field("newParallelism").int32();
      int newIndex = in.field("newIndex").int32();
      return () ->
          Arrays.stream(mapper.getOldSubtasks(newIndex, oldParallelism, newParallelism)).boxed().toList();
    });
  }

  private static SubtaskStateMapper mapper(Input mode) {
    for (SubtaskStateMapper known : SubtaskStateMapper.values()) {
      if (known.name().equals(mode.text())) {
        return known;
      }
    }
    throw mode.expected("one of " + Arrays.toString(SubtaskStateMapper.values()));
  }
}
