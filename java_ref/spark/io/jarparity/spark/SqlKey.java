package io.jarparity.spark;

import io.jarparity.bridge.KeyByKey;
import io.jarparity.bridge.OriginalThrew;
import java.io.Serializable;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/** A key's Java type, and how a value of Spark SQL becomes such a key. */
interface SqlKey extends Serializable {
  /** The original's answer to a value of Spark, which is not null. */
  int ask(KeyByKey original, Object value) throws OriginalThrew;

  /**
   * The key type of that name.
   *
   * @param type {@code string}, {@code bytes} or another scalar; {@code tuple(string,long)} or {@code row(…)} for a
   *     struct with such fields
   */
  static SqlKey of(String type) {
    return switch (type) {
      case "string" -> (original, value) -> original.of((String) value);
      case "bytes" -> (original, value) -> original.of((byte[]) value);
      case "long" -> (original, value) -> original.of((long) value);
      case "integer" -> (original, value) -> original.of((int) value);
      case "double" -> (original, value) -> original.of((double) value);
      case "boolean" -> (original, value) -> original.of((boolean) value);
      default -> (original, value) -> original.ofDocument(document(type, value));
    };
  }

  /** A value of Spark as the JSON of a key. */
  static Map<String, Object> document(String type, Object value) {
    Map<String, Object> document = new LinkedHashMap<>();
    int fields = type.indexOf('(');
    document.put("type", value == null ? "null" : fields < 0 ? type : type.substring(0, fields));
    if (fields >= 0) {
      List<Object> keys = new ArrayList<>();
      String[] types = type.substring(fields + 1, type.length() - 1).split(",");
      for (int i = 0; i < types.length; i++) {
        keys.add(document(types[i], ((Row) value).get(i)));
      }
      boolean isRow = type.startsWith("row");
      document.put("value", isRow ? new LinkedHashMap<>(Map.of("kind", "+I", "fields", keys)) : keys);
      return document;
    }
    document.put("value", value == null ? null : scalar(type, value));
    if (value instanceof Timestamp timestamp && type.equals("sql-timestamp")) {
      document.put("nanos", timestamp.getNanos());
    }
    return document;
  }

  private static Object scalar(String type, Object value) {
    return switch (type) {
      case "boolean" -> value;
      case "double" -> String.format("0x%016x", Double.doubleToRawLongBits((double) value));
      case "float" -> String.format("0x%08x", Float.floatToRawIntBits((float) value));
      case "bytes" -> java.util.HexFormat.of().formatHex((byte[]) value);
      case "big-decimal" -> ((BigDecimal) value).toString();
      case "local-date" -> (value instanceof Date date ? date.toLocalDate() : (LocalDate) value).toString();
      case "sql-date" ->
          Long.toString((value instanceof Date date ? date : Date.valueOf((LocalDate) value)).getTime());
      case "instant" -> (value instanceof Timestamp time ? time.toInstant() : (Instant) value).toString();
      case "local-date-time" -> ((LocalDateTime) value).toString();
      case "sql-timestamp" ->
          Long.toString((value instanceof Timestamp time ? time : Timestamp.from((Instant) value)).getTime());
      default -> value.toString();
    };
  }
}
