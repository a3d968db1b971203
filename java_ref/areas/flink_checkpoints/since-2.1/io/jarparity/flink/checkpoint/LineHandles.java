package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.filemerging.LogicalFile;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.changelog.StateChange;
import org.apache.flink.runtime.state.filemerging.DirectoryStreamStateHandle;
import org.apache.flink.runtime.state.filemerging.EmptyFileMergingOperatorStreamStateHandle;
import org.apache.flink.runtime.state.filemerging.EmptySegmentFileStateHandle;
import org.apache.flink.runtime.state.filemerging.FileMergingOperatorStreamStateHandle;
import org.apache.flink.runtime.state.filemerging.SegmentFileStateHandle;

/** Segments of merged files, and what else came after 1.16. */
final class LineHandles {
  private LineHandles() {}

  static Made<StreamStateHandle> segment(String type, Input in) {
    if (type.equals("empty-segment")) {
      return () -> EmptySegmentFileStateHandle.INSTANCE;
    }
    String path = in.field("path").text();
    long start = in.field("start").int64();
    long size = in.field("size").int64();
    CheckpointedStateScope scope = CheckpointedStateScope.valueOf(in.field("scope").text());
    String file = in.field("logicalFile").text();
    return () ->
        new SegmentFileStateHandle(new Path(path), start, size, scope, new LogicalFile.LogicalFileId(file));
  }

  static Made<OperatorStateHandle> merged(
      Input in, Map<String, OperatorStateHandle.StateMetaInfo> states, Made<StreamStateHandle> handle) {
    String owned = in.field("taskOwned").text();
    String shared = in.field("shared").text();
    boolean empty = in.field("empty").bool();
    return () -> {
      DirectoryStreamStateHandle ownedFolder = DirectoryStreamStateHandle.of(new Path(owned));
      DirectoryStreamStateHandle sharedFolder = DirectoryStreamStateHandle.of(new Path(shared));
      return empty
          ? new EmptyFileMergingOperatorStreamStateHandle(ownedFolder, sharedFolder, states, handle.make())
          : new FileMergingOperatorStreamStateHandle(ownedFolder, sharedFolder, states, handle.make());
    };
  }

  static Map<String, Object> json(StreamStateHandle handle) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (handle instanceof EmptySegmentFileStateHandle) {
      json.put("type", "empty-segment");
      return json;
    }
    SegmentFileStateHandle segment = (SegmentFileStateHandle) handle;
    json.put("type", "segment");
    json.put("path", segment.getFilePath().toString());
    json.put("start", Long.toString(segment.getStartPos()));
    json.put("size", Long.toString(segment.getStateSize()));
    json.put("scope", segment.getScope().name());
    json.put("logicalFile", segment.getLogicalFileId().getKeyString());
    return json;
  }

  static Map<String, Object> json(OperatorStateHandle handle) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (handle instanceof FileMergingOperatorStreamStateHandle merged) {
      json.put("type", "merged");
      json.put("taskOwned", merged.getTaskOwnedDirHandle().getDirectory().toString());
      json.put("shared", merged.getSharedDirHandle().getDirectory().toString());
      json.put("empty", handle instanceof EmptyFileMergingOperatorStreamStateHandle);
    } else {
      json.put("type", "partitionable");
    }
    return json;
  }

  static StateChange change(int group, byte[] change) {
    return group == StateChange.META_KEY_GROUP
        ? StateChange.ofMetadataChange(change)
        : StateChange.ofDataChange(group, change);
  }

  static StreamStateHandle meta(IncrementalRemoteKeyedStateHandle handle) {
    return handle.getMetaDataStateHandle();
  }
}
