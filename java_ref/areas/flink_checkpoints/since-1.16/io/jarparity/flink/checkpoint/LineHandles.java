package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.changelog.StateChange;

/**
 * What came between 1.16 and 1.20, found by name, for both are compiled against 1.16: segments of merged files. The kit
 * doesn't ask 1.16 for them.
 */
final class LineHandles {
  private static final String MERGING = "org.apache.flink.runtime.state.filemerging.";
  private static final String FILE_ID = "org.apache.flink.runtime.checkpoint.filemerging.LogicalFile$LogicalFileId";

  private LineHandles() {}

  static Made<StreamStateHandle> segment(String type, Input in) {
    if (type.equals("empty-segment")) {
      return () ->
          (StreamStateHandle) named(MERGING + "EmptySegmentFileStateHandle").getField("INSTANCE").get(null);
    }
    String path = in.field("path").text();
    long start = in.field("start").int64();
    long size = in.field("size").int64();
    CheckpointedStateScope scope = CheckpointedStateScope.valueOf(in.field("scope").text());
    String file = in.field("logicalFile").text();
    return () ->
        (StreamStateHandle)
            made(MERGING + "SegmentFileStateHandle", new Path(path), start, size, scope, made(FILE_ID, file));
  }

  static Made<OperatorStateHandle> merged(
      Input in, Map<String, OperatorStateHandle.StateMetaInfo> states, Made<StreamStateHandle> handle) {
    String owned = in.field("taskOwned").text();
    String shared = in.field("shared").text();
    String name = (in.field("empty").bool() ? "Empty" : "") + "FileMergingOperatorStreamStateHandle";
    return () -> {
      Object ownedFolder = made(MERGING + "DirectoryStreamStateHandle", new Path(owned));
      Object sharedFolder = made(MERGING + "DirectoryStreamStateHandle", new Path(shared));
      return (OperatorStateHandle) made(MERGING + name, ownedFolder, sharedFolder, states, handle.make());
    };
  }

  static Map<String, Object> json(StreamStateHandle handle) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (handle.getClass().getSimpleName().equals("EmptySegmentFileStateHandle")) {
      json.put("type", "empty-segment");
      return json;
    }
    json.put("type", "segment");
    json.put("path", got(handle, "getFilePath").toString());
    json.put("start", got(handle, "getStartPos").toString());
    json.put("size", Long.toString(handle.getStateSize()));
    json.put("scope", got(handle, "getScope").toString());
    json.put("logicalFile", got(got(handle, "getLogicalFileId"), "getKeyString"));
    return json;
  }

  static Map<String, Object> json(OperatorStateHandle handle) {
    Map<String, Object> json = new LinkedHashMap<>();
    if (handle.getClass().getSimpleName().endsWith("FileMergingOperatorStreamStateHandle")) {
      json.put("type", "merged");
      json.put("taskOwned", got(got(handle, "getTaskOwnedDirHandle"), "getDirectory").toString());
      json.put("shared", got(got(handle, "getSharedDirHandle"), "getDirectory").toString());
      json.put("empty", handle.getClass().getSimpleName().startsWith("Empty"));
    } else {
      json.put("type", "partitionable");
    }
    return json;
  }

  /** Its constructor is public on 1.16; later there is one method for data, and one for metadata. */
  static StateChange change(int group, byte[] change) throws Exception {
    for (Method method : StateChange.class.getMethods()) {
      if (group == -1 && method.getName().equals("ofMetadataChange")) {
        return (StateChange) method.invoke(null, (Object) change);
      }
      if (group != -1 && method.getName().equals("ofDataChange")) {
        return (StateChange) method.invoke(null, group, change);
      }
    }
    return new StateChange(group, change);
  }

  static StreamStateHandle meta(IncrementalRemoteKeyedStateHandle handle) {
    boolean early = has(handle, "getMetaStateHandle");
    return (StreamStateHandle) got(handle, early ? "getMetaStateHandle" : "getMetaDataStateHandle");
  }

  private static boolean has(Object of, String method) {
    for (Method each : of.getClass().getMethods()) {
      if (each.getName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  private static Class<?> named(String name) throws ClassNotFoundException {
    return Class.forName(name, true, LineHandles.class.getClassLoader());
  }

  private static Object made(String name, Object... arguments) throws Exception {
    var constructor = named(name).getConstructors()[0];
    return constructor.newInstance(arguments);
  }

  private static Object got(Object of, String method) {
    try {
      return of.getClass().getMethod(method).invoke(of);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new LinkageError("this release has no " + method, e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(method + " failed", e.getCause());
    }
  }
}
