package io.jarparity.bridge.spi;

import java.util.Locale;

/** What a row of a column is, and how many bytes it takes; 0 bytes where rows differ in length. */
public enum ColumnKind {
  LONG(Long.BYTES),
  INTEGER(Integer.BYTES),
  DOUBLE(Double.BYTES),
  BOOLEAN(1),
  /** Offsets, then the bytes of well-formed UTF-8 texts. */
  UTF8(0),
  /** Offsets, then bytes. */
  BINARY(0),
  /** Several integers a row; the operation knows how many. */
  INTS(Integer.BYTES);

  private final int bytes;

  ColumnKind(int bytes) {
    this.bytes = bytes;
  }

  /** The bytes of one value; 0 where rows are packed behind offsets. */
  public int bytes() {
    return bytes;
  }

  /** Whether a column is offsets and bytes. */
  public boolean isPacked() {
    return bytes == 0;
  }

  /** The name in JSON: {@code utf8}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
