package io.jarparity.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.spi.ColumnKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ColumnsTest {
  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Columns columns(ColumnKind kind, int rows, int fields, ByteBuffer data) {
    return new Columns("op", kind, rows, fields, data);
  }

  private static ByteBuffer packed(int[] offsets, String bytes) {
    byte[] utf8 = bytes.getBytes(StandardCharsets.UTF_8);
    ByteBuffer data = buffer(Integer.BYTES * offsets.length + utf8.length);
    Arrays.stream(offsets).forEach(data::putInt);
    return data.put(utf8).rewind();
  }

  private static void refused(String part, Executable read) {
    String message = assertThrows(BridgeException.class, read).getMessage();
    assertTrue(message.contains(part), message);
  }

  @Test
  void movesOverFixedWidths() {
    Columns longs = columns(ColumnKind.LONG, 3, 1, buffer(24).putLong(1).putLong(-2).putLong(Long.MIN_VALUE).rewind());
    longs.moveTo(1, 2);
    assertEquals(2, longs.rows());
    assertArrayEquals(new long[] {-2, Long.MIN_VALUE}, Arrays.copyOf(longs.longs(), 2));
    longs.moveTo(0, 1);
    assertEquals(1, longs.longs()[0]);

    Columns ints = columns(ColumnKind.INTEGER, 2, 1, buffer(8).putInt(7).putInt(-8).rewind());
    ints.moveTo(1, 1);
    assertEquals(-8, ints.integers()[0]);

    Columns doubles = columns(ColumnKind.DOUBLE, 2, 1, buffer(16).putDouble(-0.0).putDouble(1.5).rewind());
    doubles.moveTo(0, 2);
    assertArrayEquals(new double[] {-0.0, 1.5}, doubles.doubles());

    Columns booleans = columns(ColumnKind.BOOLEAN, 3, 1, buffer(3).put(new byte[] {1, 0, 1}).rewind());
    booleans.moveTo(1, 2);
    assertArrayEquals(new boolean[] {false, true}, booleans.booleans());
  }

  @Test
  void movesOverRowsOfIntegers() {
    ByteBuffer data = buffer(24).putInt(1).putInt(2).putInt(3).putInt(4).putInt(5).putInt(6).rewind();
    Columns rows = columns(ColumnKind.INTS, 2, 3, data);
    rows.moveTo(1, 1);
    assertArrayEquals(new int[] {4, 5, 6}, rows.integers());
  }

  @Test
  void movesOverTextsAndBytes() {
    ByteBuffer data = packed(new int[] {0, 1, 1, 7}, "aé😀");
    Columns texts = columns(ColumnKind.UTF8, 3, 1, data);
    texts.moveTo(1, 2);
    assertEquals("", texts.text(0));
    assertEquals("é😀", texts.text(1));
    assertNotSame(texts.text(1), texts.text(1));
    assertArrayEquals("é😀".getBytes(StandardCharsets.UTF_8), texts.bytes(1));
    Columns none = columns(ColumnKind.BINARY, 0, 1, packed(new int[] {0}, ""));
    none.moveTo(0, 0);
    assertEquals(0, none.rows());
  }

  @Test
  void readsFromAnyPositionAndOrderOfTheBuffer() {
    ByteBuffer data = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putInt(0).putLong(5).position(4);
    Columns longs = columns(ColumnKind.LONG, 1, 1, data.order(ByteOrder.BIG_ENDIAN));
    longs.moveTo(0, 1);
    assertEquals(5, longs.longs()[0]);
  }

  @Test
  void refusesBuffersThatDoNotFit() {
    refused("2 rows of kind long has 16 bytes, not 8", () -> columns(ColumnKind.LONG, 2, 1, buffer(8)));
    refused("2 rows of kind ints has 24 bytes, not 8", () -> columns(ColumnKind.INTS, 2, 3, buffer(8)));
    refused("has at least 12 bytes, not 8", () -> columns(ColumnKind.UTF8, 2, 1, buffer(8)));
    refused("has 13 bytes, not 12", () -> columns(ColumnKind.UTF8, 2, 1, packed(new int[] {0, 0, 1}, "")));
    refused("first offset is 1, not 0", () -> columns(ColumnKind.UTF8, 1, 1, packed(new int[] {1, 1}, "a")));
    refused("offsets fall from 2 to 1 at row 1",
        () -> columns(ColumnKind.UTF8, 2, 1, packed(new int[] {0, 2, 1}, "a")).moveTo(0, 2));
    refused("offset 9 is beyond its bytes",
        () -> columns(ColumnKind.UTF8, 3, 1, packed(new int[] {0, 1, 9, 1}, "a")).moveTo(0, 2));
    refused("for one of", () -> columns(ColumnKind.LONG, 1, 1, buffer(8)).doubles());
  }
}
