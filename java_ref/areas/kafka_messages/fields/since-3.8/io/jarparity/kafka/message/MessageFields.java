package io.jarparity.kafka.message;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.RawTaggedField;

/**
 * A message of Kafka's, filled from JSON by its setters: Kafka's own converter drops what a version lacks, and refuses
 * null by itself. Numbers of 64 bits are text, bytes are hex.
 */
public final class MessageFields {
  private static final HexFormat HEX = HexFormat.of();
  static final String UNKNOWN = "_unknownTaggedFields";

  private MessageFields() {}

  public static Message read(Class<?> type, Input fields) {
    try {
      Message made = (Message) type.getDeclaredConstructor().newInstance();
      for (Map.Entry<String, Input> field : fields.fields().entrySet()) {
        if (field.getKey().equals(UNKNOWN)) {
          field.getValue().items().forEach(tag -> made.unknownTaggedFields()
              .add(new RawTaggedField(tag.field("tag").int32(), tag.field("data").hex())));
        } else {
          Method setter = setter(type, field.getKey(), field.getValue());
          setter.invoke(made, value(setter.getGenericParameterTypes()[0], field.getValue()));
        }
      }
      return made;
    } catch (InvocationTargetException refused) {
      throw fields.expected("such that its setters take it: " + refused.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static Method setter(Class<?> type, String field, Input in) {
    String setter = "set" + Character.toUpperCase(field.charAt(0)) + field.substring(1);
    return Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals(setter))
        .findFirst()
        .orElseThrow(() -> in.expected("a field that this release has"));
  }

  private static Object value(Type type, Input in) throws ReflectiveOperationException {
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
    if (type == double.class) {
      return ByteBuffer.wrap(in.hex()).getDouble();
    }
    if (type == String.class) {
      return in.text();
    }
    if (type == byte[].class) {
      return in.hex();
    }
    if (type == ByteBuffer.class) {
      return ByteBuffer.wrap(in.hex());
    }
    if (type == RecordsField.TYPE) {
      return RecordsField.of(in.hex());
    }
    if (type == Uuid.class) {
      return Uuid.fromString(in.text());
    }
    if (type instanceof ParameterizedType list) {
      return filled(new ArrayList<>(), list, in);
    }
    Class<?> of = (Class<?>) type;
    if (Collection.class.isAssignableFrom(of)) {
      @SuppressWarnings("unchecked")
      Collection<Object> items = (Collection<Object>) of.getDeclaredConstructor().newInstance();
      return filled(items, (ParameterizedType) of.getGenericSuperclass(), in);
    }
    return read(of, in);
  }

  private static Collection<Object> filled(Collection<Object> items, ParameterizedType of, Input in)
      throws ReflectiveOperationException {
    for (Input item : in.items()) {
      items.add(value(of.getActualTypeArguments()[0], item));
    }
    return items;
  }
}
