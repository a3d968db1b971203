package io.jarparity.adapter.prekeyed;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/**
 * Pre-keyed streams on Flink 2. There is no original: this module is a reference implementation of the proposal's
 * source-operator option, and the one place in the bridge that computes. What it stands on is real: the key-group
 * arithmetic, the heap backend and its {@code setCurrentKeyAndKeyGroup}, which came with 2.0.
 */
public final class PrekeyedAdapter implements Adapter {
  @Override
  public String name() {
    return "prekeyed";
  }

  @Override
  public boolean serves(String family, String version) {
    return "flink".equals(family) && !Version.parse(version).isBefore(2, 0);
  }

  @Override
  public void register(Registry registry) {
    registry.operation("flink.prekeyed.mapping", History::read);
  }
}
