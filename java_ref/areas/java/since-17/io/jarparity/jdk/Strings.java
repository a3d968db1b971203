package io.jarparity.jdk;

import io.jarparity.bridge.spi.Registry;

/** {@link String#hashCode} and {@link String#compareTo}. */
final class Strings {
  private Strings() {}

  static void register(Registry registry) {
    registry.operation("java.string.hash", in -> {
      String a = in.field("a").text();
      return a::hashCode;
    });
    registry.operation("java.string.compare", in -> {
      String a = in.field("a").text();
      String b = in.field("b").text();
      // The size of the difference is no part of compareTo's contract, its sign is.
      return () -> Integer.signum(a.compareTo(b));
    });
  }
}
