package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.typeutils.runtime.RowSerializer;
import org.apache.flink.api.java.typeutils.runtime.Tuple0Serializer;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.ttl.TtlStateFactory.TtlSerializer;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** The serializer that Flink has for a type of state: those of keys, and what a namespace or a value may be, too. */
final class StateTypes {
  private StateTypes() {}

  /** The serializer of a type: a name, or an object for what is made of other types. */
  @SuppressWarnings("unchecked") // values are read by the type's own document
  static TypeSerializer<Object> serializer(Input type) {
    return (TypeSerializer<Object>) read(type);
  }

  /** The type of a serializer as a document; of binary rows only the arity is known. */
  static Object json(TypeSerializer<?> serializer) {
    if (serializer instanceof VoidNamespaceSerializer) {
      return "void-namespace";
    }
    if (serializer instanceof TimeWindow.Serializer) {
      return "time-window";
    }
    if (serializer instanceof GlobalWindow.Serializer) {
      return "global-window";
    }
    if (serializer instanceof ListSerializer<?> list) {
      return Map.of("type", "list", "element", json(list.getElementSerializer()));
    }
    if (serializer instanceof MapSerializer<?, ?> map) {
      return Map.of("type", "map", "key", json(map.getKeySerializer()), "value", json(map.getValueSerializer()));
    }
    if (serializer instanceof TupleSerializer<?> tuple) {
      return Map.of("type", "tuple", "fields", all(tuple.getFieldSerializers()));
    }
    if (serializer instanceof Tuple0Serializer) {
      return Map.of("type", "tuple", "fields", List.of());
    }
    if (serializer instanceof RowSerializer row) {
      return ObjectTypes.hasKinds(row)
          ? Map.of("type", "row", "fields", parts(row))
          : Map.of("type", "row", "fields", parts(row), "kinds", false);
    }
    if (serializer instanceof BinaryRowDataSerializer row) {
      return Map.of("type", "row-data", "arity", row.getArity());
    }
    if (serializer instanceof RowDataSerializer rows) {
      return Map.of("type", "row-data", "snapshot", HexFormat.of().formatHex(snapshot(rows)));
    }
    if (serializer instanceof TtlSerializer<?> ttl) {
      return Map.of("type", "ttl", "value", parts(ttl).get(1));
    }
    Object of = ObjectTypes.json(serializer);
    return of == null ? KeyTypes.name(serializer) : of;
  }

  /** What the snapshot of a serializer of rows has behind its class and version. */
  private static byte[] snapshot(RowDataSerializer rows) {
    DataOutputSerializer target = new DataOutputSerializer(64);
    try {
      rows.snapshotConfiguration().writeSnapshot(target);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return target.getCopyOfBuffer();
  }

  /** The types of what a composite is made of, which its serializer gives in its snapshot only. */
  private static List<Object> parts(TypeSerializer<?> composite) {
    CompositeTypeSerializerSnapshot<?, ?> snapshot =
        (CompositeTypeSerializerSnapshot<?, ?>) composite.snapshotConfiguration();
    return Arrays.stream(snapshot.getNestedSerializerSnapshots()).map(part -> json(part.restoreSerializer())).toList();
  }

  private static List<Object> all(TypeSerializer<?>[] serializers) {
    return Arrays.stream(serializers).map(StateTypes::json).toList();
  }

  private static TypeSerializer<?> read(Input type) {
    if (!type.isObject()) {
      return switch (type.text()) {
        case "void-namespace" -> VoidNamespaceSerializer.INSTANCE;
        case "time-window" -> new TimeWindow.Serializer();
        case "global-window" -> new GlobalWindow.Serializer();
        default -> {
          TypeSerializer<?> array = ObjectTypes.array(type.text());
          yield array == null ? KeyTypes.serializer(type) : array;
        }
      };
    }
    return switch (type.field("type").text()) {
      case "list" -> new ListSerializer<>(read(type.field("element")));
      case "map" -> new MapSerializer<>(read(type.field("key")), read(type.field("value")));
      case "tuple" -> tuple(all(type.field("fields")));
      case "row" -> row(type);
      case "array" -> ObjectTypes.genericArray(read(type.field("element")));
      case "enum" -> ObjectTypes.constants(type);
      case "pojo" -> ObjectTypes.pojo(type);
      case "ttl" -> new TtlSerializer<>(LongSerializer.INSTANCE, read(type.field("value")));
      default -> KeyTypes.serializer(type);
    };
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class of a tuple of so many fields is known by its arity only
  private static TypeSerializer<?> tuple(TypeSerializer<?>[] fields) {
    // As TupleTypeInfo.createSerializer.
    return fields.length == 0
        ? Tuple0Serializer.INSTANCE
        : new TupleSerializer(Tuple.getTupleClass(fields.length), fields);
  }

  private static TypeSerializer<?> row(Input type) {
    TypeSerializer<?>[] fields = all(type.field("fields"));
    boolean hasKinds = type.optional("kinds").map(Input::bool).orElse(true);
    return hasKinds ? new RowSerializer(fields) : ObjectTypes.rowWithoutKind(fields);
  }

  private static TypeSerializer<?>[] all(Input types) {
    List<TypeSerializer<?>> serializers = types.items().stream().<TypeSerializer<?>>map(StateTypes::read).toList();
    return serializers.toArray(new TypeSerializer<?>[0]);
  }
}
