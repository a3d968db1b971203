package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.BigDecSerializer;
import org.apache.flink.api.common.typeutils.base.BigIntSerializer;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.ByteSerializer;
import org.apache.flink.api.common.typeutils.base.CharSerializer;
import org.apache.flink.api.common.typeutils.base.DoubleSerializer;
import org.apache.flink.api.common.typeutils.base.FloatSerializer;
import org.apache.flink.api.common.typeutils.base.InstantSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LocalDateSerializer;
import org.apache.flink.api.common.typeutils.base.LocalDateTimeSerializer;
import org.apache.flink.api.common.typeutils.base.LocalTimeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.ShortSerializer;
import org.apache.flink.api.common.typeutils.base.SqlDateSerializer;
import org.apache.flink.api.common.typeutils.base.SqlTimestampSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.runtime.RowSerializer;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** The serializer that Flink has for a type of key; {@code uuid} has none of its own. */
final class KeyTypes {
  private static final Map<String, TypeSerializer<?>> SCALARS =
      Map.ofEntries(
          Map.entry("string", StringSerializer.INSTANCE),
          Map.entry("long", LongSerializer.INSTANCE),
          Map.entry("integer", IntSerializer.INSTANCE),
          Map.entry("short", ShortSerializer.INSTANCE),
          Map.entry("byte", ByteSerializer.INSTANCE),
          Map.entry("char", CharSerializer.INSTANCE),
          Map.entry("boolean", BooleanSerializer.INSTANCE),
          Map.entry("double", DoubleSerializer.INSTANCE),
          Map.entry("float", FloatSerializer.INSTANCE),
          Map.entry("big-decimal", BigDecSerializer.INSTANCE),
          Map.entry("big-integer", BigIntSerializer.INSTANCE),
          Map.entry("local-date", LocalDateSerializer.INSTANCE),
          Map.entry("local-time", LocalTimeSerializer.INSTANCE),
          Map.entry("local-date-time", LocalDateTimeSerializer.INSTANCE),
          Map.entry("instant", InstantSerializer.INSTANCE),
          Map.entry("sql-date", SqlDateSerializer.INSTANCE),
          Map.entry("sql-timestamp", SqlTimestampSerializer.INSTANCE),
          Map.entry("bytes", BytePrimitiveArraySerializer.INSTANCE));

  private KeyTypes() {}

  /** The serializer of a key type: a name, or an object for what is made of other types. */
  @SuppressWarnings("unchecked") // the backend asks for the serializer of its keys' class, which is known from here on
  static TypeSerializer<Object> serializer(Input type) {
    return (TypeSerializer<Object>) read(type);
  }

  /** The name of the type of one value that a serializer is for; null for others. */
  static String name(TypeSerializer<?> serializer) {
    return SCALARS.entrySet().stream()
        .filter(known -> known.getValue().equals(serializer))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private static TypeSerializer<?> read(Input type) {
    if (!type.isObject()) {
      TypeSerializer<?> known = SCALARS.get(type.text());
      if (known == null) {
        throw type.expected("one of " + String.join(", ", new TreeSet<>(SCALARS.keySet())));
      }
      return known;
    }
    return switch (type.field("type").text()) {
      case "list" -> new ListSerializer<>(read(type.field("element")));
      case "tuple" -> tuple(type.field("fields"));
      case "row" -> new RowSerializer(all(type.field("fields")));
      case "row-data" -> rows(type);
      default -> throw type.field("type").expected("list, row, row-data or tuple");
    };
  }

  /** Of rows whose fields are given; or of those that a snapshot is of, of which all behind its version is given. */
  private static TypeSerializer<?> rows(Input type) {
    Optional<Input> snapshot = type.optional("snapshot");
    if (snapshot.isEmpty()) {
      return new BinaryRowDataSerializer(type.field("fields").items().size());
    }
    RowDataSerializer.RowDataSerializerSnapshot read = new RowDataSerializer.RowDataSerializerSnapshot();
    try {
      read.readSnapshot(
          read.getCurrentVersion(), new DataInputDeserializer(snapshot.get().hex()), KeyTypes.class.getClassLoader());
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
    return read.restoreSerializer();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a tuple of so many fields is known by its arity only
  private static TypeSerializer<?> tuple(Input fields) {
    TypeSerializer<?>[] serializers = all(fields);
    if (serializers.length > Tuple.MAX_ARITY) {
      throw fields.expected("an array of at most " + Tuple.MAX_ARITY + " types");
    }
    return new TupleSerializer(Tuple.getTupleClass(serializers.length), serializers);
  }

  private static TypeSerializer<?>[] all(Input types) {
    List<TypeSerializer<?>> serializers = types.items().stream().<TypeSerializer<?>>map(KeyTypes::read).toList();
    return serializers.toArray(new TypeSerializer<?>[0]);
  }
}
