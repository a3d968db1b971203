package io.jarparity.bridge.spi;

/**
 * An original that goes on for ever, as far as its processor time tells.
 *
 * <p>It is answered as an error of this kind, by ports as by the bridge.
 */
public final class EndlessLoop extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** After that many seconds of processor time. */
  public EndlessLoop(long seconds) {
    super("the original did not end within " + seconds + " s of processor time");
  }
}
