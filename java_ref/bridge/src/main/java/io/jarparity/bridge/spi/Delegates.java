package io.jarparity.bridge.spi;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The delegates of this JVM by name: so a class that an original makes by its no-argument constructor finds its own. The
 * loaders of all lines share them.
 */
public final class Delegates {
  private static final Map<String, Delegate> BY_NAME = new ConcurrentHashMap<>();

  private Delegates() {}

  /** Registers a delegate; a name that was taken means the new one. */
  public static void put(String name, Delegate delegate) {
    BY_NAME.put(name, delegate);
  }

  /** Forgets a delegate; one that isn't there is no error. */
  public static void remove(String name) {
    BY_NAME.remove(name);
  }

  /** The delegate of that name. */
  public static Optional<Delegate> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** Whether there is any. */
  public static boolean areAny() {
    return !BY_NAME.isEmpty();
  }
}
