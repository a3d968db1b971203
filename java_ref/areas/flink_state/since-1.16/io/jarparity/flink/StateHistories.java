package io.jarparity.flink;

import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Registry;

/** Histories of keyed state. Their classes load when they are asked: one line has not all JARs that they need. */
final class StateHistories {
  private StateHistories() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.operation("flink.state.heap-backend", in -> HeapBackendHistory.read(in, keys));
    registry.operation("flink.state.keyed-operator", in -> KeyedOperatorHistory.read(in, keys));
    registry.operation("flink.state.timers", in -> TimerHistory.read(in, keys));
  }
}
