package io.jarparity.flink;

import io.jarparity.flink.WatermarkSteps.Step;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.io.network.api.writer.RecordWriterBuilder;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.operators.source.WatermarkToDataOutput;
import org.apache.flink.streaming.runtime.io.RecordWriterOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.StreamElement;
import org.apache.flink.streaming.runtime.streamrecord.StreamElementSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** What a source operator says of time, a {@link WatermarkToDataOutput} on a {@link RecordWriterOutput}, by channel. */
final class BroadcastWatermarks {
  private final StreamElementSerializer<String> serializer = new StreamElementSerializer<>(StringSerializer.INSTANCE);
  private final List<List<Object>> received = new ArrayList<>();
  private final WatermarkToDataOutput output;

  private BroadcastWatermarks(int channels) {
    for (int i = 0; i < channels; i++) {
      received.add(new ArrayList<>());
    }
    RecordWriterBuilder<SerializationDelegate<StreamRecord<String>>> writer = new RecordWriterBuilder<>();
    RecordWriterOutput<String> network =
        new RecordWriterOutput<>(writer.build(partition(channels)), StringSerializer.INSTANCE, null, false);
    this.output = new WatermarkToDataOutput(new Chained(network));
  }

  /** The way from the operator to the network, on which nothing happens. */
  private record Chained(RecordWriterOutput<String> network) implements LineOutput<String> {
    @Override
    public void emitWatermark(org.apache.flink.streaming.api.watermark.Watermark watermark) {
      network.emitWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      network.emitWatermarkStatus(status);
    }

    @Override
    public void emitRecord(StreamRecord<String> record) {
      throw new UnsupportedOperationException("there are no records");
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      throw new UnsupportedOperationException("there are no latency markers");
    }
  }

  /** The network: each channel's bytes, read as the receiver would. */
  private ResultPartitionWriter partition(int channels) {
    Class<?>[] type = {ResultPartitionWriter.class};
    return (ResultPartitionWriter)
        Proxy.newProxyInstance(getClass().getClassLoader(), type, (self, method, arguments) -> {
          switch (method.getName()) {
            case "getNumberOfSubpartitions":
              return channels;
            case "emitRecord":
              received.get((Integer) arguments[1]).add(event((ByteBuffer) arguments[0]));
              return null;
            default:
              throw new UnsupportedOperationException("a watermark needs no " + method.getName());
          }
        });
  }

  private Object event(ByteBuffer bytes) throws IOException {
    DataInputDeserializer sent = new DataInputDeserializer(bytes.duplicate());
    sent.skipBytesToRead(Integer.BYTES); // the length, before every record
    StreamElement element = serializer.deserialize(sent);
    if (element.isWatermark()) {
      return List.of("watermark", Long.toString(element.asWatermark().getTimestamp()));
    }
    return List.of(element.asWatermarkStatus().isIdle() ? "idle" : "active");
  }

  static void register(Registry registry) {
    registry.operation("flink.watermark.broadcast", in -> {
      int channels = in.field("channels").int32();
      List<Step<BroadcastWatermarks>> steps = WatermarkSteps.read(in, BroadcastWatermarks::step);
      return () -> WatermarkSteps.made(steps, new BroadcastWatermarks(channels));
    });
  }

  private static Step<BroadcastWatermarks> step(Input step) {
    Input op = step.field("op");
    switch (op.text()) {
      case "watermark":
        Watermark watermark = new Watermark(step.field("timestamp").int64());
        return history -> history.seen(() -> history.output.emitWatermark(watermark));
      case "idle":
        return history -> history.seen(history.output::markIdle);
      case "active":
        return history -> history.seen(history.output::markActive);
      default:
        throw op.expected("watermark, idle or active");
    }
  }

  private Object seen(Runnable call) {
    received.forEach(List::clear);
    call.run();
    return Map.of("received", received.stream().map(List::copyOf).toList());
  }
}
