package io.jarparity.kafka.message;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;

/**
 * All fields that a version of a message has, by the message's own schema of it; and tags that it doesn't know. Kafka's
 * converter to JSON leaves tags out that have their default, and those that aren't known.
 */
final class ReadFields {
  private static final HexFormat HEX = HexFormat.of();
  private static final Map<Class<?>, Map<String, Method>> GETTERS = new ConcurrentHashMap<>();

  private static final Field TAGGED = tagged();

  private ReadFields() {}

  private static Field tagged() {
    try {
      Field fields = TaggedFields.class.getDeclaredField("fields");
      fields.setAccessible(true);
      return fields;
    } catch (NoSuchFieldException missing) {
      throw new IllegalStateException(missing);
    }
  }

  static Map<String, Object> of(Message message, short version) {
    try {
      Map<String, Object> fields = new HashMap<>();
      Map<String, Method> getters = GETTERS.computeIfAbsent(message.getClass(), ReadFields::getters);
      for (String name : names(((Schema[]) message.getClass().getField("SCHEMAS").get(null))[version])) {
        Method getter = getters.get(name);
        fields.put(getter.getName(), plain(getter.invoke(message), version));
      }
      if (!message.unknownTaggedFields().isEmpty()) {
        List<Object> tags = new ArrayList<>();
        message.unknownTaggedFields()
            .forEach(tag -> tags.add(Map.of("tag", tag.tag(), "data", HEX.formatHex(tag.data()))));
        fields.put(MessageFields.UNKNOWN, tags);
      }
      return fields;
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static List<String> names(Schema schema) throws ReflectiveOperationException {
    List<String> names = new ArrayList<>();
    for (BoundField field : schema.fields()) {
      if (field.def.type instanceof TaggedFields tagged) {
        for (Object each : ((Map<?, ?>) TAGGED.get(tagged)).values()) {
          names.add(((org.apache.kafka.common.protocol.types.Field) each).name);
        }
      } else {
        names.add(field.def.name);
      }
    }
    return names;
  }

  /** A schema has throttle_time_ms and kraft_version, classes throttleTimeMs and kRaftVersion. */
  private static Map<String, Method> getters(Class<?> type) {
    Map<String, Method> getters = new HashMap<>();
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getName().startsWith("_")) {
        String name = field.getName().replaceAll("(?<=[^A-Z])(?<!^.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        try {
          getters.put(name, type.getMethod(field.getName()));
        } catch (NoSuchMethodException noField) {
          // the place in a collection
        }
      }
    }
    return getters;
  }

  private static Object plain(Object value, short version) {
    if (value instanceof Message message) {
      return of(message, version);
    }
    if (value instanceof Collection<?> items) {
      List<Object> all = new ArrayList<>();
      items.forEach(item -> all.add(plain(item, version)));
      return all;
    }
    if (value instanceof byte[] bytes) {
      return HEX.formatHex(bytes);
    }
    if (RecordsField.TYPE.isInstance(value)) {
      return plain(RecordsField.bytes(value), version);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HEX.formatHex(bytes);
    }
    if (value instanceof Double number) {
      return HEX.formatHex(ByteBuffer.allocate(8).putDouble(number).array());
    }
    if (value == null || value instanceof Boolean || value instanceof String) {
      return value;
    }
    return value instanceof Byte || value instanceof Short || value instanceof Integer
        ? (Object) ((Number) value).intValue()
        : value.toString();
  }
}
