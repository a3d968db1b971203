package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.checkpoint.channel.InputChannelInfo;
import org.apache.flink.runtime.checkpoint.channel.ResultSubpartitionInfo;
import org.apache.flink.runtime.state.AbstractChannelStateHandle;
import org.apache.flink.runtime.state.InputChannelStateHandle;
import org.apache.flink.runtime.state.ResultSubpartitionStateHandle;

/** State of channels; merged handles came with 2.1, and the kit doesn't ask for them before. */
final class Channels {
  private Channels() {}

  static Made<OperatorSubtaskState.Builder> in(List<Input> inputs, List<Input> outputs) {
    List<Made<InputChannelStateHandle>> in = new ArrayList<>();
    for (Input input : inputs) {
      Channel channel = Channel.read(input);
      in.add(
          () ->
              new InputChannelStateHandle(
                  channel.subtask(),
                  new InputChannelInfo(channel.of(), channel.index()),
                  channel.handle().make(),
                  channel.offsets(),
                  channel.size()));
    }
    List<Made<ResultSubpartitionStateHandle>> out = new ArrayList<>();
    for (Input output : outputs) {
      Channel channel = Channel.read(output);
      out.add(
          () ->
              new ResultSubpartitionStateHandle(
                  channel.subtask(),
                  new ResultSubpartitionInfo(channel.of(), channel.index()),
                  channel.handle().make(),
                  channel.offsets(),
                  channel.size()));
    }
    return () ->
        OperatorSubtaskState.builder()
            .setInputChannelState(new StateObjectCollection<>(Made.all(in)))
            .setResultSubpartitionState(new StateObjectCollection<>(Made.all(out)));
  }

  static List<Object> out(Iterable<? extends AbstractChannelStateHandle<?>> handles, HandlesOut json) {
    List<Object> out = new ArrayList<>();
    handles.forEach(handle -> out.add(Channel.json(handle, json)));
    return out;
  }
}
