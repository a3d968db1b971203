package io.jarparity.kafka.batch;

import io.jarparity.kafka.batch.BatchBytes.AppendedRecord;
import io.jarparity.kafka.batch.BatchBytes.BatchHead;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/** The classes of batches, which are internal here. */
final class RecordFormat {
  private RecordFormat() {}

  static MemoryRecordsBuilder builder(ByteBuffer buffer, BatchHead head) {
    return Builders.made(MemoryRecordsBuilder.class, buffer, head);
  }

  /** The one form that control batches take, too. */
  static Record appended(AppendedRecord record) {
    return (Record) Proxy.newProxyInstance(
        Record.class.getClassLoader(),
        new Class<?>[] {Record.class},
        (proxy, method, arguments) -> switch (method.getName()) {
          case "offset" -> record.offset();
          case "timestamp" -> record.timestamp();
          case "key" -> record.key();
          case "value" -> record.value();
          case "headers" -> record.headers();
          default -> throw new UnsupportedOperationException(method.getName());
        });
  }

  static Iterable<MutableRecordBatch> batches(ByteBuffer buffer) {
    return MemoryRecords.readableRecords(buffer).batches();
  }

  static Iterator<Record> records(RecordBatch batch) {
    return Builders.streamed(RecordBatch.class, batch);
  }

  static Optional<Long> deleteHorizon(RecordBatch batch) {
    return Builders.deleteHorizon(RecordBatch.class, batch);
  }
}
