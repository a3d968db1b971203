package io.jarparity.kafka.message;

import java.nio.ByteBuffer;
import org.apache.kafka.common.record.BaseRecords;
import org.apache.kafka.common.record.MemoryRecords;

/** A field that has batches of records: the package of its class is another one since 4.3. */
final class RecordsField {
  static final Class<?> TYPE = BaseRecords.class;

  private RecordsField() {}

  static Object of(byte[] bytes) {
    return MemoryRecords.readableRecords(ByteBuffer.wrap(bytes));
  }

  static ByteBuffer bytes(Object records) {
    return ((MemoryRecords) records).buffer();
  }
}
