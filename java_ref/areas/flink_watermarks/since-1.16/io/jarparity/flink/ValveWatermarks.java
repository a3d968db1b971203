package io.jarparity.flink;

import io.jarparity.flink.WatermarkSteps.Step;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** A {@link StatusWatermarkValve}, and what comes out of it. */
final class ValveWatermarks {
  private final Recorder output = new Recorder();
  private final StatusWatermarkValve valve;

  private ValveWatermarks(StatusWatermarkValve valve) {
    this.valve = valve;
  }

  /** What is behind the valve; records don't come through it. */
  private static final class Recorder implements LineOutput<Object> {
    private final List<Object> emitted = new ArrayList<>();

    @Override
    public void emitWatermark(Watermark watermark) {
      emitted.add(List.of("watermark", Long.toString(watermark.getTimestamp())));
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      emitted.add(List.of(status.isIdle() ? "idle" : "active"));
    }

    @Override
    public void emitRecord(StreamRecord<Object> record) {
      throw new UnsupportedOperationException("a valve emits no records");
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      throw new UnsupportedOperationException("a valve emits no latency markers");
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.watermark.valve", in -> {
      Input channels = in.field("channels");
      List<Step<ValveWatermarks>> steps = WatermarkSteps.read(in, ValveWatermarks::step);
      if (channels.isArray()) {
        List<SharedChannels.Subpartitions> shared =
            channels.items().stream().map(SharedChannels.Subpartitions::read).toList();
        return () -> WatermarkSteps.made(steps, new ValveWatermarks(SharedChannels.valve(shared)));
      }
      int number = channels.int32();
      return () -> WatermarkSteps.made(steps, new ValveWatermarks(new StatusWatermarkValve(number)));
    });
  }

  private static Step<ValveWatermarks> step(Input step) {
    Input op = step.field("op");
    int channel = step.field("channel").int32();
    switch (op.text()) {
      case "watermark":
        long timestamp = step.field("timestamp").int64();
        Watermark watermark =
            step.optional("subpartition")
                .map(subpartition -> SharedChannels.watermark(timestamp, subpartition.int32()))
                .orElseGet(() -> new Watermark(timestamp));
        return history -> history.seen(() -> history.valve.inputWatermark(watermark, channel, history.output));
      case "idle":
        return history -> history.status(WatermarkStatus.IDLE, channel);
      case "active":
        return history -> history.status(WatermarkStatus.ACTIVE, channel);
      default:
        throw op.expected("watermark, idle or active");
    }
  }

  private Object status(WatermarkStatus status, int channel) throws Exception {
    return seen(() -> valve.inputWatermarkStatus(status, channel, output));
  }

  /** A call of the original. */
  @FunctionalInterface
  private interface Call {
    void make() throws Exception;
  }

  private Object seen(Call call) throws Exception {
    output.emitted.clear();
    call.make();
    return Map.of("emitted", List.copyOf(output.emitted));
  }
}
