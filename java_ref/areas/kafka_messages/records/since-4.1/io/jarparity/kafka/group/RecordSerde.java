package io.jarparity.kafka.group;

import java.nio.ByteBuffer;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** What writes and reads records: a key knows the number of its type. */
final class RecordSerde {
  private static final GroupCoordinatorRecordSerde SERDE = new GroupCoordinatorRecordSerde();

  private RecordSerde() {}

  static RecordBytes.Written write(Message key, Message value, short version) {
    CoordinatorRecord record = value == null
        ? CoordinatorRecord.tombstone((ApiMessage) key)
        : CoordinatorRecord.record((ApiMessage) key, new ApiMessageAndVersion((ApiMessage) value, version));
    return new RecordBytes.Written(SERDE.serializeKey(record), SERDE.serializeValue(record));
  }

  static RecordBytes.Read read(ByteBuffer key, ByteBuffer value) {
    CoordinatorRecord record = SERDE.deserialize(key, value);
    return new RecordBytes.Read(
        record.key(),
        (short) 0,
        record.value() == null ? null : record.value().message(),
        record.value() == null ? 0 : record.value().version());
  }
}
