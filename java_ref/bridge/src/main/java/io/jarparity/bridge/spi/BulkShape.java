package io.jarparity.bridge.spi;

import java.util.Set;

/**
 * What a bulk operation takes and gives.
 *
 * @param kinds the kinds of column that it takes
 * @param fields how many integers a row of an {@link ColumnKind#INTS} column has
 * @param width how many 32-bit answers a row gets
 */
public record BulkShape(Set<ColumnKind> kinds, int fields, int width) {
  public BulkShape {
    kinds = Set.copyOf(kinds);
    if (kinds.isEmpty() || fields < 1 || width < 1) {
      throw new IllegalArgumentException("a bulk operation takes a kind of column, and has fields and answers");
    }
  }

  /** One key in, one integer out. */
  public static BulkShape of(ColumnKind... kinds) {
    return new BulkShape(Set.of(kinds), 1, 1);
  }

  /** Rows of integers. */
  public static BulkShape ofInts(int fields, int width) {
    return new BulkShape(Set.of(ColumnKind.INTS), fields, width);
  }
}
