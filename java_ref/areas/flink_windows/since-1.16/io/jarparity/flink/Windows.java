package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** Windows of time; the class is in flink-streaming-java up to 1.20, and in flink-runtime from 2.0 on. */
final class Windows {
  private Windows() {}

  static void register(Registry registry) {
    registry.operation("flink.window.start", in -> {
      long timestamp = in.field("timestamp").int64();
      long offset = in.field("offset").int64();
      long size = in.field("size").int64();
      return () -> Long.toString(TimeWindow.getWindowStartWithOffset(timestamp, offset, size));
    });
    registry.operation("flink.window.merge", in -> {
      List<TimeWindow> windows = new ArrayList<>();
      for (Input pair : in.field("windows").items()) {
        windows.add(new TimeWindow(pair.items().get(0).int64(), pair.items().get(1).int64()));
      }
      return () -> {
        List<Object> merged = new ArrayList<>();
        TimeWindow.mergeWindows(windows, (of, whole) ->
            merged.add(Map.of("merged", pair(whole), "of", of.stream().map(Windows::pair).toList())));
        return merged;
      };
    });
  }

  private static List<String> pair(TimeWindow window) {
    return List.of(Long.toString(window.getStart()), Long.toString(window.getEnd()));
  }
}
