package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.RoundRobinOperatorStateRepartitioner;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** {@link RoundRobinOperatorStateRepartitioner}: who restores which elements of operator state. */
final class RescaledOperatorState {
  private static final Comparator<OperatorStateHandle> BY_NAME = Comparator.comparing(RescaledOperatorState::name);

  private RescaledOperatorState() {}

  static void register(Registry registry) {
    registry.operation("flink.rescale.operator-state", in -> {
      int oldParallelism = in.field("oldParallelism").int32();
      int newParallelism = in.field("newParallelism").int32();
      List<List<OperatorStateHandle>> subtasks = new ArrayList<>();
      for (Input subtask : in.field("subtasks").items()) {
        subtasks.add(new ArrayList<>(subtask.items().stream().map(RescaledOperatorState::handle).toList()));
      }
      return () ->
          RoundRobinOperatorStateRepartitioner.INSTANCE
              .repartitionState(subtasks, oldParallelism, newParallelism)
              .stream()
              .map(handles -> handles.stream().sorted(BY_NAME).map(RescaledOperatorState::json).toList())
              .toList();
    });
  }

  private static OperatorStateHandle handle(Input in) {
    Map<String, Input> found = in.field("states").fields();
    Map<String, OperatorStateHandle.StateMetaInfo> states = new HashMap<>();
    Optional<Input> order = in.optional("order");
    if (order.isPresent()) {
      // A real checkpoint's map has its own size and history: its order is told.
      states = new LinkedHashMap<>();
      for (Input name : order.get().items()) {
        states.put(name.text(), metaInfo(found.get(name.text())));
      }
    } else {
      // A JSON object has no order, but a HashMap's depends on it: by name.
      for (Map.Entry<String, Input> state : new TreeMap<>(found).entrySet()) {
        states.put(state.getKey(), metaInfo(state.getValue()));
      }
    }
    return new OperatorStreamStateHandle(states, new ByteStreamStateHandle(in.field("handle").text(), new byte[0]));
  }

  private static OperatorStateHandle.StateMetaInfo metaInfo(Input state) {
    Input mode = state.field("mode");
    for (OperatorStateHandle.Mode known : OperatorStateHandle.Mode.values()) {
      if (known.name().equals(mode.text())) {
        long[] offsets = state.field("offsets").items().stream().mapToLong(Input::int64).toArray();
        return new OperatorStateHandle.StateMetaInfo(offsets, known);
      }
    }
    throw mode.expected("one of " + Arrays.toString(OperatorStateHandle.Mode.values()));
  }

  private static String name(OperatorStateHandle handle) {
    return ((ByteStreamStateHandle) handle.getDelegateStateHandle()).getHandleName();
  }

  private static Map<String, Object> json(OperatorStateHandle handle) {
    Map<String, Object> states = new LinkedHashMap<>();
    handle.getStateNameToPartitionOffsets().forEach((name, info) -> {
      Map<String, Object> state = new LinkedHashMap<>();
      state.put("mode", info.getDistributionMode().name());
      state.put("offsets", Arrays.stream(info.getOffsets()).mapToObj(Long::toString).toList());
      states.put(name, state);
    });
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("handle", name(handle));
    json.put("states", states);
    return json;
  }
}
