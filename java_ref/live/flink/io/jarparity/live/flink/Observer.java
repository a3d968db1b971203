package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** An operator that tells its job's channel what reaches it, and where; on a keyed stream it counts each key's records, too. */
final class Observer extends Reporter {
  private static final long serialVersionUID = 1;

  private final boolean keyed;

  private transient ValueState<Long> count;

  Observer(String job, String name, boolean keyed) {
    super(job, name, keyed);
    this.keyed = keyed;
  }

  @Override
  void openState() throws Exception {
    if (keyed) {
      count = getPartitionedState(new ValueStateDescriptor<>("count", Types.LONG));
    }
  }

  @Override
  void record(JsonNode record, ObjectNode seen) throws Exception {
    if (keyed) {
      Long before = count.value();
      count.update(before == null ? 1 : before + 1);
      seen.put("count", count.value());
    }
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
}
