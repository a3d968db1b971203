package io.jarparity.bridge;

/** What an original gave: a value, or an exception. */
sealed interface Reply {
  /** A value that has a JSON form. */
  record Value(Object value) implements Reply {}

  /** What the original threw. */
  record Thrown(Throwable exception) implements Reply {}
}
