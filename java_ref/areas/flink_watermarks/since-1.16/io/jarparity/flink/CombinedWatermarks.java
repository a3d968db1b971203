package io.jarparity.flink;

import io.jarparity.flink.WatermarkSteps.Step;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.IndexedCombinedWatermarkStatus;

/** {@link IndexedCombinedWatermarkStatus}, step by step. */
final class CombinedWatermarks {
  private CombinedWatermarks() {}

  static void register(Registry registry) {
    registry.operation("flink.watermark.combined", in -> {
      int inputs = in.field("inputs").int32();
      List<Step<IndexedCombinedWatermarkStatus>> steps = WatermarkSteps.read(in, CombinedWatermarks::step);
      return () -> WatermarkSteps.made(steps, IndexedCombinedWatermarkStatus.forInputsCount(inputs));
    });
  }

  private static Step<IndexedCombinedWatermarkStatus> step(Input step) {
    Input op = step.field("op");
    int input = step.field("input").int32();
    switch (op.text()) {
      case "watermark":
        long timestamp = step.field("timestamp").int64();
        return status -> seen(status.updateWatermark(input, timestamp), status);
      case "idle":
        return status -> seen(status.updateStatus(input, true), status);
      case "active":
        return status -> seen(status.updateStatus(input, false), status);
      default:
        throw op.expected("watermark, idle or active");
    }
  }

  private static Object seen(boolean changed, IndexedCombinedWatermarkStatus status) {
    String watermark = Long.toString(status.getCombinedWatermark());
    return Map.of("changed", changed, "watermark", watermark, "idle", status.isIdle());
  }
}
