package io.jarparity.flink;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;

/** {@link DataOutput}, as the line has it; no history has what is emitted here. */
interface LineOutput<T> extends DataOutput<T> {
  @Override
  default void emitRecordAttributes(RecordAttributes attributes) {
    throw new UnsupportedOperationException(attributes.toString());
  }

  @Override
  default void emitWatermark(WatermarkEvent watermark) {
    throw new UnsupportedOperationException(watermark.toString());
  }
}
