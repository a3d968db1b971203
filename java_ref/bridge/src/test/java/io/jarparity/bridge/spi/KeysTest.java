package io.jarparity.bridge.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.spi.KeyReader.Hashing;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {
  private final Keys keys = new Keys();

  private static Map<String, Object> key(String type, Object value) {
    return Map.of("type", type, "value", value);
  }

  private Object read(Map<String, Object> key) {
    return keys.read(Input.root("key", key));
  }

  static Stream<Arguments> everyType() {
    return Stream.of(
        Arguments.of("string", "\ud800x", "\ud800x"),
        Arguments.of("long", "-1", -1L),
        Arguments.of("integer", "-2147483648", Integer.MIN_VALUE),
        Arguments.of("short", "-32768", Short.MIN_VALUE),
        Arguments.of("byte", "127", Byte.MAX_VALUE),
        Arguments.of("char", "\udc00", '\udc00'),
        Arguments.of("boolean", false, false),
        Arguments.of("double", "0x8000000000000000", -0.0),
        Arguments.of("float", "0x3fc00000", 1.5f),
        Arguments.of("big-decimal", "1.00", new BigDecimal("1.00")),
        Arguments.of("big-decimal", "1E+3", new BigDecimal(BigInteger.ONE, -3)),
        Arguments.of("big-integer", "-18446744073709551616", BigInteger.TWO.pow(64).negate()),
        Arguments.of("local-date", "-0001-12-31", LocalDate.of(-1, 12, 31)),
        Arguments.of("local-time", "10:15:30.000000001", LocalTime.of(10, 15, 30, 1)),
        Arguments.of("local-date-time", "2024-02-29T10:15", LocalDateTime.of(2024, 2, 29, 10, 15)),
        Arguments.of("instant", "+1000000000-12-31T23:59:59.999999999Z", Instant.MAX),
        Arguments.of("uuid", "00000000-0000-0001-8000-000000000000", new UUID(1, Long.MIN_VALUE)),
        Arguments.of("sql-date", "-9223372036854775808", new Date(Long.MIN_VALUE)),
        Arguments.of("sql-timestamp", "1700000000123", new Timestamp(1700000000123L)),
        Arguments.of("list", List.of(key("long", "1"), key("list", List.of())), List.of(1L, List.of())));
  }

  @ParameterizedTest
  @MethodSource("everyType")
  void readsEveryTypeAsItsClass(String type, Object value, Object expected) {
    Object read = read(key(type, value));
    assertEquals(expected, read);
    assertTrue(expected instanceof List || read.getClass() == expected.getClass());
    assertEquals(expected.hashCode(), read.hashCode());
  }

  @Test
  void keepsThePayloadOfNaN() {
    assertEquals(0x7ff8000000000001L, Double.doubleToRawLongBits((double) read(key("double", "0x7ff8000000000001"))));
    assertEquals(0xffc00001, Float.floatToRawIntBits((float) read(key("float", "0xffc00001"))));
  }

  @Test
  void readsNullWithOrWithoutValue() {
    assertNull(read(Map.of("type", "null")));
    assertEquals(Arrays.asList((Object) null), read(key("list", List.of(Map.of("type", "null")))));
  }

  @Test
  void setsTheNanosOfATimestamp() {
    Timestamp timestamp =
        (Timestamp) read(Map.of("type", "sql-timestamp", "value", "1700000000123", "nanos", 123456789));
    assertEquals(123456789, timestamp.getNanos());
    assertEquals(1700000000123L, timestamp.getTime());
  }

  @Test
  void refusesWhatHashesByIdentity() {
    String ofBytes = assertThrows(IdentityHashedKey.class, () -> read(key("bytes", "00"))).getMessage();
    assertEquals(
        "bytes keys hash by identity in Java, so equal keys land in different key groups;"
            + " use a string, or a row with a bytes field", ofBytes);
    assertEquals(ofBytes,
        assertThrows(IdentityHashedKey.class, () -> read(key("list", List.of(key("bytes", "00"))))).getMessage());
    assertEquals(
        "enum keys hash by identity in Java, so a key's group changes from JVM to JVM;"
            + " use the constant's name or ordinal",
        assertThrows(IdentityHashedKey.class, () -> read(key("enum", "DAYS"))).getMessage());
  }

  @Test
  void readsBytesWhereTheyHashByContent() {
    Object list = keys.read(Input.root("key", key("list", List.of(key("bytes", "00ff")))), Hashing.BY_CONTENT);
    assertArrayEquals(new byte[] {0, -1}, (byte[]) ((List<?>) list).get(0));
    assertThrows(IdentityHashedKey.class, () -> keys.read(Input.root("key", key("enum", "A")), Hashing.BY_CONTENT));
  }

  @ParameterizedTest
  @CsvSource({
    "long,9223372036854775808", "integer,2147483648", "short,40000", "byte,128", "char,ab", "char,''",
    "double,0x0", "float,1.5", "big-decimal,one", "big-integer,1.5", "local-date,2023-02-29",
    "local-time,25:00", "local-date-time,2024-02-29", "instant,2024-02-29", "uuid,1", "sql-date,today", "boolean,true"
  })
  void namesTheFieldOfAnUnreadableValue(String type, String value) {
    String message = assertThrows(InputException.class, () -> read(key(type, value))).getMessage();
    assertTrue(message.startsWith("key, value: must be "), message);
    assertTrue(message.endsWith("but is \"" + value + "\""), message);
  }

  @Test
  void namesTheTypesThatAreThere() {
    String message = assertThrows(InputException.class, () -> read(key("colour", "red"))).getMessage();
    assertTrue(message.startsWith("key, type: must be one of big-decimal, "), message);
    keys.register("colour", (value, around) -> value.text());
    assertEquals("red", read(key("colour", "red")));
    assertThrows(IllegalArgumentException.class, () -> keys.register("long", (value, around) -> 1L));
  }
}
