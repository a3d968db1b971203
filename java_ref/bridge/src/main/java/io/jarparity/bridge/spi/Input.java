package io.jarparity.bridge.spi;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of an input's JSON that knows where it stands, so that an error can name the field. */
public final class Input {
  private static final HexFormat HEX = HexFormat.of();

  private final Input parent;
  private final Object step;
  private final Object value;

  private Input(Input parent, Object step, Object value) {
    this.parent = parent;
    this.step = step;
    this.value = value;
  }

  /**
   * The whole of an input.
   *
   * @param name what messages call it, such as {@code input 3}
   * @param value null, a Boolean, Number, String, List or Map of such
   */
  public static Input root(String name, Object value) {
    return new Input(null, name, value);
  }

  /** The field of that name, which must be there. */
  public Input field(String name) {
    return optional(name).orElseThrow(() -> new InputException(path(), "field " + name + " is missing"));
  }

  /** The field of that name, if it is there. */
  public Optional<Input> optional(String name) {
    if (!(value instanceof Map<?, ?> fields)) {
      throw expected("an object");
    }
    return fields.containsKey(name) ? Optional.of(new Input(this, name, fields.get(name))) : Optional.empty();
  }

  /** The elements of an array. */
  public List<Input> items() {
    if (!(value instanceof List<?> list)) {
      throw expected("an array");
    }
    List<Input> items = new ArrayList<>(list.size());
    for (Object item : list) {
      items.add(new Input(this, items.size(), item));
    }
    return items;
  }

  /** The fields of an object by name, in the order in which they stand. */
  public Map<String, Input> fields() {
    if (!(value instanceof Map<?, ?> fields)) {
      throw expected("an object");
    }
    Map<String, Input> named = new LinkedHashMap<>();
    fields.forEach((name, field) -> named.put((String) name, new Input(this, name, field)));
    return named;
  }

  public boolean isArray() {
    return value instanceof List<?>;
  }

  public boolean isObject() {
    return value instanceof Map<?, ?>;
  }

  public boolean isNull() {
    return value == null;
  }

  public boolean bool() {
    if (value instanceof Boolean b) {
      return b;
    }
    throw expected("true or false");
  }

  /** Any string of UTF-16 units, lone surrogates too. */
  public String text() {
    if (value instanceof String s) {
      return s;
    }
    throw expected("a string");
  }

  /** A number of 32 bits. */
  public int int32() {
    return (int) number(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  /** A whole number in these bounds. */
  public long number(long least, long most) {
    // The JSON codec gives every whole number that fits as an Integer or a Long; anything else is out of bounds.
    if ((value instanceof Integer || value instanceof Long)
        && ((Number) value).longValue() >= least
        && ((Number) value).longValue() <= most) {
      return ((Number) value).longValue();
    }
    throw expected("a whole number from " + least + " to " + most);
  }

  /** A decimal string of 64 bits. */
  public long int64() {
    return decimal(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** A decimal string in these bounds. */
  public long decimal(long least, long most) {
    if (value instanceof String s) {
      try {
        long number = Long.parseLong(s);
        if (number >= least && number <= most) {
          return number;
        }
      } catch (NumberFormatException notOne) {
        throw expected("a decimal string from " + least + " to " + most);
      }
    }
    throw expected("a decimal string from " + least + " to " + most);
  }

  /** Bits as {@code 0x} and hex digits. */
  public long bits(int digits) {
    if (value instanceof String s && s.length() == digits + 2 && s.startsWith("0x")) {
      try {
        return HexFormat.fromHexDigitsToLong(s, 2, s.length());
      } catch (NumberFormatException notHex) {
        throw expected("0x and " + digits + " hex digits");
      }
    }
    throw expected("0x and " + digits + " hex digits");
  }

  /** Bytes as hex. */
  public byte[] hex() {
    if (value instanceof String s) {
      try {
        return HEX.parseHex(s);
      } catch (IllegalArgumentException notHex) {
        throw expected("bytes as hex, two digits a byte");
      }
    }
    throw expected("bytes as hex, two digits a byte");
  }

  /** An error that says what should stand here, and what does. */
  public InputException expected(String what) {
    return new InputException(path(), "must be " + what + ", but is " + shown());
  }

  /** Where this value stands: {@code input 3, key.value[1]}. */
  public String path() {
    if (parent == null) {
      return String.valueOf(step);
    }
    String before = parent.path();
    if (step instanceof Integer index) {
      return before + "[" + index + "]";
    }
    return before + (parent.parent == null ? ", " : ".") + step;
  }

  private String shown() {
    if (value instanceof Map<?, ?>) {
      return "an object";
    }
    if (value instanceof List<?>) {
      return "an array";
    }
    String text = value instanceof String s ? '"' + s + '"' : String.valueOf(value);
    int most = 80;
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }
}
