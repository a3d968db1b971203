package io.jarparity.flink;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.types.Row;

/** Writes a key that a backend holds as the JSON from which it could have been read, and puts such JSON in order. */
final class KeyDocuments {
  /**
   * The order of lists of keys and entries: strings by UTF-16 units, arrays item by item, objects by their fields in
   * the order of their names, null before all. A missing item or field comes first.
   */
  static final Comparator<Object> ORDER = KeyDocuments::compare;

  private KeyDocuments() {}

  /** The JSON of a key; NaN is the canonical one, and a row of SQL is its bytes, as these no longer tell the types. */
  static Map<String, Object> of(Object key) {
    if (key == null) {
      return typed("null", null);
    }
    if (key instanceof Timestamp timestamp) {
      Map<String, Object> document = typed("sql-timestamp", Long.toString(timestamp.getTime()));
      document.put("nanos", timestamp.getNanos());
      return document;
    }
    if (key instanceof BinaryRowData row) {
      return typed("row-data", bytes(row));
    }
    if (key instanceof Tuple tuple) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < tuple.getArity(); i++) {
        fields.add(of(tuple.getField(i)));
      }
      return typed("tuple", fields);
    }
    if (key instanceof List<?> list) {
      return typed("list", list.stream().map(KeyDocuments::of).toList());
    }
    if (key instanceof Row row) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < row.getArity(); i++) {
        fields.add(of(row.getField(i)));
      }
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("kind", row.getKind().shortString());
      value.put("fields", fields);
      return typed("row", value);
    }
    return scalar(key);
  }

  /** The bytes of a row of SQL as hex. */
  static String bytes(BinaryRowData row) {
    return HexFormat.of()
        .formatHex(BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes()));
  }

  private static Map<String, Object> scalar(Object key) {
    if (key instanceof Boolean) {
      return typed("boolean", key);
    }
    if (key instanceof Double number) {
      return typed("double", String.format("0x%016x", Double.doubleToLongBits(number)));
    }
    if (key instanceof Float number) {
      return typed("float", String.format("0x%08x", Float.floatToIntBits(number)));
    }
    if (key instanceof byte[] bytes) {
      return typed("bytes", HexFormat.of().formatHex(bytes));
    }
    if (key instanceof Date date) {
      return typed("sql-date", Long.toString(date.getTime()));
    }
    String type = NAMES.get(key.getClass());
    if (type == null) {
      throw new IllegalStateException("no way to write a key of " + key.getClass().getName());
    }
    return typed(type, key.toString());
  }

  /** What is written as its {@code toString}. */
  private static final Map<Class<?>, String> NAMES =
      Map.ofEntries(
          Map.entry(String.class, "string"),
          Map.entry(Long.class, "long"),
          Map.entry(Integer.class, "integer"),
          Map.entry(Short.class, "short"),
          Map.entry(Byte.class, "byte"),
          Map.entry(Character.class, "char"),
          Map.entry(BigDecimal.class, "big-decimal"),
          Map.entry(BigInteger.class, "big-integer"),
          Map.entry(LocalDate.class, "local-date"),
          Map.entry(LocalTime.class, "local-time"),
          Map.entry(LocalDateTime.class, "local-date-time"),
          Map.entry(Instant.class, "instant"));

  private static Map<String, Object> typed(String type, Object value) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type);
    document.put("value", value);
    return document;
  }

  private static int compare(Object a, Object b) {
    int kind = KINDS.indexOf(kind(a));
    int other = KINDS.indexOf(kind(b));
    if (a == null || kind != other) {
      return Integer.compare(kind, other);
    }
    if (a instanceof List<?> left) {
      return inOrder(left.iterator(), ((List<?>) b).iterator());
    }
    if (a instanceof Map<?, ?> left) {
      return inOrder(parts(left), parts((Map<?, ?>) b));
    }
    return scalars(a, b);
  }

  @SuppressWarnings("unchecked") // both are of one of the kinds, each of which compares with itself
  private static int scalars(Object a, Object b) {
    return ((Comparable<Object>) a).compareTo(b);
  }

  /** JSON in order: null, true and false, numbers, strings, arrays, objects. */
  private static final List<Class<?>> KINDS =
      List.of(Void.class, Boolean.class, Integer.class, String.class, List.class, Map.class);

  private static Class<?> kind(Object json) {
    return KINDS.stream().filter(kind -> kind.isInstance(json)).findFirst().orElse(Void.class);
  }

  private static Iterator<Object> parts(Map<?, ?> fields) {
    List<Object> parts = new ArrayList<>();
    new TreeMap<Object, Object>(fields).forEach((name, value) -> {
      parts.add(name);
      parts.add(value);
    });
    return parts.iterator();
  }

  private static int inOrder(Iterator<?> left, Iterator<?> right) {
    while (left.hasNext() && right.hasNext()) {
      int order = compare(left.next(), right.next());
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }
}
