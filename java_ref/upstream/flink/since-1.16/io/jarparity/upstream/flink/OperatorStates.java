package io.jarparity.upstream.flink;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle.Mode;
import org.apache.flink.runtime.state.OperatorStateHandle.StateMetaInfo;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/** Operator state of all subtasks on its way to the port: each file has a name by which it comes back. */
public final class OperatorStates {
  private final List<List<OperatorStateHandle>> subtasks;
  private final List<Object> documents = new ArrayList<>();
  private final Map<StreamStateHandle, String> names = new LinkedHashMap<>();
  private final Map<String, StreamStateHandle> files = new HashMap<>();

  /** Names the files of the subtasks' states; a subtask without any may be null. */
  public OperatorStates(List<List<OperatorStateHandle>> subtasks) {
    this.subtasks = subtasks;
    for (List<OperatorStateHandle> handles : subtasks) {
      documents.add(handles == null ? List.of() : handles.stream().map(this::document).toList());
    }
  }

  /** The states as the port redistributes them; a subtask whose states stay keeps its list. */
  public List<List<OperatorStateHandle>> redistributed(int oldParallelism, int newParallelism) {
    Object answer =
        Python.ask(
            "flink.rescale.operator-state",
            Map.of("oldParallelism", oldParallelism, "newParallelism", newParallelism, "subtasks", documents));
    List<List<OperatorStateHandle>> redistributed = new ArrayList<>();
    for (Object handles : (List<?>) answer) {
      int place = redistributed.size();
      boolean stays = place < documents.size() && documents.get(place).equals(handles);
      redistributed.add(stays && subtasks.get(place) != null ? subtasks.get(place) : read((List<?>) handles));
    }
    return redistributed;
  }

  private Map<String, Object> document(OperatorStateHandle handle) {
    StreamStateHandle file = handle.getDelegateStateHandle();
    String name = names.computeIfAbsent(file, unnamed -> String.format("file-%06d", names.size()));
    files.put(name, file);
    Map<String, Object> states = new LinkedHashMap<>();
    handle
        .getStateNameToPartitionOffsets()
        .forEach(
            (state, info) ->
                states.put(
                    state,
                    Map.of(
                        "mode", info.getDistributionMode().name(),
                        "offsets", Arrays.stream(info.getOffsets()).mapToObj(Long::toString).toList())));
    return Map.of("handle", name, "states", states);
  }

  private List<OperatorStateHandle> read(List<?> handles) {
    List<OperatorStateHandle> read = new ArrayList<>();
    for (Object handle : handles) {
      Map<String, Object> fields = Python.object(handle);
      Map<String, StateMetaInfo> states = new HashMap<>();
      Python.object(fields.get("states")).forEach((name, state) -> states.put(name, info(Python.object(state))));
      read.add(new OperatorStreamStateHandle(states, files.get(fields.get("handle"))));
    }
    return read;
  }

  private static StateMetaInfo info(Map<String, Object> state) {
    long[] offsets = ((List<?>) state.get("offsets")).stream().mapToLong(text -> Long.parseLong((String) text)).toArray();
    return new StateMetaInfo(offsets, Mode.valueOf((String) state.get("mode")));
  }
}
