package io.jarparity.bridge;

/** The bridge itself could not do what was asked; the message is a sentence. Never an answer of an original. */
public final class BridgeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BridgeException(String sentence) {
    super(sentence);
  }

  public BridgeException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
