package io.jarparity.flink.checkpoint;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateBackendHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateHandleStreamImpl;
import org.apache.flink.runtime.state.changelog.inmemory.InMemoryChangelogStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.filesystem.RelativeFileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** Handles of state, as JSON. */
final class HandlesOut {
  private static final HexFormat HEX = HexFormat.of();

  private final List<String> before;
  private final List<String> ids = new ArrayList<>();

  /** Writes ids of handles only where an earlier reading of the same bytes gave the same; else they are random. */
  HandlesOut(List<String> before) {
    this.before = before;
  }

  List<String> ids() {
    return ids;
  }

  private String id(KeyedStateHandle handle) {
    String id = handle.getStateHandleId().getKeyString();
    ids.add(id);
    return before.size() >= ids.size() && before.get(ids.size() - 1).equals(id) ? id : null;
  }

  private static Map<String, Object> typed(String type) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", type);
    return json;
  }

  Map<String, Object> stream(StreamStateHandle handle) {
    if (handle == null) {
      return null;
    }
    if (handle instanceof RelativeFileStateHandle relative) {
      Map<String, Object> json = typed("relative");
      json.put("path", relative.getRelativePath());
      json.put("size", Long.toString(relative.getStateSize()));
      return json;
    }
    if (handle instanceof FileStateHandle file) {
      Map<String, Object> json = typed("file");
      json.put("path", file.getFilePath().toString());
      json.put("size", Long.toString(file.getStateSize()));
      return json;
    }
    if (handle instanceof ByteStreamStateHandle bytes) {
      Map<String, Object> json = typed("bytes");
      json.put("name", bytes.getHandleName());
      json.put("data", HEX.formatHex(bytes.getData()));
      return json;
    }
    if (handle instanceof KeyGroupsStateHandle groups) {
      return groups("key-groups", groups);
    }
    return LineHandles.json(handle);
  }

  private Map<String, Object> groups(String type, KeyGroupsStateHandle groups) {
    Map<String, Object> json = typed(type);
    json.put("range", Ranges.out(groups.getKeyGroupRange()));
    json.put("offsets", Ranges.out(groups.getGroupRangeOffsets()));
    json.put("handle", stream(groups.getDelegateStateHandle()));
    return json;
  }

  Map<String, Object> keyed(KeyedStateHandle handle) {
    if (handle == null) {
      return null;
    }
    if (handle instanceof KeyGroupsSavepointStateHandle savepoint) {
      return groups("savepoint", savepoint);
    }
    if (handle instanceof KeyGroupsStateHandle groups) {
      Map<String, Object> json = groups("key-groups", groups);
      json.put("id", id(handle));
      return json;
    }
    if (handle instanceof IncrementalRemoteKeyedStateHandle incremental) {
      Map<String, Object> json = ranged("incremental", handle);
      json.put("checkpointId", Long.toString(incremental.getCheckpointId()));
      json.put("backend", incremental.getBackendIdentifier().toString());
      json.put("checkpointedSize", Long.toString(incremental.getCheckpointedSize()));
      json.put("meta", stream(LineHandles.meta(incremental)));
      json.put("shared", paths(incremental.getSharedState()));
      json.put("private", paths(incremental.getPrivateState()));
      return json;
    }
    if (handle instanceof ChangelogStateBackendHandle changelog) {
      Map<String, Object> json = ranged("changelog", handle);
      json.put("checkpointId", Long.toString(changelog.getCheckpointId()));
      json.put("materializationId", Long.toString(changelog.getMaterializationID()));
      json.put("checkpointedSize", Long.toString(changelog.getCheckpointedSize()));
      json.put("materialized", changelog.getMaterializedStateHandles().stream().map(this::keyed).toList());
      json.put("changes", changelog.getNonMaterializedStateHandles().stream().map(this::keyed).toList());
      return json;
    }
    if (handle instanceof InMemoryChangelogStateHandle changes) {
      Map<String, Object> json = ranged("changes-in-memory", handle);
      json.put("from", Long.toString(changes.getFrom()));
      json.put("to", Long.toString(changes.getTo()));
      json.put(
          "changes",
          changes.getChanges().stream()
              .map(change -> List.<Object>of(change.getKeyGroup(), HEX.formatHex(change.getChange())))
              .toList());
      return json;
    }
    ChangelogStateHandleStreamImpl changes = (ChangelogStateHandleStreamImpl) handle;
    Map<String, Object> json = ranged("changes-in-files", handle);
    List<Object> handles = new ArrayList<>();
    changes.getHandlesAndOffsets().forEach(pair -> handles.add(pair(pair.f1.toString(), stream(pair.f0))));
    json.put("handles", handles);
    json.put("size", Long.toString(changes.getStateSize()));
    json.put("checkpointedSize", Long.toString(changes.getCheckpointedSize()));
    json.put("storage", changes.getStorageIdentifier());
    return json;
  }

  private Map<String, Object> ranged(String type, KeyedStateHandle handle) {
    Map<String, Object> json = typed(type);
    json.put("range", Ranges.out(handle.getKeyGroupRange()));
    json.put("id", id(handle));
    return json;
  }

  private List<Object> paths(List<HandleAndLocalPath> paths) {
    List<Object> pairs = new ArrayList<>();
    paths.forEach(path -> pairs.add(pair(path.getLocalPath(), stream(path.getHandle()))));
    return pairs;
  }

  private static List<Object> pair(String first, Object second) {
    List<Object> pair = new ArrayList<>();
    pair.add(first);
    pair.add(second);
    return pair;
  }

  Map<String, Object> operator(OperatorStateHandle handle) {
    if (handle == null) {
      return null;
    }
    Map<String, Object> json = LineHandles.json(handle);
    List<Object> states = new ArrayList<>();
    handle
        .getStateNameToPartitionOffsets()
        .forEach(
            (name, state) -> {
              List<String> offsets = new ArrayList<>();
              for (long offset : state.getOffsets()) {
                offsets.add(Long.toString(offset));
              }
              states.add(Map.of("name", name, "mode", state.getDistributionMode().name(), "offsets", offsets));
            });
    json.put("states", states);
    json.put("handle", stream(handle.getDelegateStateHandle()));
    return json;
  }
}
