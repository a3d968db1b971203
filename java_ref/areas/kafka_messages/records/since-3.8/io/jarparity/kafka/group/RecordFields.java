package io.jarparity.kafka.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.jarparity.bridge.spi.Input;
import io.jarparity.kafka.message.MessageFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.protocol.Message;

/** The fields of a key or a value: written by Kafka's own converter, with numbers of 64 bits as text and bytes as hex. */
final class RecordFields {
  private static final HexFormat HEX = HexFormat.of();

  private RecordFields() {}

  static Message read(String type, Input fields) {
    try {
      return MessageFields.read(Class.forName(type), fields);
    } catch (ClassNotFoundException missing) {
      throw fields.expected("of a record that this release has");
    }
  }

  static Object write(Message message, short version) {
    return plain(RecordJson.json(message, version));
  }

  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> fields = new HashMap<>();
      node.fields().forEachRemaining(field -> fields.put(field.getKey(), plain(field.getValue())));
      return fields;
    }
    if (node.isArray()) {
      List<Object> items = new ArrayList<>();
      node.forEach(item -> items.add(plain(item)));
      return items;
    }
    if (node.isNull()) {
      return null;
    }
    try {
      return node.isBinary()
          ? HEX.formatHex(node.binaryValue())
          : node.isBoolean() ? node.booleanValue()
          : node.isInt() || node.isShort() ? (Object) node.intValue() : node.asText();
    } catch (IOException notBytes) {
      throw new UncheckedIOException(notBytes);
    }
  }
}
