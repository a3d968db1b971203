package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;

/** Rows of Table and SQL as state holds them; apart from {@link BinaryRows}, for a release may lack their classes. */
final class RowBytes {
  private static final HexFormat HEX = HexFormat.of();
  private static final int ROOM = 64;

  private RowBytes() {}

  static Operation.Call encoded(Input in) {
    List<LogicalType> types = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Input field : in.field("fields").items()) {
      types.add(type(field.field("type")));
      values.add(SqlField.read(field).value());
    }
    RowData row = GenericRowData.ofKind(CompositeKeys.kind(in.field("kind")), values.toArray());
    return () -> {
      DataOutputSerializer out = new DataOutputSerializer(ROOM);
      serializer(types).serialize(row, out);
      return HEX.formatHex(out.getCopyOfBuffer());
    };
  }

  static Operation.Call decoded(Input in) {
    List<String> names = in.field("types").items().stream().map(Input::text).toList();
    List<LogicalType> types = in.field("types").items().stream().map(RowBytes::type).toList();
    DataInputDeserializer source = new DataInputDeserializer(in.field("bytes").hex());
    return () -> {
      RowData row = serializer(types).deserialize(source);
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("kind", row.getRowKind().shortString());
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("type", names.get(i));
        put(field, RowData.createFieldGetter(types.get(i), i).getFieldOrNull(row));
        fields.add(field);
      }
      answer.put("fields", fields);
      answer.put("left", source.available());
      return answer;
    };
  }

  private static RowDataSerializer serializer(List<LogicalType> types) {
    return new RowDataSerializer(types.toArray(LogicalType[]::new));
  }

  private static LogicalType type(Input name) {
    return LogicalTypeParser.parse(name.text(), RowBytes.class.getClassLoader());
  }

  private static void put(Map<String, Object> field, Object value) {
    if (value instanceof TimestampData timestamp) {
      field.put("value", Long.toString(timestamp.getMillisecond()));
      field.put("nanosOfMillisecond", timestamp.getNanoOfMillisecond());
      return;
    }
    field.put("value", json(value));
  }

  private static Object json(Object value) {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Long number) {
      return number.toString();
    }
    if (value instanceof Number number && !(value instanceof Float || value instanceof Double)) {
      return number.intValue();
    }
    if (value instanceof Float number) {
      return String.format("0x%08x", Float.floatToRawIntBits(number));
    }
    if (value instanceof Double number) {
      return String.format("0x%016x", Double.doubleToRawLongBits(number));
    }
    if (value instanceof byte[] bytes) {
      return HEX.formatHex(bytes);
    }
    if (value instanceof DecimalData decimal) {
      return decimal.toBigDecimal().toString();
    }
    return value.toString();
  }
}
