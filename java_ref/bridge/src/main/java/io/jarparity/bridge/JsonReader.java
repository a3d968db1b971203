package io.jarparity.bridge;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one text of JSON: strictly, and with any lone surrogates. */
final class JsonReader {
  /** Deeper than any input, and a text of nothing but brackets doesn't end the JVM's stack. */
  private static final int DEEPEST = 1000;

  /** So many digits fit into any long. */
  private static final int SAFE_DIGITS = 18;

  private static final int NAMES = 256;

  private final String what;
  private final String text;
  private int at;
  private int depth;
  private int elements;

  /** Names of fields that were read, by a hash: a batch repeats a few of them. */
  private final String[] names = new String[NAMES];

  /** A reader of a text; {@code what} names it in messages. */
  JsonReader(String what, String text) {
    this.what = what;
    this.text = text;
  }

  /** The one value of the text. */
  Object whole() {
    Object value = value();
    end();
    return value;
  }

  /** Starts with an array, whose elements are then read one by one. */
  void enter() {
    if (peek() != '[') {
      throw new BridgeException(what + " must be a JSON array");
    }
    at++;
  }

  /** Whether the array has another element; if not, the text ends. */
  boolean advance() {
    if (peek() == ']') {
      at++;
      end();
      return false;
    }
    if (elements++ > 0) {
      expect(',');
    }
    return true;
  }

  /** The next value. */
  Object value() {
    return switch (peek()) {
      case '"' -> string();
      case '{' -> object();
      case '[' -> array();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private List<Object> array() {
    List<Object> items = new ArrayList<>();
    if (opens(']')) {
      do {
        items.add(value());
      } while (goesOn(']'));
    }
    return items;
  }

  private Map<String, Object> object() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (opens('}')) {
      do {
        if (peek() != '"') {
          throw unreadable("a field has no name");
        }
        String name = name();
        expect(':');
        Object value = value();
        int before = fields.size();
        fields.put(name, value);
        if (fields.size() == before) {
          throw unreadable("the field \"" + name + "\" is there twice");
        }
      } while (goesOn('}'));
    }
    return fields;
  }

  /** Goes into an array or an object; whether there is anything in it. */
  private boolean opens(char end) {
    at++;
    if (++depth > DEEPEST) {
      throw unreadable("it is deeper than " + DEEPEST);
    }
    return peek() != end || closes();
  }

  /** After an element: whether there is another. */
  private boolean goesOn(char end) {
    if (peek() == end) {
      return closes();
    }
    expect(',');
    return true;
  }

  private boolean closes() {
    at++;
    depth--;
    return false;
  }

  private String name() {
    int hash = 0;
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        String known = names[hash & NAMES - 1];
        int length = i - at - 1;
        if (known != null && known.length() == length && text.startsWith(known, at + 1)) {
          at = i + 1;
          return known;
        }
        return names[hash & NAMES - 1] = string();
      }
      if (c == '\\') {
        return string();
      }
      hash = 31 * hash + c;
    }
    throw ended();
  }

  private String string() {
    int start = ++at;
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        return text.substring(start, at++);
      }
      if (c == '\\') {
        return escaped(new StringBuilder(text.length() - at > NAMES ? NAMES : 0).append(text, start, at));
      }
      if (c < ' ') {
        throw unreadable("a control character in a string");
      }
    }
    throw ended();
  }

  /** The rest of a string with escapes. */
  private String escaped(StringBuilder read) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return read.toString();
      }
      if (c < ' ') {
        throw unreadable("a control character in a string");
      }
      read.append(c == '\\' ? escape() : c);
    }
    throw ended();
  }

  private char escape() {
    char c = at < text.length() ? text.charAt(at++) : '"';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> throw unreadable("an unknown escape");
    };
  }

  private char unit() {
    int unit = 0;
    for (int end = at + 4; at < end; at++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0 || text.charAt(at) > 'f') {
        throw unreadable("\\u needs four hexadecimal digits");
      }
      unit = 16 * unit + digit;
    }
    return (char) unit;
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw unreadable("unexpected text");
    }
    at += word.length();
    return value;
  }

  /** An Integer or Long where it fits; else a BigInteger, or a Double. */
  private Number number() {
    int start = at;
    if (text.charAt(at) == '-') {
      at++;
    }
    int first = at;
    digits();
    if (text.charAt(first) == '0' && at > first + 1) {
      throw unreadable("a number begins with 0");
    }
    int whole = at;
    if (is('.')) {
      at++;
      digits();
    }
    if (is('e') || is('E')) {
      at++;
      if (is('+') || is('-')) {
        at++;
      }
      digits();
    }
    if (at > whole) {
      return Double.valueOf(text.substring(start, at));
    }
    if (at - first > SAFE_DIGITS) {
      BigInteger big = new BigInteger(text.substring(start, at));
      return big.bitLength() < Long.SIZE ? (Number) big.longValue() : big;
    }
    long value = Long.parseLong(text, start, at, 10);
    return value == (int) value ? (Number) (int) value : value;
  }

  private void digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start) {
      throw at < text.length() ? unreadable("unexpected text") : ended();
    }
  }

  private boolean is(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  /** The next character that is no white space; stays before it. */
  private char peek() {
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c;
      }
    }
    throw ended();
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw unreadable("there is no " + wanted);
    }
    at++;
  }

  private void end() {
    while (at < text.length()) {
      if (" \n\r\t".indexOf(text.charAt(at++)) < 0) {
        throw new BridgeException(what + " goes on after the JSON value, at character " + (at - 1));
      }
    }
  }

  private BridgeException ended() {
    return new BridgeException(what + (text.isBlank() ? " is empty" : " can't be read as JSON: it ends too early"));
  }

  private BridgeException unreadable(String why) {
    return new BridgeException(what + " can't be read as JSON: " + why + ", at character " + at);
  }
}
