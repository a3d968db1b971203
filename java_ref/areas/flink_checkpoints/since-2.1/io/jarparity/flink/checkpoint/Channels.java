package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.checkpoint.channel.InputChannelInfo;
import org.apache.flink.runtime.checkpoint.channel.ResultSubpartitionInfo;
import org.apache.flink.runtime.state.AbstractChannelStateHandle;
import org.apache.flink.runtime.state.AbstractMergedChannelStateHandle;
import org.apache.flink.runtime.state.InputChannelStateHandle;
import org.apache.flink.runtime.state.InputStateHandle;
import org.apache.flink.runtime.state.MergedInputChannelStateHandle;
import org.apache.flink.runtime.state.MergedResultSubpartitionStateHandle;
import org.apache.flink.runtime.state.OutputStateHandle;
import org.apache.flink.runtime.state.ResultSubpartitionStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/** State of channels, each with a handle of its own or several in a merged one. */
final class Channels {
  private static final HexFormat HEX = HexFormat.of();

  private Channels() {}

  static Made<OperatorSubtaskState.Builder> in(List<Input> inputs, List<Input> outputs) {
    List<Made<InputStateHandle>> in = new ArrayList<>();
    inputs.forEach(input -> in.add(input(input)));
    List<Made<OutputStateHandle>> out = new ArrayList<>();
    outputs.forEach(output -> out.add(output(output)));
    return () ->
        OperatorSubtaskState.builder()
            .setInputChannelState(new StateObjectCollection<>(Made.all(in)))
            .setResultSubpartitionState(new StateObjectCollection<>(Made.all(out)));
  }

  private static Made<InputStateHandle> input(Input in) {
    if (in.field("type").text().equals("merged")) {
      Merged merged = Merged.read(in);
      return () ->
          new MergedInputChannelStateHandle(
              merged.subtask(), merged.handle().make(), merged.size(), merged.offsets());
    }
    Channel channel = Channel.read(in);
    return () ->
        new InputChannelStateHandle(
            channel.subtask(),
            new InputChannelInfo(channel.of(), channel.index()),
            channel.handle().make(),
            channel.offsets(),
            channel.size());
  }

  private static Made<OutputStateHandle> output(Input in) {
    if (in.field("type").text().equals("merged")) {
      Merged merged = Merged.read(in);
      return () ->
          new MergedResultSubpartitionStateHandle(
              merged.subtask(), merged.handle().make(), merged.size(), merged.offsets());
    }
    Channel channel = Channel.read(in);
    return () ->
        new ResultSubpartitionStateHandle(
            channel.subtask(),
            new ResultSubpartitionInfo(channel.of(), channel.index()),
            channel.handle().make(),
            channel.offsets(),
            channel.size());
  }

  static List<Object> out(Iterable<?> handles, HandlesOut json) {
    List<Object> out = new ArrayList<>();
    for (Object handle : handles) {
      out.add(
          handle instanceof AbstractMergedChannelStateHandle<?, ?> merged
              ? merged(merged, json)
              : Channel.json((AbstractChannelStateHandle<?>) handle, json));
    }
    return out;
  }

  private static Map<String, Object> merged(AbstractMergedChannelStateHandle<?, ?> handle, HandlesOut handles) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", "merged");
    json.put("subtask", handle.getSubtaskIndex());
    json.put("size", Long.toString(handle.getStateSize()));
    json.put("handle", handles.stream(handle.getDelegate()));
    json.put("offsets", HEX.formatHex(handle.getSerializedChannelOffsets()));
    return json;
  }

  /** Several channels of one subtask. */
  private record Merged(int subtask, Made<StreamStateHandle> handle, long size, byte[] offsets) {
    static Merged read(Input in) {
      return new Merged(
          in.field("subtask").int32(),
          HandlesIn.stream(in.field("handle")),
          in.field("size").int64(),
          in.field("offsets").hex());
    }
  }
}
