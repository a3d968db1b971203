package io.jarparity.bridge.spi;

import io.jarparity.bridge.spi.KeyReader.Hashing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Reads {@code {"type":T,"value":V}}: the JDK's types itself, others through the adapters' readers. */
public final class Keys {
  private final Map<String, KeyReader> readers = new ConcurrentHashMap<>();

  /** Reads the types of the JDK only. */
  public Keys() {
    scalar("string", Input::text);
    scalar("long", Input::int64);
    scalar("integer", v -> (int) v.decimal(Integer.MIN_VALUE, Integer.MAX_VALUE));
    scalar("short", v -> (short) v.decimal(Short.MIN_VALUE, Short.MAX_VALUE));
    scalar("byte", v -> (byte) v.decimal(Byte.MIN_VALUE, Byte.MAX_VALUE));
    scalar("char", Keys::unit);
    scalar("boolean", Input::bool);
    scalar("double", v -> Double.longBitsToDouble(v.bits(2 * Double.BYTES)));
    scalar("float", v -> Float.intBitsToFloat((int) v.bits(2 * Float.BYTES)));
    parsed("big-decimal", "a BigDecimal", BigDecimal::new);
    parsed("big-integer", "a BigInteger", BigInteger::new);
    parsed("local-date", "a LocalDate", LocalDate::parse);
    parsed("local-time", "a LocalTime", LocalTime::parse);
    parsed("local-date-time", "a LocalDateTime", LocalDateTime::parse);
    parsed("instant", "an Instant", Instant::parse);
    parsed("uuid", "a UUID", UUID::fromString);
    scalar("sql-date", v -> new Date(v.int64()));
    scalar("sql-timestamp", v -> new Timestamp(v.int64()));
    register("list", this::list);
    register("bytes", Keys::bytes);
    register("enum", (value, around) -> {
      throw IdentityHashedKey.ofEnum();
    });
  }

  /**
   * Adds a type of key.
   *
   * @throws IllegalArgumentException there is one of that name
   */
  public void register(String type, KeyReader reader) {
    if (readers.putIfAbsent(type, reader) != null) {
      throw new IllegalArgumentException("the key type " + type + " is registered twice");
    }
  }

  /**
   * The key that the JSON says; null for the type {@code null}.
   *
   * @throws InputException the key can't be read
   * @throws IdentityHashedKey the key's hash is its identity
   */
  public Object read(Input key) {
    return read(key, Hashing.BY_IDENTITY);
  }

  /** As {@link #read(Input)}, for a key inside another one. */
  public Object read(Input key, Hashing around) {
    String type = key.field("type").text();
    if ("null".equals(type)) {
      return null;
    }
    KeyReader reader = readers.get(type);
    if (reader == null) {
      String known = String.join(", ", new TreeSet<>(readers.keySet()));
      throw key.field("type").expected("one of " + known + " on this line");
    }
    Object read = reader.read(key.field("value"), around);
    if (read instanceof Timestamp timestamp) {
      key.optional("nanos").ifPresent(nanos -> timestamp.setNanos((int) nanos.number(0, 999_999_999)));
    }
    return read;
  }

  /** The keys of an array. */
  public List<Object> readAll(Input array, Hashing around) {
    List<Object> keys = new ArrayList<>();
    for (Input item : array.items()) {
      keys.add(read(item, around));
    }
    return keys;
  }

  private List<Object> list(Input value, Hashing around) {
    return readAll(value, around);
  }

  private static byte[] bytes(Input value, Hashing around) {
    if (around == Hashing.BY_IDENTITY) {
      throw IdentityHashedKey.ofBytes();
    }
    return value.hex();
  }

  private static char unit(Input value) {
    String text = value.text();
    if (text.length() != 1) {
      throw value.expected("a string of one UTF-16 unit");
    }
    return text.charAt(0);
  }

  private void scalar(String type, Function<Input, Object> read) {
    register(type, (value, around) -> read.apply(value));
  }

  private void parsed(String type, String what, Function<String, Object> parse) {
    scalar(type, value -> {
      String text = value.text();
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException | DateTimeException unreadable) {
        throw value.expected("what " + what + " prints");
      }
    });
  }
}
