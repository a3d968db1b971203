package io.jarparity.bridge.spi;

/** One comparable behaviour, in two steps, so that an error of reading is never taken for the original's answer. */
@FunctionalInterface
public interface Operation {
  /**
   * Reads the input. Nothing of the original's behaviour may run here.
   *
   * @throws InputException the input can't be read
   * @throws IdentityHashedKey the input holds a key whose hash is its identity
   */
  Call read(Input input);

  /** A call of the original, ready to be made. */
  @FunctionalInterface
  interface Call {
    /**
     * Asks the original.
     *
     * @return null, a {@link Boolean}, {@link Integer}, {@link String}, {@link java.util.List} or {@link java.util.Map}
     *     of such; integers of more than 32 bits as decimal strings
     * @throws Throwable what the original threw: that is its answer
     */
    Object answer() throws Throwable;
  }
}
