package io.jarparity.adapter.flinkconnector;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** Flink's Kafka connector, 1.15 and newer: which reader gets which partition. */
public final class FlinkConnectorAdapter implements Adapter {
  @Override
  public String name() {
    return "flink-connector";
  }

  @Override
  public boolean serves(String family, String version) {
    return "flink-connector-kafka".equals(family) && !Version.parse(version).isBefore(1, 15);
  }

  @Override
  public void register(Registry registry) {
    SplitOwners.register(registry);
    SourceBytes.register(registry);
    EnumeratorHistory.register(registry);
  }
}
