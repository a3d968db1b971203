package io.jarparity.bridge;

import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.ColumnKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A window on a packed little-endian column that moves from block to block.
 *
 * <p>Values of the window are copied into arrays: Java's loops over arrays are much faster than over direct buffers,
 * and strings can be made from arrays only.
 */
public final class Columns implements Block {
  private final String where;
  private final ColumnKind kind;
  private final int fields;
  private final ByteBuffer data;
  private final int head;
  private int rows;
  private long[] longs = {};
  private int[] integers = {};
  private double[] doubles = {};
  private boolean[] booleans = {};
  private byte[] bytes = {};

  /**
   * Checks that the buffer holds just so many rows.
   *
   * @throws BridgeException it does not
   */
  public Columns(String where, ColumnKind kind, int rows, int fields, ByteBuffer data) {
    this.where = where;
    this.kind = kind;
    this.fields = kind == ColumnKind.INTS ? fields : 1;
    this.data = data.slice().order(ByteOrder.LITTLE_ENDIAN);
    long expected;
    if (kind.isPacked()) {
      long offsets = (rows + 1L) * Integer.BYTES;
      if (offsets > this.data.capacity()) {
        throw misfit(rows, "at least " + offsets);
      }
      head = (int) offsets;
      if (this.data.getInt(0) != 0) {
        throw new BridgeException(where + ": the column's first offset is " + this.data.getInt(0) + ", not 0");
      }
      expected = offsets + this.data.getInt(head - Integer.BYTES);
    } else {
      head = 0;
      expected = (long) rows * this.fields * kind.bytes();
    }
    if (expected != this.data.capacity()) {
      throw misfit(rows, Long.toString(expected));
    }
  }

  /** Moves the window. */
  public void moveTo(int row, int count) {
    rows = count;
    int values = count * fields;
    int from = row * fields * kind.bytes(); // at most the capacity, which is an int
    switch (kind) {
      case LONG -> {
        longs = longs.length < values ? new long[values] : longs;
        data.slice(from, values * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(longs, 0, values);
      }
      case INTEGER, INTS -> loadIntegers(from, values);
      case DOUBLE -> {
        doubles = doubles.length < values ? new double[values] : doubles;
        data.slice(from, values * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(doubles, 0, values);
      }
      case BOOLEAN -> {
        loadBytes(from, values);
        booleans = booleans.length < values ? new boolean[values] : booleans;
        for (int i = 0; i < values; i++) {
          booleans[i] = bytes[i] != 0;
        }
      }
      case UTF8, BINARY -> {
        loadIntegers(row * Integer.BYTES, values + 1);
        checkOffsets(row, values);
        loadBytes(head + integers[0], integers[values] - integers[0]);
      }
    }
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long[] longs() {
    return of(longs, ColumnKind.LONG);
  }

  @Override
  public int[] integers() {
    return kind == ColumnKind.INTS ? integers : of(integers, ColumnKind.INTEGER);
  }

  @Override
  public double[] doubles() {
    return of(doubles, ColumnKind.DOUBLE);
  }

  @Override
  public boolean[] booleans() {
    return of(booleans, ColumnKind.BOOLEAN);
  }

  @Override
  public String text(int row) {
    int start = integers[row] - integers[0];
    return new String(bytes, start, integers[row + 1] - integers[row], StandardCharsets.UTF_8);
  }

  @Override
  public byte[] bytes(int row) {
    return Arrays.copyOfRange(bytes, integers[row] - integers[0], integers[row + 1] - integers[0]);
  }

  private <T> T of(T values, ColumnKind asked) {
    if (kind != asked) {
      throw new BridgeException(where + ": the adapter took a column of kind " + kind + " for one of " + asked);
    }
    return values;
  }

  private void loadIntegers(int from, int values) {
    integers = integers.length < values ? new int[values] : integers;
    data.slice(from, values * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(integers, 0, values);
  }

  private void loadBytes(int from, int count) {
    bytes = bytes.length < count ? new byte[count] : bytes;
    data.get(from, bytes, 0, count);
  }

  private void checkOffsets(int row, int values) {
    // A hostile offset must not reach beyond the column: nothing of it is loaded before this has passed.
    for (int i = 0; i < values; i++) {
      if (integers[i] < 0 || integers[i] > integers[i + 1]) {
        throw new BridgeException(
            where + ": the column's offsets fall from " + integers[i] + " to " + integers[i + 1]
                + " at row " + (row + i));
      }
    }
    if (integers[values] > data.capacity() - head) {
      throw new BridgeException(where + ": the column's offset " + integers[values] + " is beyond its bytes");
    }
  }

  private BridgeException misfit(int rows, String expected) {
    return new BridgeException(
        where + ": a column of " + rows + " rows of kind " + kind + " has " + expected
            + " bytes, not " + data.capacity());
  }
}
