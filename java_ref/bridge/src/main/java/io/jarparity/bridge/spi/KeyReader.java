package io.jarparity.bridge.spi;

/** Builds keys of one type from their JSON. */
@FunctionalInterface
public interface KeyReader {
  /**
   * The key.
   *
   * @param value the key's field {@code value}
   * @param around how arrays in it are hashed by what surrounds the key
   * @throws InputException the value can't be read
   * @throws IdentityHashedKey the key holds something whose hash is its identity
   */
  Object read(Input value, Hashing around);

  /** How the hash code of a byte array comes about at some place inside a key. */
  enum Hashing {
    /** By {@code Object.hashCode}: the array's identity. */
    BY_IDENTITY,
    /** By its bytes, as inside a {@code Row}. */
    BY_CONTENT
  }
}
