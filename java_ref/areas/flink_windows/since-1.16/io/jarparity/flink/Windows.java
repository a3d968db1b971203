package io.jarparity.flink;

import io.jarparity.bridge.spi.Registry;
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
  }
}
