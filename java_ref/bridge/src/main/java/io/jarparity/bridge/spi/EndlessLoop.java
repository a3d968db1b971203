package io.jarparity.bridge.spi;

/**
 * An original that goes on for ever, as far as its processor time tells.
 *
 * <p>It is answered as an error of this kind, by ports as by the bridge.
 */
public final class EndlessLoop extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EndlessLoop() {
    super("the original did not end");
  }
}
