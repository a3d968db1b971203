package io.jarparity.spark;

import io.jarparity.bridge.BridgeException;

/** The bridge's own failures, as exceptions that any JVM can read: Spark's driver doesn't have the bridge's classes. */
final class Faults {
  /** What Python finds the sentence by. */
  private static final String MARK = "the bridge: ";

  private Faults() {}

  static IllegalStateException readable(BridgeException failed) {
    return new IllegalStateException(MARK + failed.getMessage());
  }
}
