package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateAssignmentOperation;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** {@link StateAssignmentOperation} on keyed state: who restores which part of the snapshots. */
final class RescaledKeyedState {
  private RescaledKeyedState() {}

  /** The parallelisms before and after, and the old subtasks that report nothing. */
  record Rescale(int maxParallelism, int oldParallelism, int newParallelism, Set<Integer> finished) {
    static Rescale read(Input in) {
      Set<Integer> finished = new HashSet<>();
      in.optional("finished").ifPresent(all -> all.items().forEach(subtask -> finished.add(subtask.int32())));
      return new Rescale(
          in.field("maxParallelism").int32(),
          in.field("oldParallelism").int32(),
          in.field("newParallelism").int32(),
          finished);
    }

    /** The key groups of every old subtask. */
    List<KeyGroupRange> before() {
      return StateAssignmentOperation.createKeyGroupPartitions(maxParallelism, oldParallelism);
    }

    /** The key groups of every new subtask. */
    List<KeyGroupRange> after() {
      return StateAssignmentOperation.createKeyGroupPartitions(maxParallelism, newParallelism);
    }

    /** What the coordinator of checkpoints knows once every old subtask that is not finished has reported. */
    OperatorState state(List<KeyedStateHandle> reported) throws ReflectiveOperationException {
      OperatorState state = operatorState(oldParallelism, maxParallelism);
      for (int subtask = 0; subtask < reported.size(); subtask++) {
        if (!finished.contains(subtask)) {
          KeyedStateHandle handle = reported.get(subtask);
          state.putState(subtask, OperatorSubtaskState.builder().setManagedKeyedState(handle).build());
        }
      }
      return state;
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.rescale.partitions", in -> {
      Rescale rescale = Rescale.read(in);
      return () -> json(rescale.after());
    });
    registry.operation("flink.rescale.keyed-state", in -> {
      Rescale rescale = Rescale.read(in);
      return () -> {
        List<KeyedStateHandle> reported = new ArrayList<>();
        for (KeyGroupRange groups : rescale.before()) {
          reported.add(snapshot(groups));
        }
        OperatorState state = rescale.state(reported);
        List<List<Map<String, Object>>> subtasks = new ArrayList<>();
        for (KeyGroupRange groups : rescale.after()) {
          List<KeyGroupRange> pieces = new ArrayList<>();
          for (KeyedStateHandle handle : StateAssignmentOperation.getManagedKeyedStateHandles(state, groups)) {
            pieces.add(handle.getKeyGroupRange());
          }
          subtasks.add(json(pieces));
        }
        return subtasks;
      };
    });
  }

  /** A snapshot of these key groups, without content. */
  private static KeyedStateHandle snapshot(KeyGroupRange groups) {
    return new KeyGroupsStateHandle(new KeyGroupRangeOffsets(groups), new ByteStreamStateHandle("s", new byte[0]));
  }

  /** From 2.0 on the constructor takes the operator's name and uid, too. */
  private static OperatorState operatorState(int parallelism, int maxParallelism) throws ReflectiveOperationException {
    for (Constructor<?> constructor : OperatorState.class.getConstructors()) {
      Object[] named = {null, null, new OperatorID(), parallelism, maxParallelism};
      Object[] unnamed = {new OperatorID(), parallelism, maxParallelism};
      for (Object[] arguments : List.of(named, unnamed)) {
        if (constructor.getParameterCount() == arguments.length) {
          return (OperatorState) constructor.newInstance(arguments);
        }
      }
    }
    throw new NoSuchMethodException("no constructor of OperatorState is known");
  }

  private static List<Map<String, Object>> json(List<KeyGroupRange> ranges) {
    return ranges.stream().map(KeyGroupRanges::json).toList();
  }
}
