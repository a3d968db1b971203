package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.channel.InputChannelInfo;
import org.apache.flink.runtime.checkpoint.channel.ResultSubpartitionInfo;
import org.apache.flink.runtime.state.AbstractChannelStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/** The state of one channel: an input gate's, or a result partition's. */
record Channel(int subtask, int of, int index, Made<StreamStateHandle> handle, List<Long> offsets, long size) {
  static Channel read(Input in) {
    if (!in.field("type").text().equals("channel")) {
      throw in.field("type").expected("channel");
    }
    List<Input> info = in.field("info").items();
    return new Channel(
        in.field("subtask").int32(),
        info.get(0).int32(),
        info.get(1).int32(),
        HandlesIn.stream(in.field("handle")),
        Ranges.numbers(in.field("offsets")),
        in.field("size").int64());
  }

  static Map<String, Object> json(AbstractChannelStateHandle<?> handle, HandlesOut handles) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", "channel");
    json.put("subtask", handle.getSubtaskIndex());
    json.put("info", info(handle.getInfo()));
    json.put("offsets", Ranges.out(handle.getOffsets()));
    json.put("size", Long.toString(handle.getStateSize()));
    json.put("handle", handles.stream(handle.getDelegate()));
    return json;
  }

  private static List<Integer> info(Object info) {
    if (info instanceof InputChannelInfo input) {
      return List.of(input.getGateIdx(), input.getInputChannelIdx());
    }
    ResultSubpartitionInfo output = (ResultSubpartitionInfo) info;
    return List.of(output.getPartitionIdx(), output.getSubPartitionIdx());
  }
}
