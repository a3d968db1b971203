package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.EnumSerializer;
import org.apache.flink.api.common.typeutils.base.GenericArraySerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.array.BooleanPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.CharPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.DoublePrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.FloatPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.IntPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.ShortPrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.StringArraySerializer;
import org.apache.flink.api.java.typeutils.runtime.PojoSerializer;
import org.apache.flink.api.java.typeutils.runtime.RowSerializer;
import org.apache.flink.runtime.state.ttl.TtlStateFactory.TtlSerializer;
import org.apache.flink.runtime.state.ttl.TtlValue;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** The serializers of arrays, of enums, of a user's objects, and of rows whose bytes have no kind. */
final class ObjectTypes {
  private static final Map<String, TypeSerializer<?>> ARRAYS =
      Map.of(
          "string-array", StringArraySerializer.INSTANCE,
          "boolean-array", BooleanPrimitiveArraySerializer.INSTANCE,
          "short-array", ShortPrimitiveArraySerializer.INSTANCE,
          "integer-array", IntPrimitiveArraySerializer.INSTANCE,
          "long-array", LongPrimitiveArraySerializer.INSTANCE,
          "float-array", FloatPrimitiveArraySerializer.INSTANCE,
          "double-array", DoublePrimitiveArraySerializer.INSTANCE,
          "char-array", CharPrimitiveArraySerializer.INSTANCE);

  private ObjectTypes() {}

  /** The serializer of arrays without null flags of this name; null for other names. */
  static TypeSerializer<?> array(String name) {
    return ARRAYS.get(name);
  }

  /** The name of an array's serializer without null flags; null for others. */
  static String name(TypeSerializer<?> serializer) {
    return ARRAYS.entrySet().stream()
        .filter(known -> known.getValue().equals(serializer))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class is that of the serializer's values
  static TypeSerializer<?> genericArray(TypeSerializer<?> element) {
    return new GenericArraySerializer(component(element), element);
  }

  private static Class<?> component(TypeSerializer<?> element) {
    if (element instanceof ListSerializer) {
      return List.class;
    }
    if (element instanceof MapSerializer) {
      return Map.class;
    }
    if (element instanceof TtlSerializer) {
      return TtlValue.class;
    }
    if (element instanceof TimeWindow.Serializer) {
      return TimeWindow.class;
    }
    Object first = element.createInstance();
    return first instanceof Enum<?> constant ? constant.getDeclaringClass() : first.getClass();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // of an enum, which the input names
  static TypeSerializer<?> constants(Input type) {
    Class<? extends Enum> of = StateObjects.enumOf(type.field("class"));
    List<String> names = Arrays.stream(of.getEnumConstants()).map(constant -> constant.name()).toList();
    if (!names.equals(type.field("constants").items().stream().map(Input::text).toList())) {
      throw type.field("constants").expected(names.toString());
    }
    return new EnumSerializer(of);
  }

  /** The serializer of objects, made of those of their fields: the settings that it asks for are others in 2.x. */
  static TypeSerializer<?> pojo(Input type) {
    List<TypeSerializer<?>> serializers = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    if (!type.field("class").text().equals(Bean.class.getName())) {
      throw type.field("class").expected(Bean.class.getName());
    }
    for (Input field : type.field("fields").items()) {
      fields.add(StateObjects.field(field.field("name")));
      serializers.add(StateTypes.serializer(field.field("type")));
    }
    try {
      for (Constructor<?> constructor : PojoSerializer.class.getConstructors()) {
        Class<?>[] parameters = constructor.getParameterTypes();
        if (parameters.length == 4) {
          return (TypeSerializer<?>)
              constructor.newInstance(
                  Bean.class,
                  serializers.toArray(new TypeSerializer<?>[0]),
                  fields.toArray(new Field[0]),
                  settings(parameters[3]));
        }
      }
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(changed);
    }
    throw new IllegalStateException("PojoSerializer is made in another way on this line");
  }

  private static Object settings(Class<?> type) throws ReflectiveOperationException {
    ExecutionConfig config = new ExecutionConfig();
    return type == ExecutionConfig.class ? config : ExecutionConfig.class.getMethod("getSerializerConfig").invoke(config);
  }

  /** Rows as before Flink 1.11. */
  static TypeSerializer<?> rowWithoutKind(TypeSerializer<?>[] fields) {
    try {
      for (Constructor<?> constructor : RowSerializer.class.getDeclaredConstructors()) {
        if (constructor.getParameterCount() == 3) {
          constructor.setAccessible(true);
          return (TypeSerializer<?>) constructor.newInstance(fields, null, false);
        }
      }
    } catch (InvocationTargetException thrown) {
      throw new IllegalStateException(thrown.getCause());
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(changed);
    }
    throw new IllegalStateException("RowSerializer is made in another way on this line");
  }

  /** Whether the bytes of rows have their kind. */
  static boolean hasKinds(RowSerializer rows) {
    return (boolean) read(RowSerializer.class, "supportsRowKind", rows);
  }

  /** The type of an array, an enum or an object as a document; null for others. */
  static Object json(TypeSerializer<?> serializer) {
    if (serializer instanceof GenericArraySerializer<?> array) {
      return Map.of("type", "array", "element", StateTypes.json(array.getComponentSerializer()));
    }
    if (serializer instanceof EnumSerializer<?> constants) {
      Object[] values = (Object[]) read(EnumSerializer.class, "values", constants);
      Class<?> of = (Class<?>) read(EnumSerializer.class, "enumClass", constants);
      List<String> names = Arrays.stream(values).map(constant -> ((Enum<?>) constant).name()).toList();
      return Map.of("type", "enum", "class", of.getName(), "constants", names);
    }
    if (serializer instanceof PojoSerializer<?> pojo) {
      Field[] fields = (Field[]) read(PojoSerializer.class, "fields", pojo);
      TypeSerializer<?>[] serializers = (TypeSerializer<?>[]) read(PojoSerializer.class, "fieldSerializers", pojo);
      List<Object> documents = new ArrayList<>();
      for (int i = 0; i < fields.length; i++) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", fields[i] == null ? null : fields[i].getName()); // a field that the class no longer has
        document.put("type", StateTypes.json(serializers[i]));
        documents.add(document);
      }
      String of = ((Class<?>) read(PojoSerializer.class, "clazz", pojo)).getName();
      return Map.of("type", "pojo", "class", of, "fields", documents);
    }
    return name(serializer);
  }

  private static Object read(Class<?> type, String name, Object of) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(of);
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(type.getName() + " keeps " + name + " elsewhere on this line", changed);
    }
  }
}
