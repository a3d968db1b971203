package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.AbstractKeyedStateBackend;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** An operator that tells its job's channel what reaches it, and where; on a keyed stream it counts each key's records, too. */
final class Observer extends AbstractStreamOperator<String> implements OneInputStreamOperator<String, String> {
  private static final long serialVersionUID = 1;

  private final String job;
  private final String name;
  private final boolean keyed;

  private transient AbstractKeyedStateBackend<?> backend;
  private transient ValueState<Long> count;

  Observer(String job, String name, boolean keyed) {
    this.job = job;
    this.name = name;
    this.keyed = keyed;
  }

  @Override
  public void open() throws Exception {
    super.open();
    ObjectNode opened = observation("opened");
    if (keyed) {
      backend = (AbstractKeyedStateBackend<?>) getKeyedStateBackend();
      count = getPartitionedState(new ValueStateDescriptor<>("count", Types.LONG));
      KeyGroupRange range = backend.getKeyGroupRange();
      opened.put("maxParallelism", backend.getNumberOfKeyGroups());
      opened.putObject("range").put("start", range.getStartKeyGroup()).put("end", range.getEndKeyGroup());
    }
    see(opened);
  }

  @Override
  public void processElement(StreamRecord<String> element) throws Exception {
    JsonNode record = ScriptedWatermarks.read(element.getValue());
    if (record.get("op").asText().equals("end")) {
      see(observation("end").set("step", record.get("step")));
      return;
    }
    ObjectNode seen = observation("record").set("id", record.get("id"));
    if (keyed) {
      Long before = count.value();
      count.update(before == null ? 1 : before + 1);
      seen.put("keyGroup", backend.getCurrentKeyGroupIndex()).put("count", count.value());
    }
    see(seen);
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    see(observation("watermark").put("timestamp", Long.toString(watermark.getTimestamp())));
    super.processWatermark(watermark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    see(observation(status.isIdle() ? "idle" : "active"));
    super.processWatermarkStatus(status);
  }

  private ObjectNode observation(String kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", kind)
        .put("operator", name)
        .put("subtask", getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
  }

  private void see(ObjectNode observation) {
    JobChannel.of(job).saw(observation);
  }
}
