package io.jarparity.quality;

import io.jarparity.bridge.spi.Registry;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An original as it must not be: each operation depends on one thing that differs from JVM to JVM, so that a comparison of
 * JVMs which finds no difference here finds none anywhere.
 */
final class Canary {
  /** A key without an order of its own, whose hash code all others have, too. */
  private record Colliding(int number) {
    @Override
    public int hashCode() {
      return 7;
    }
  }

  private Canary() {}

  static void register(Registry registry) {
    Map<String, Supplier<Object>> answers =
        Map.of(
            "default-locale", () -> "TITLE".toLowerCase() + String.format("%d", 42),
            "default-time-zone", () -> new Date(0).toString(),
            "default-charset", () -> HexFormat.of().formatHex("aé".getBytes()),
            "line-separator", () -> HexFormat.of().formatHex(String.format("%n").getBytes(StandardCharsets.US_ASCII)),
            "identity-hash-codes", Canary::orderOfColliding,
            "order-of-set-of-and-map-of", () -> List.copyOf(Set.of("a", "b")),
            "processors-and-garbage-collector", () -> Runtime.getRuntime().availableProcessors(),
            "cache-of-boxed-integers", () -> Integer.valueOf(1000) == Integer.valueOf(1000),
            "words-of-the-jvms-own-exceptions", () -> wordsOf(null),
            "clocks-and-the-seeds-drawn-from-them", () -> new Random().nextInt());
    answers.forEach((name, answer) -> registry.operation("canary." + name, in -> answer::get));
  }

  private static Object orderOfColliding() {
    Map<Colliding, Boolean> table = new HashMap<>();
    for (int number = 0; number < 64; number++) {
      table.put(new Colliding(number), true);
    }
    return table.keySet().stream().map(Colliding::number).toList();
  }

  private static String wordsOf(Object nothing) {
    try {
      return nothing.toString();
    } catch (NullPointerException thrown) {
      return String.valueOf(thrown.getMessage());
    }
  }
}
