package io.jarparity.adapter.kafka3;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** kafka-clients 3.3 and newer, whose producer places keys through its {@code BuiltInPartitioner}. */
public final class Kafka3Adapter implements Adapter {
  @Override
  public String name() {
    return "kafka-3";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-clients".equals(family) && !Version.parse(version).isBefore(3, 3);
  }

  @Override
  public void register(Registry registry) {
    KeyedPartitions.register(registry);
    LoadTables.register(registry);
  }
}
