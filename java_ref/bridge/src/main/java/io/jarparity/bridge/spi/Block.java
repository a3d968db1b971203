package io.jarparity.bridge.spi;

/**
 * Some consecutive rows of a column. Each view may be asked for in the kind of the column only; arrays are valid until
 * the call returns and may be longer than {@link #rows()}.
 */
public interface Block {
  /** How many rows there are. */
  int rows();

  long[] longs();

  /** One integer a row, or all fields of an {@link ColumnKind#INTS} column row by row. */
  int[] integers();

  double[] doubles();

  boolean[] booleans();

  /** A new string for the row, so that no hash code is remembered from an earlier one. */
  String text(int row);

  /** A new array with exactly the row's bytes. */
  byte[] bytes(int row);
}
