package io.jarparity.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * The keys of a block: packed as a column of the bridge, or a line of JSON each. Rows come as Spark keeps them, and most
 * keys go from there into the buffer without an object.
 */
abstract class KeyBuffer {
  /** Bytes that make a block full: long keys come in smaller blocks. */
  private static final int FULL = 8 << 20;

  private final int most;
  private int rows;

  KeyBuffer(int most) {
    this.most = most;
  }

  /**
   * An empty buffer.
   *
   * @param type the keys' type, see {@link SqlKey}
   * @param column the type of Spark in which they come
   * @param most the most keys of a block
   */
  static KeyBuffer of(String type, DataType column, int most) {
    return switch (type) {
      case "string", "bytes" -> new TextBuffer(most, type.equals("bytes"));
      case "long", "double", "integer", "boolean" -> new NumberBuffer(most, type);
      default -> new DocumentBuffer(most, type, column);
    };
  }

  /** What the bridge calls a column of such keys; null where they are documents. */
  static String kind(String type) {
    return switch (type) {
      case "string" -> "utf8";
      case "bytes" -> "binary";
      case "long", "double", "integer", "boolean" -> type;
      default -> null;
    };
  }

  /** Appends the key of a row: its first column, which is not null. */
  final void add(InternalRow row) {
    append(row, rows++);
  }

  final boolean isFull() {
    return rows == most || size() >= FULL;
  }

  final int rows() {
    return rows;
  }

  /** The keys; then this is empty again. */
  final byte[] take() {
    byte[] keys = keys(rows);
    rows = 0;
    return keys;
  }

  /** Bytes so far, about. */
  abstract int size();

  abstract void append(InternalRow row, int index);

  /** The keys as bytes; the buffer is empty then. */
  abstract byte[] keys(int rows);
}
