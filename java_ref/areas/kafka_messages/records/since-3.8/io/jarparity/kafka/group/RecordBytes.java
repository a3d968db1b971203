package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.common.protocol.Message;

/** The records of __consumer_offsets as bytes. */
final class RecordBytes {
  private static final HexFormat HEX = HexFormat.of();
  private static final String GENERATED = "org.apache.kafka.coordinator.group.generated.";

  private RecordBytes() {}

  /** @param value null in a tombstone */
  record Written(byte[] key, byte[] value) {}

  /** @param value null in a tombstone */
  record Read(Message key, short keyVersion, Message value, short version) {}

  static void register(Registry registry) {
    registry.operation(
        "kafka.group.record",
        in -> in.field("direction").text().equals("encode") ? encode(in) : decode(in));
  }

  private static Operation.Call encode(Input in) {
    String name = GENERATED + in.field("record").text();
    Message key = RecordFields.read(name + "Key", in.field("key"));
    Message value = in.field("value").isNull() ? null : RecordFields.read(name + "Value", in.field("value"));
    short version = (short) in.field("version").number(Short.MIN_VALUE, Short.MAX_VALUE);
    return () -> {
      Written written = RecordSerde.write(key, value, version);
      Map<String, Object> answer = new HashMap<>();
      answer.put("key", HEX.formatHex(written.key()));
      answer.put("value", written.value() == null ? null : HEX.formatHex(written.value()));
      return answer;
    };
  }

  private static Operation.Call decode(Input in) {
    byte[] key = in.field("key").hex();
    byte[] value = in.field("value").isNull() ? null : in.field("value").hex();
    return () -> {
      Read read = RecordSerde.read(ByteBuffer.wrap(key), value == null ? null : ByteBuffer.wrap(value));
      Map<String, Object> answer = new HashMap<>();
      answer.put("record", read.key().getClass().getSimpleName().replaceFirst("Key$", ""));
      answer.put("key", RecordFields.write(read.key(), read.keyVersion()));
      answer.put("version", read.value() == null ? null : (int) read.version());
      answer.put("value", read.value() == null ? null : RecordFields.write(read.value(), read.version()));
      return answer;
    };
  }
}
