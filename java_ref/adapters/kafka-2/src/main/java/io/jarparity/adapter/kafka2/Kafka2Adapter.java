package io.jarparity.adapter.kafka2;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** kafka-clients up to 3.2, whose producer places keys through its {@code DefaultPartitioner}. */
public final class Kafka2Adapter implements Adapter {
  @Override
  public String name() {
    return "kafka-2";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-clients".equals(family) && Version.parse(version).isBefore(3, 3);
  }

  @Override
  public void register(Registry registry) {
    KeyedPartitions.register(registry);
  }
}
