package io.jarparity.kafka.message;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Requests, responses and other messages of Kafka's as bytes. */
final class MessageBytes {
  private static final HexFormat HEX = HexFormat.of();

  private MessageBytes() {}

  static void register(Registry registry) {
    registry.operation("kafka.message.bytes", MessageBytes::call);
  }

  private static Operation.Call call(Input in) {
    Class<?> type = MessageTypes.named(in.field("message"));
    short version = (short) in.field("version").number(Short.MIN_VALUE, Short.MAX_VALUE);
    Message message = MessageTypes.made(type);
    if (!MessageTypes.has(message, version)) {
      return () -> {
        throw new UnsupportedVersionException("version " + version + " of " + type.getSimpleName());
      };
    }
    return in.field("direction").text().equals("encode") ? encode(type, version, in) : decode(message, version, in);
  }

  private static Operation.Call encode(Class<?> type, short version, Input in) {
    Message message = MessageFields.read(type, in.field("value"));
    return () -> {
      ObjectSerializationCache cache = new ObjectSerializationCache();
      byte[] written = new byte[message.size(cache, version)];
      message.write(new ByteBufferAccessor(ByteBuffer.wrap(written)), cache, version);
      return HEX.formatHex(written);
    };
  }

  private static Operation.Call decode(Message message, short version, Input in) {
    byte[] bytes = in.field("bytes").hex();
    return () -> {
      message.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), version);
      return ReadFields.of(message, version);
    };
  }
}
