package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.ttl.TtlValue;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;

/** Values of state from JSON and back: keys, and what only a namespace or a value may be. */
final class StateValues {
  private static final List<BigInteger> CONSTANTS = List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TEN);

  private StateValues() {}

  static Object read(Input document, Keys keys) {
    Input value = document.optional("value").orElse(document);
    return switch (document.field("type").text()) {
      case "void-namespace" -> VoidNamespace.INSTANCE;
      case "global-window" -> GlobalWindow.get();
      case "time-window" -> new TimeWindow(value.field("start").int64(), value.field("end").int64());
      case "bytes" -> value.hex();
      case "big-integer" -> integer((BigInteger) keys.read(document), constant(document, false));
      case "big-decimal" -> decimal((BigDecimal) keys.read(document), constant(document, true));
      case "list" -> all(value, keys);
      case "map" -> map(value, keys);
      case "tuple" -> tuple(all(value, keys));
      case "row" -> row(value, keys);
      case "ttl" -> new TtlValue<>(read(value.field("value"), keys), value.field("timestamp").int64());
      default -> {
        Object read = StateObjects.read(document, keys);
        yield read == null ? keys.read(document) : read;
      }
    };
  }

  /** Whether a number is the very object of its constant, or its digits are. */
  private static boolean constant(Input document, boolean unless) {
    Optional<Input> given = document.optional("constant");
    return given.isPresent() ? given.get().bool() : unless;
  }

  private static BigInteger integer(BigInteger number, boolean constant) {
    if (constant) {
      return CONSTANTS.get(CONSTANTS.indexOf(number));
    }
    return new BigInteger(number.toString());
  }

  private static BigDecimal decimal(BigDecimal number, boolean constant) {
    BigInteger digits = number.unscaledValue();
    return new BigDecimal(integer(digits, constant && CONSTANTS.contains(digits)), number.scale());
  }

  private static List<Object> all(Input values, Keys keys) {
    List<Object> read = new ArrayList<>();
    for (Input value : values.items()) {
      read.add(read(value, keys));
    }
    return read;
  }

  private static Map<Object, Object> map(Input pairs, Keys keys) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (Input pair : pairs.items()) {
      map.put(read(pair.items().get(0), keys), read(pair.items().get(1), keys));
    }
    return map;
  }

  private static Tuple tuple(List<Object> fields) {
    Tuple tuple = Tuple.newInstance(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      tuple.setField(fields.get(i), i);
    }
    return tuple;
  }

  private static Row row(Input value, Keys keys) {
    List<Object> fields = all(value.field("fields"), keys);
    Row row = Row.withPositions(CompositeKeys.kind(value.field("kind")), fields.size());
    for (int i = 0; i < fields.size(); i++) {
      row.setField(i, fields.get(i));
    }
    return row;
  }

  /** The JSON from which a value could have been read; a binary row is its bytes, entries of a map are in order. */
  static Map<String, Object> json(Object value) {
    if (value instanceof VoidNamespace) {
      return typed("void-namespace", null);
    }
    if (value instanceof GlobalWindow) {
      return typed("global-window", null);
    }
    if (value instanceof TimeWindow) {
      return typed("time-window", Namespaces.json(value));
    }
    if (value instanceof BigInteger number) {
      return number(typed("big-integer", number.toString()), number);
    }
    if (value instanceof BigDecimal number) {
      return number(typed("big-decimal", number.toString()), number.unscaledValue());
    }
    if (value instanceof List<?> list) {
      return typed("list", list.stream().map(StateValues::json).toList());
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> entries = new ArrayList<>();
      map.forEach((key, of) -> entries.add(List.of(json(key), json(of))));
      entries.sort(KeyDocuments.ORDER);
      return typed("map", entries);
    }
    if (value instanceof Tuple tuple) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < tuple.getArity(); i++) {
        fields.add(json(tuple.getField(i)));
      }
      return typed("tuple", fields);
    }
    if (value instanceof Row row) {
      List<Object> fields = new ArrayList<>();
      for (int i = 0; i < row.getArity(); i++) {
        fields.add(json(row.getField(i)));
      }
      Map<String, Object> of = new LinkedHashMap<>();
      of.put("kind", row.getKind().shortString());
      of.put("fields", fields);
      return typed("row", of);
    }
    if (value instanceof TtlValue<?> held) {
      Map<String, Object> of = new LinkedHashMap<>();
      of.put("timestamp", Long.toString(held.getLastAccessTimestamp()));
      of.put("value", json(held.getUserValue()));
      return typed("ttl", of);
    }
    Map<String, Object> document = StateObjects.json(value);
    return document == null ? KeyDocuments.of(value) : document;
  }

  private static Map<String, Object> number(Map<String, Object> document, BigInteger digits) {
    if (CONSTANTS.contains(digits)) {
      document.put("constant", CONSTANTS.stream().anyMatch(constant -> constant == digits));
    }
    return document;
  }

  private static Map<String, Object> typed(String type, Object value) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type);
    document.put("value", value);
    return document;
  }
}
