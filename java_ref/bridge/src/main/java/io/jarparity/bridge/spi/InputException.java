package io.jarparity.bridge.spi;

/** An input that can't be read: a fault of whoever sent it, never an answer of the original. */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A sentence about the field at {@code path}, such as {@code key.value[1].type}. */
  public InputException(String path, String sentence) {
    super(path + ": " + sentence);
  }
}
