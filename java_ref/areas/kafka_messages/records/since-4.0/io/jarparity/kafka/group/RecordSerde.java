package io.jarparity.kafka.group;

import java.nio.ByteBuffer;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** What writes and reads records: as before 4.0, in a package that other coordinators share. */
final class RecordSerde {
  private static final GroupCoordinatorRecordSerde SERDE = new GroupCoordinatorRecordSerde();

  private RecordSerde() {}

  static RecordBytes.Written write(Message key, Message value, short version) {
    CoordinatorRecord record = new CoordinatorRecord(
        new ApiMessageAndVersion((ApiMessage) key, key.highestSupportedVersion()),
        value == null ? null : new ApiMessageAndVersion((ApiMessage) value, version));
    return new RecordBytes.Written(SERDE.serializeKey(record), SERDE.serializeValue(record));
  }

  static RecordBytes.Read read(ByteBuffer key, ByteBuffer value) {
    CoordinatorRecord record = SERDE.deserialize(key, value);
    return new RecordBytes.Read(
        record.key().message(),
        record.key().version(),
        record.value() == null ? null : record.value().message(),
        record.value() == null ? 0 : record.value().version());
  }
}
