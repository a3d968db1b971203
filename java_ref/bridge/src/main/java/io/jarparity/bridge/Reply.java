package io.jarparity.bridge;

import java.util.Set;

/** What an original gave: a value, or an exception. */
sealed interface Reply {
  /** A value that has a JSON form. */
  record Value(Object value) implements Reply {}

  /** What the original threw. */
  record Thrown(Throwable exception) implements Reply {}

  /**
   * Whether this is an exception that the JVM's compiler has stripped: once the same implicit check has failed often,
   * compiled code throws one prepared exception without message and stack trace (unless the JVM was started with
   * {@code -XX:-OmitStackTraceInFastThrow}).
   */
  default boolean isBare() {
    return this instanceof Thrown thrown
        && thrown.exception().getMessage() == null
        && thrown.exception().getStackTrace().length == 0
        && Prepared.KINDS.contains(thrown.exception().getClass());
  }

  /** The exceptions that HotSpot prepares. */
  final class Prepared {
    static final Set<Class<?>> KINDS =
        Set.of(
            ArithmeticException.class,
            ArrayIndexOutOfBoundsException.class,
            ArrayStoreException.class,
            ClassCastException.class,
            NullPointerException.class);

    private Prepared() {}
  }
}
