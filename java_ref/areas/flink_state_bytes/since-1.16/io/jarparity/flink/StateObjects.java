package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Arrays, constants of enums, and objects, from JSON and back. */
final class StateObjects {
  private static final List<Class<? extends Enum<?>>> ENUMS = List.of(Colour.class, Size.class);
  private static final String ARRAY = "-array";
  private static final Map<String, Class<?>> COMPONENTS =
      Map.of(
          "string", String.class,
          "boolean", boolean.class,
          "short", short.class,
          "integer", int.class,
          "long", long.class,
          "float", float.class,
          "double", double.class,
          "char", char.class);

  private StateObjects() {}

  /** The enum of this name. */
  static Class<? extends Enum<?>> enumOf(Input name) {
    return ENUMS.stream()
        .filter(known -> known.getName().equals(name.text()))
        .findFirst()
        .orElseThrow(() -> name.expected("one of " + ENUMS));
  }

  /** A field of objects. */
  static Field field(Input name) {
    try {
      return Bean.class.getField(name.text());
    } catch (NoSuchFieldException unknown) {
      throw name.expected("a field of " + Bean.class.getName());
    }
  }

  /** An array, a constant or an object; null for what is something else. */
  static Object read(Input document, Keys keys) {
    String type = document.field("type").text();
    if (type.equals("array")) {
      return items(document.field("value"), keys).toArray();
    }
    if (type.equals("enum")) {
      String name = document.field("value").text();
      return ENUMS.stream()
          .flatMap(of -> List.<Object>of((Object[]) of.getEnumConstants()).stream())
          .filter(constant -> ((Enum<?>) constant).name().equals(name))
          .findFirst()
          .orElseThrow(() -> document.field("value").expected("a constant"));
    }
    if (type.equals("pojo")) {
      return object(document.field("value"), keys);
    }
    return type.endsWith(ARRAY) ? array(type, document.field("value"), keys) : null;
  }

  private static Object array(String type, Input values, Keys keys) {
    List<Object> items = items(values, keys);
    Object array = Array.newInstance(COMPONENTS.get(type.substring(0, type.length() - ARRAY.length())), items.size());
    for (int i = 0; i < items.size(); i++) {
      Array.set(array, i, items.get(i));
    }
    return array;
  }

  private static List<Object> items(Input values, Keys keys) {
    List<Object> items = new ArrayList<>();
    for (Input value : values.items()) {
      items.add(StateValues.read(value, keys));
    }
    return items;
  }

  private static Bean object(Input fields, Keys keys) {
    Bean bean = new Bean();
    fields.fields().forEach((name, value) -> {
      try {
        Bean.class.getField(name).set(bean, StateValues.read(value, keys));
      } catch (ReflectiveOperationException unknown) {
        throw fields.expected("fields of " + Bean.class.getName());
      }
    });
    return bean;
  }

  /** The JSON from which an array, a constant or an object could have been read; null for something else. */
  static Map<String, Object> json(Object value) {
    if (value instanceof Enum<?> constant) {
      return typed("enum", constant.name());
    }
    if (value instanceof Bean bean) {
      return typed("pojo", fields(bean));
    }
    if (value == null || !value.getClass().isArray() || value instanceof byte[]) {
      return null;
    }
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(value); i++) {
      items.add(StateValues.json(Array.get(value, i)));
    }
    Class<?> component = value.getClass().getComponentType();
    String name =
        COMPONENTS.entrySet().stream()
            .filter(known -> known.getValue() == component)
            .map(known -> known.getKey() + ARRAY)
            .findFirst()
            .orElse("array");
    return typed(name, items);
  }

  private static Map<String, Object> fields(Bean bean) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Field field : Bean.class.getFields()) {
      try {
        Object of = field.get(bean);
        if (of != null) {
          fields.put(field.getName(), StateValues.json(of));
        }
      } catch (IllegalAccessException never) {
        throw new IllegalStateException(never);
      }
    }
    return fields;
  }

  private static Map<String, Object> typed(String type, Object value) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type);
    document.put("value", value);
    return document;
  }
}
