package io.jarparity.adapter.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Columns;
import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.IdentityHashedKey;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.java.tuple.Tuple0;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlinkAdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new FlinkAdapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private Object key(Map<String, Object> key) {
    return registered.keys().read(Input.root("key", key));
  }

  private static Map<String, Object> of(String type, Object value) {
    return Map.of("type", type, "value", value);
  }

  private static Map<String, Object> row(String kind, Object... fields) {
    return of("row", Map.of("kind", kind, "fields", List.of(fields)));
  }

  private int[] bulk(String operation, Map<String, Object> parameters, ColumnKind kind, int rows, ByteBuffer data)
      throws Throwable {
    Registrations.Bulk bulk = registered.bulks().get(operation);
    Columns column = new Columns(operation, kind, rows, bulk.shape().fields(), data);
    column.moveTo(0, rows);
    int[] answers = new int[rows * bulk.shape().width()];
    bulk.operation().read(Input.root(operation, parameters), kind).answer(column, answers);
    return answers;
  }

  @Test
  void servesFlinkFrom116On() {
    FlinkAdapter adapter = new FlinkAdapter();
    assertTrue(adapter.serves("flink", "1.16.3"));
    assertTrue(adapter.serves("flink", "2.10.0"));
    assertFalse(adapter.serves("flink", "1.13.6"));
    assertFalse(adapter.serves("kafka-clients", "3.9.2"));
  }

  @Test
  void readsTuplesAndRows() {
    assertEquals(Tuple0.INSTANCE, key(of("tuple", List.of())));
    assertEquals(Tuple2.of("a", null), key(of("tuple", List.of(of("string", "a"), Map.of("type", "null")))));
    Row expected = Row.ofKind(RowKind.UPDATE_AFTER, 1L, new byte[] {1}, List.of(Row.of("x")));
    Object read =
        key(row("+U", of("long", "1"), of("bytes", "01"), of("list", List.of(row("+I", of("string", "x"))))));
    assertEquals(expected, read);
    assertEquals(expected.hashCode(), read.hashCode());
    Object[] many = IntStream.range(0, 26).mapToObj(i -> of("long", "1")).toArray();
    assertThrows(InputException.class, () -> key(of("tuple", Arrays.asList(many))));
    assertThrows(InputException.class, () -> key(row("+X")));
  }

  @Test
  void refusesBytesUnlessARowHashesThem() {
    Map<String, Object> bytes = of("bytes", "0102");
    assertThrows(IdentityHashedKey.class, () -> key(of("tuple", List.of(bytes))));
    assertThrows(IdentityHashedKey.class, () -> key(row("+I", of("tuple", List.of(bytes)))));
    assertThrows(IdentityHashedKey.class, () -> key(row("+I", of("enum", "A"))));
    for (Map<String, Object> fine :
        List.of(
            row("+I", bytes),
            row("+I", of("list", List.of(of("list", List.of(bytes))))),
            of("tuple", List.of(row("+I", bytes))),
            row("+I", of("tuple", List.of(row("+I", bytes)))))) {
      assertEquals(key(fine).hashCode(), key(fine).hashCode(), fine.toString());
    }
  }

  // Published layouts and hashes of Table/SQL's keys.
  @ParameterizedTest
  @CsvSource({
    "INT, 1, 00000000000000000100000000000000, 1465514398",
    "STRING, a, 00000000000000006100000000000081, 943281246",
    "STRING, user_1234567, 00000000000000000c00000010000000757365725f3132333435363700000000, 1097938407",
    "'DECIMAL(10,2)', 12.34, 0000000000000000d204000000000000, -1096042293",
    "'DECIMAL(25,2)', 12.34, 0000000000000000020000001000000004d20000000000000000000000000000, -531788649",
    "TIMESTAMP(3), 1700000000123, 00000000000000007b68e5cf8b010000, -1285420957",
    "TIMESTAMP(6), 1700000000123, 000000000000000040f50600100000007b68e5cf8b010000, 1196670069",
  })
  void writesBinaryRows(String type, String value, String bytes, int hash) throws Throwable {
    Map<String, Object> field =
        Map.of("type", type, "value", type.equals("INT") ? (Object) 1 : value, "nanosOfMillisecond", 456_000);
    assertEquals(Map.of("bytes", bytes, "hash", hash),
        answer("flink.table.row-hash", Map.of("fields", List.of(field))));
    assertEquals(hash, answer("flink.key.hash", Map.of("key", of("row-data", List.of(field)))));
  }

  @ParameterizedTest
  @CsvSource({
    "'DECIMAL(4,2)', 100.00", "'DECIMAL(4,2)', 1.001", "'DECIMAL(2,3)', 0", "'DECIMAL(39,0)', 0", "TIMESTAMP(10), 0",
    "DECIMAL, 1", "VARIANT, x", "INT(3), 1", "'DECIMAL(5,2)', 1E+2147483647", "DATE, 1"
  })
  void refusesFieldsThatNoTypeHolds(String type, String value) {
    Map<String, Object> input = Map.of("fields", List.of(Map.of("type", type, "value", value)));
    assertThrows(InputException.class, () -> answer("flink.table.row-hash", input));
  }

  @Test
  void answersAsFlinkDoes() throws Throwable {
    Map<String, Object> user = of("string", "user_123");
    assertEquals(37, answer("flink.key-group.of-key", Map.of("key", user, "maxParallelism", 128)));
    assertEquals(1,
        answer("flink.key-group.operator-of-key", Map.of("key", user, "maxParallelism", 128, "parallelism", 4)));
    assertEquals(1, answer("flink.partitioner.channel", Map.of("key", user, "maxParallelism", 128, "channels", 4)));
    assertEquals(1,
        answer("flink.key-group.operator-of-group", Map.of("keyGroup", 37, "maxParallelism", 128, "parallelism", 4)));
    assertEquals(0, answer("flink.math.murmur-hash", Map.of("value", -2089875627)));
    assertEquals(Map.of("start", 4, "end", 6),
        answer("flink.key-group.range-of-operator", Map.of("maxParallelism", 10, "parallelism", 3, "operator", 1)));
    assertEquals(Map.of("start", 0, "end", -1),
        answer("flink.key-group-range.intersection",
            Map.of("a", Map.of("start", 0, "end", 1), "b", Map.of("start", 2, "end", 3))));
    assertEquals("-5",
        answer("flink.key-group-range.offsets",
            Map.of("range", Map.of("start", 2, "end", 3), "offsets", List.of("7", "-5"), "probe", 3)));
    assertNull(answer("flink.key-group.check-parallelism", Map.of("parallelism", 1)));
    assertThrows(IllegalArgumentException.class,
        () -> answer("flink.key-group.check-parallelism", Map.of("parallelism", 0)));
    NullPointerException thrown =
        assertThrows(NullPointerException.class,
            () -> answer("flink.key-group.of-key", Map.of("key", Map.of("type", "null"), "maxParallelism", 1)));
    assertEquals("Assigned key must not be null!", thrown.getMessage());
  }

  @Test
  void answersColumnsAsSingleKeys() throws Throwable {
    Map<String, Object> parameters = Map.of("maxParallelism", 128, "parallelism", 7);
    ByteBuffer longs = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(-1).putLong(1L << 40).rewind();
    ByteBuffer ints = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(-1).putInt(5).rewind();
    ByteBuffer doubles = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putDouble(-0.0).putDouble(1.5).rewind();
    byte[] bytes = "é😀user_123".getBytes(StandardCharsets.UTF_8);
    ByteBuffer texts =
        ByteBuffer.allocate(12 + bytes.length).order(ByteOrder.LITTLE_ENDIAN).putInt(0).putInt(6).putInt(bytes.length);
    texts.put(bytes).rewind();
    for (String operation : List.of("flink.key-group.of-key", "flink.key-group.operator-of-key")) {
      sameAsSingles(operation, parameters, ColumnKind.LONG, longs, of("long", "-1"), of("long", "1099511627776"));
      sameAsSingles(operation, parameters, ColumnKind.INTEGER, ints, of("integer", "-1"), of("integer", "5"));
      sameAsSingles(operation, parameters, ColumnKind.DOUBLE, doubles,
          of("double", "0x8000000000000000"), of("double", "0x3ff8000000000000"));
      sameAsSingles(operation, parameters, ColumnKind.BOOLEAN, ByteBuffer.wrap(new byte[] {1, 0}),
          of("boolean", true), of("boolean", false));
      sameAsSingles(operation, parameters, ColumnKind.UTF8, texts, of("string", "é😀"), of("string", "user_123"));
    }
  }

  private void sameAsSingles(
      String operation, Map<String, Object> parameters, ColumnKind kind, ByteBuffer data, Object first, Object second)
      throws Throwable {
    int[] answers = bulk(operation, parameters, kind, 2, data);
    for (int i = 0; i < 2; i++) {
      Map<String, Object> input = new java.util.HashMap<>(parameters);
      input.put("key", i == 0 ? first : second);
      assertEquals(answer(operation, input), answers[i], operation + " of " + kind);
    }
  }

  @Test
  void readsTheFieldsOfRowsInTheirOrder() throws Throwable {
    ByteBuffer rows = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(37).putInt(128).putInt(4).rewind();
    assertEquals(1, bulk("flink.key-group.operator-of-group", Map.of(), ColumnKind.INTS, 1, rows)[0]);
    ByteBuffer operators =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(10).putInt(3).putInt(1).rewind();
    int[] range = bulk("flink.key-group.range-of-operator", Map.of(), ColumnKind.INTS, 1, operators);
    assertEquals(List.of(4, 6), List.of(range[0], range[1]));
    ByteBuffer hashes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(-266208322).rewind();
    assertEquals(37, bulk("flink.key-group.of-hash", Map.of("maxParallelism", 128), ColumnKind.INTEGER, 1, hashes)[0]);
    ByteBuffer worst = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(-2089875627).rewind();
    assertEquals(0, bulk("flink.math.murmur-hash", Map.of(), ColumnKind.INTEGER, 1, worst)[0]);
  }
}
