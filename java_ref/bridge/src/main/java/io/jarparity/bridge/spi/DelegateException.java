package io.jarparity.bridge.spi;

/** What a {@link Delegate} called failed; the message says how, as {@code ValueError: what was wrong}. */
public final class DelegateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure of that kind, in words of where it happened. */
  public DelegateException(String kind, String message) {
    super(kind + ": " + message);
  }
}
