package io.jarparity.bridge;

import java.util.List;
import java.util.Map;

/**
 * JSON text and plain Java values: null, Boolean, Number, String, List and Map.
 *
 * <p>Written JSON is ASCII, so that lone surrogates survive every encoding on the way.
 */
public final class Json {
  private static final String HEX = "0123456789ABCDEF";
  private static final String ESCAPED = "\b\t\n\f\r\"\\";
  private static final String ESCAPES = "btnfr\"\\";

  private Json() {}

  /** A writer of an array of answers. */
  static final class Answers {
    private final StringBuilder text = new StringBuilder("[");

    /** Adds the array of an input that lines answer differently: the number of its pattern, and each reply. */
    void add(int pattern, Iterable<Reply> replies) {
      separate();
      text.append('[').append(pattern);
      replies.forEach(this::add);
      text.append(']');
    }

    void add(Reply reply) {
      separate();
      if (reply instanceof Reply.Thrown thrown) {
        text.append("{\"error\":{\"kind\":");
        put(text, thrown.exception().getClass().getSimpleName());
        text.append(",\"message\":");
        put(text, thrown.exception().getMessage());
        text.append("}}");
      } else if (reply instanceof Reply.Value value) {
        text.append("{\"value\":");
        put(text, value.value());
        text.append('}');
      }
    }

    private void separate() {
      text.append(text.length() > 1 ? "," : "");
    }

    String end() {
      return text.append(']').toString();
    }
  }

  /**
   * Reads one JSON value; {@code what} names it in messages.
   *
   * @throws BridgeException the text is not one JSON value
   */
  public static Object read(String what, String json) {
    return new JsonReader(what, json).whole();
  }

  /**
   * Writes one value.
   *
   * @throws BridgeException it is or holds what has no JSON form, such as a Long
   */
  public static String write(Object value) {
    StringBuilder text = new StringBuilder();
    put(text, value);
    return text.toString();
  }

  private static void put(StringBuilder text, Object value) {
    if (value instanceof String s) {
      put(text, s);
    } else if (value == null || value instanceof Boolean || value instanceof Integer) {
      text.append(value);
    } else if (value instanceof List<?> list) {
      char before = '[';
      for (Object item : list) {
        put(text.append(before), item);
        before = ',';
      }
      text.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Map<?, ?> map) {
      char before = '{';
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        put(text.append(before), (String) entry.getKey());
        put(text.append(':'), entry.getValue());
        before = ',';
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else {
      throw new BridgeException(
          "an adapter answered with a " + value.getClass().getName() + ", which has no JSON form");
    }
  }

  private static void put(StringBuilder text, String value) {
    if (value == null) {
      text.append("null");
      return;
    }
    text.append('"');
    int done = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '\u007f' || c == '"' || c == '\\') {
        text.append(value, done, i).append('\\');
        escape(text, c);
        done = i + 1;
      }
    }
    text.append(value, done, value.length()).append('"');
  }

  private static void escape(StringBuilder text, char c) {
    int known = ESCAPED.indexOf(c);
    if (known >= 0) {
      text.append(ESCAPES.charAt(known));
      return;
    }
    text.append('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      text.append(HEX.charAt(c >> shift & 0xf));
    }
  }
}
