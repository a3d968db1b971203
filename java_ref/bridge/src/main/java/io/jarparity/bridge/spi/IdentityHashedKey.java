package io.jarparity.bridge.spi;

/**
 * A key whose hash code is its identity: the original would answer, but with another number each time.
 *
 * <p>It is answered as an error of this kind, by ports as by the bridge.
 */
public final class IdentityHashedKey extends RuntimeException {
  private static final long serialVersionUID = 1;

  private IdentityHashedKey(String message) {
    super(message);
  }

  /** For a byte array. */
  public static IdentityHashedKey ofBytes() {
    return new IdentityHashedKey(
        "bytes keys hash by identity in Java, so equal keys land in different key groups;"
            + " use a string, or a row with a bytes field");
  }

  /** For a constant of an enum. */
  public static IdentityHashedKey ofEnum() {
    return new IdentityHashedKey(
        "enum keys hash by identity in Java, so a key's group changes from JVM to JVM;"
            + " use the constant's name or ordinal");
  }
}
