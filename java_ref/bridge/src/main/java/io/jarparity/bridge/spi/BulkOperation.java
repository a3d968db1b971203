package io.jarparity.bridge.spi;

/** An operation on a whole column, block by block. */
@FunctionalInterface
public interface BulkOperation {
  /**
   * Reads the parameters that all rows share.
   *
   * @throws InputException a parameter can't be read
   */
  Call read(Input parameters, ColumnKind kind);

  /** The original, asked once for each row of a block. Blocks come one after another, never at once. */
  @FunctionalInterface
  interface Call {
    /**
     * Asks the original for every row.
     *
     * @param answers row {@code i}'s answers go to {@code answers[i * width]} and on
     * @throws Throwable what the original threw; the bridge then looks for the row
     */
    void answer(Block block, int[] answers) throws Throwable;
  }
}
