package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.FinishedOperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** Operators and their subtasks; {@code "subtasks": null} is an operator that had finished, and so is a subtask. */
final class Operators {
  private Operators() {}

  static Made<OperatorState> in(Input in) {
    String name = text(in.field("name"));
    String uid = text(in.field("uid"));
    byte[] id = in.field("id").hex();
    int parallelism = in.field("parallelism").int32();
    int maxParallelism = in.field("maxParallelism").int32();
    Made<ByteStreamStateHandle> coordinator =
        in.field("coordinator").isNull() ? null : HandlesIn.bytes(in.field("coordinator"));
    Map<Integer, Made<OperatorSubtaskState>> subtasks = new LinkedHashMap<>();
    boolean finished = in.field("subtasks").isNull();
    if (!finished) {
      in.field("subtasks").fields().forEach((index, subtask) -> subtasks.put(Integer.valueOf(index), subtask(subtask)));
    }
    return () -> {
      OperatorState operator =
          OperatorStates.of(name, uid, new OperatorID(id), parallelism, maxParallelism, finished);
      if (coordinator != null) {
        operator.setCoordinatorState(coordinator.make());
      }
      for (Map.Entry<Integer, Made<OperatorSubtaskState>> subtask : subtasks.entrySet()) {
        operator.putState(subtask.getKey(), subtask.getValue().make());
      }
      return operator;
    };
  }

  private static String text(Input in) {
    return in.isNull() ? null : in.text();
  }

  private static Made<OperatorSubtaskState> subtask(Input in) {
    if (in.isNull()) {
      return () -> FinishedOperatorSubtaskState.INSTANCE;
    }
    Made<OperatorStateHandle> managedOperator = HandlesIn.operator(in.field("managedOperator"));
    Made<OperatorStateHandle> rawOperator = HandlesIn.operator(in.field("rawOperator"));
    Made<KeyedStateHandle> managedKeyed = HandlesIn.keyed(in.field("managedKeyed"));
    Made<KeyedStateHandle> rawKeyed = HandlesIn.keyed(in.field("rawKeyed"));
    Made<OperatorSubtaskState.Builder> channels =
        Channels.in(in.field("inputChannels").items(), in.field("outputChannels").items());
    return () -> {
      StateObjectCollection<OperatorStateHandle> managed = StateObjectCollection.singletonOrEmpty(managedOperator.make());
      StateObjectCollection<OperatorStateHandle> raw = StateObjectCollection.singletonOrEmpty(rawOperator.make());
      StateObjectCollection<KeyedStateHandle> keyed = StateObjectCollection.singletonOrEmpty(managedKeyed.make());
      StateObjectCollection<KeyedStateHandle> rawKeys = StateObjectCollection.singletonOrEmpty(rawKeyed.make());
      return channels
          .make()
          .setManagedOperatorState(managed)
          .setRawOperatorState(raw)
          .setManagedKeyedState(keyed)
          .setRawKeyedState(rawKeys)
          .build();
    };
  }

  static Map<String, Object> out(OperatorState operator, HandlesOut handles) {
    Map<String, Object> json = new LinkedHashMap<>();
    OperatorStates.names(operator, json);
    json.put("id", operator.getOperatorID().toHexString());
    json.put("parallelism", operator.getParallelism());
    json.put("maxParallelism", operator.getMaxParallelism());
    json.put("coordinator", handles.stream(operator.getCoordinatorState()));
    Map<String, Object> subtasks = new LinkedHashMap<>();
    for (Map.Entry<Integer, OperatorSubtaskState> subtask : operator.getSubtaskStates().entrySet()) {
      subtasks.put(subtask.getKey().toString(), out(subtask.getValue(), handles));
    }
    json.put("subtasks", operator.isFullyFinished() ? null : subtasks);
    return json;
  }

  private static Map<String, Object> out(OperatorSubtaskState subtask, HandlesOut handles) {
    if (subtask.isFinished()) {
      return null;
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("managedOperator", handles.operator(only(subtask.getManagedOperatorState())));
    json.put("rawOperator", handles.operator(only(subtask.getRawOperatorState())));
    json.put("managedKeyed", handles.keyed(only(subtask.getManagedKeyedState())));
    json.put("rawKeyed", handles.keyed(only(subtask.getRawKeyedState())));
    json.put("inputChannels", Channels.out(subtask.getInputChannelState(), handles));
    json.put("outputChannels", Channels.out(subtask.getResultSubpartitionState(), handles));
    return json;
  }

  private static <T> T only(Iterable<T> handles) {
    var all = handles.iterator();
    return all.hasNext() ? all.next() : null;
  }
}
