package io.jarparity.kafka.group;

import com.fasterxml.jackson.databind.JsonNode;
import io.jarparity.bridge.spi.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;

/**
 * A message of Kafka's, filled from JSON by its setters: Kafka's own converter drops what a version lacks, and refuses
 * null by itself. Written by that converter, with numbers of 64 bits as text and bytes as hex.
 */
final class MessageFields {
  private static final HexFormat HEX = HexFormat.of();

  private MessageFields() {}

  static Message read(String type, Input fields) {
    try {
      return filled(Class.forName(type), fields);
    } catch (ClassNotFoundException missing) {
      throw fields.expected("of a record that this release has");
    }
  }

  private static Message filled(Class<?> type, Input fields) {
    try {
      Message made = (Message) type.getDeclaredConstructor().newInstance();
      for (Map.Entry<String, Input> field : fields.fields().entrySet()) {
        String setter = "set" + Character.toUpperCase(field.getKey().charAt(0)) + field.getKey().substring(1);
        Method method = Arrays.stream(type.getMethods())
            .filter(each -> each.getName().equals(setter))
            .findFirst()
            .orElseThrow(() -> field.getValue().expected("a field that this release has"));
        method.invoke(made, value(method.getGenericParameterTypes()[0], field.getValue()));
      }
      return made;
    } catch (InvocationTargetException refused) {
      throw fields.expected("such that its setters take it: " + refused.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Object value(Type type, Input in) {
    if (type == boolean.class) {
      return in.bool();
    }
    if (type == byte.class || type == Byte.class) {
      return (byte) in.number(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    if (type == short.class || type == Short.class) {
      return (short) in.number(Short.MIN_VALUE, Short.MAX_VALUE);
    }
    if (type == int.class || type == Integer.class) {
      return in.int32();
    }
    if (type == long.class || type == Long.class) {
      return in.int64();
    }
    if (in.isNull()) {
      return null;
    }
    if (type == String.class) {
      return in.text();
    }
    if (type == byte[].class) {
      return in.hex();
    }
    if (type == Uuid.class) {
      return Uuid.fromString(in.text());
    }
    if (type instanceof ParameterizedType list) {
      List<Object> items = new ArrayList<>();
      in.items().forEach(item -> items.add(value(list.getActualTypeArguments()[0], item)));
      return items;
    }
    return filled((Class<?>) type, in);
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
