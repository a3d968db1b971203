package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsSavepointStateHandle;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.StateHandleID;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateBackendHandle.ChangelogStateBackendHandleImpl;
import org.apache.flink.runtime.state.changelog.ChangelogStateHandle;
import org.apache.flink.runtime.state.changelog.ChangelogStateHandleStreamImpl;
import org.apache.flink.runtime.state.changelog.SequenceNumber;
import org.apache.flink.runtime.state.changelog.StateChange;
import org.apache.flink.runtime.state.changelog.inmemory.InMemoryChangelogStateHandle;
import org.apache.flink.runtime.state.filesystem.FileStateHandle;
import org.apache.flink.runtime.state.filesystem.RelativeFileStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/** Handles of state, from JSON. */
final class HandlesIn {
  private HandlesIn() {}

  static Made<ByteStreamStateHandle> bytes(Input in) {
    String name = in.field("name").text();
    byte[] data = in.field("data").hex();
    return () -> new ByteStreamStateHandle(name, data);
  }

  static Made<StreamStateHandle> stream(Input in) {
    if (in.isNull()) {
      return () -> null;
    }
    String type = in.field("type").text();
    switch (type) {
      case "bytes": {
        Made<ByteStreamStateHandle> bytes = bytes(in);
        return bytes::make;
      }
      case "file": {
        String path = in.field("path").text();
        long size = in.field("size").int64();
        return () -> new FileStateHandle(new Path(path), size);
      }
      case "relative": {
        String path = in.field("path").text();
        long size = in.field("size").int64();
        return () -> new RelativeFileStateHandle(new Path("/checkpoint"), path, size);
      }
      case "key-groups": {
        Made<KeyGroupRangeOffsets> offsets = Ranges.offsets(in);
        Made<StreamStateHandle> state = stream(in.field("handle"));
        return () -> new KeyGroupsStateHandle(offsets.make(), state.make());
      }
      default:
        return LineHandles.segment(type, in);
    }
  }

  static Made<KeyedStateHandle> keyed(Input in) {
    if (in.isNull()) {
      return () -> null;
    }
    String type = in.field("type").text();
    switch (type) {
      case "key-groups": {
        Made<KeyGroupRangeOffsets> offsets = Ranges.offsets(in);
        Made<StreamStateHandle> state = stream(in.field("handle"));
        StateHandleID id = id(in);
        return () -> KeyGroupsStateHandle.restore(offsets.make(), state.make(), id);
      }
      case "savepoint": {
        Made<KeyGroupRangeOffsets> offsets = Ranges.offsets(in);
        Made<StreamStateHandle> state = stream(in.field("handle"));
        return () -> new KeyGroupsSavepointStateHandle(offsets.make(), state.make());
      }
      case "incremental":
        return incremental(in);
      case "changelog":
        return changelog(in);
      case "changes-in-memory":
        return changesInMemory(in);
      case "changes-in-files":
        return changesInFiles(in);
      default:
        throw in.field("type").expected("a handle of keyed state");
    }
  }

  private static StateHandleID id(Input in) {
    return new StateHandleID(in.field("id").text());
  }

  private static Made<KeyedStateHandle> incremental(Input in) {
    UUID backend = UUID.fromString(in.field("backend").text());
    Made<KeyGroupRange> range = Ranges.in(in.field("range"));
    long checkpoint = in.field("checkpointId").int64();
    List<Made<HandleAndLocalPath>> shared = paths(in.field("shared"));
    List<Made<HandleAndLocalPath>> own = paths(in.field("private"));
    Made<StreamStateHandle> meta = stream(in.field("meta"));
    long size = in.field("checkpointedSize").int64();
    StateHandleID id = id(in);
    return () ->
        IncrementalRemoteKeyedStateHandle.restore(
            backend, range.make(), checkpoint, Made.all(shared), Made.all(own), meta.make(), size, id);
  }

  private static List<Made<HandleAndLocalPath>> paths(Input in) {
    List<Made<HandleAndLocalPath>> paths = new ArrayList<>();
    for (Input pair : in.items()) {
      String path = pair.items().get(0).text();
      Made<StreamStateHandle> handle = stream(pair.items().get(1));
      paths.add(() -> HandleAndLocalPath.of(handle.make(), path));
    }
    return paths;
  }

  private static Made<KeyedStateHandle> changelog(Input in) {
    Made<KeyGroupRange> range = Ranges.in(in.field("range"));
    List<Made<KeyedStateHandle>> base = new ArrayList<>();
    in.field("materialized").items().forEach(handle -> base.add(keyed(handle)));
    List<Made<ChangelogStateHandle>> changes = new ArrayList<>();
    for (Input change : in.field("changes").items()) {
      Made<KeyedStateHandle> handle = keyed(change);
      changes.add(() -> (ChangelogStateHandle) handle.make());
    }
    long checkpoint = in.field("checkpointId").int64();
    long materialization = in.field("materializationId").int64();
    long size = in.field("checkpointedSize").int64();
    StateHandleID id = id(in);
    return () -> {
      KeyGroupRange groups = range.make();
      return ChangelogStateBackendHandleImpl.restore(
          Made.all(base), Made.all(changes), groups, checkpoint, materialization, size, id);
    };
  }

  private static Made<KeyedStateHandle> changesInMemory(Input in) {
    Made<KeyGroupRange> range = Ranges.in(in.field("range"));
    List<Made<StateChange>> changes = new ArrayList<>();
    for (Input pair : in.field("changes").items()) {
      int group = pair.items().get(0).int32();
      byte[] change = pair.items().get(1).hex();
      changes.add(() -> LineHandles.change(group, change));
    }
    long from = in.field("from").int64();
    long to = in.field("to").int64();
    StateHandleID id = id(in);
    return () -> {
      KeyGroupRange groups = range.make();
      return InMemoryChangelogStateHandle.restore(
          Made.all(changes), SequenceNumber.of(from), SequenceNumber.of(to), groups, id);
    };
  }

  private static Made<KeyedStateHandle> changesInFiles(Input in) {
    Made<KeyGroupRange> range = Ranges.in(in.field("range"));
    List<Made<Tuple2<StreamStateHandle, Long>>> handles = new ArrayList<>();
    for (Input pair : in.field("handles").items()) {
      long offset = pair.items().get(0).int64();
      Made<StreamStateHandle> handle = stream(pair.items().get(1));
      handles.add(() -> Tuple2.of(handle.make(), offset));
    }
    long size = in.field("size").int64();
    long checkpointed = in.field("checkpointedSize").int64();
    String storage = in.field("storage").text();
    StateHandleID id = id(in);
    return () -> {
      KeyGroupRange groups = range.make();
      return ChangelogStateHandleStreamImpl.restore(
          Made.all(handles), groups, size, checkpointed, storage, id);
    };
  }

  static Made<OperatorStateHandle> operator(Input in) {
    if (in.isNull()) {
      return () -> null;
    }
    Map<String, OperatorStateHandle.StateMetaInfo> states = new LinkedHashMap<>();
    for (Input state : in.field("states").items()) {
      long[] offsets = Ranges.numbers(state.field("offsets")).stream().mapToLong(Long::longValue).toArray();
      OperatorStateHandle.Mode mode = OperatorStateHandle.Mode.valueOf(state.field("mode").text());
      states.put(state.field("name").text(), new OperatorStateHandle.StateMetaInfo(offsets, mode));
    }
    Made<StreamStateHandle> handle = stream(in.field("handle"));
    if (in.field("type").text().equals("partitionable")) {
      return () -> new OperatorStreamStateHandle(states, handle.make());
    }
    return LineHandles.merged(in, states, handle);
  }
}
