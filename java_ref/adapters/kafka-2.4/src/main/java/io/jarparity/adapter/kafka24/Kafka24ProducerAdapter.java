package io.jarparity.adapter.kafka24;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** kafka-clients 2.4 and newer, whose producer has a {@code RoundRobinPartitioner}. */
public final class Kafka24ProducerAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-2.4-producer";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-clients".equals(family) && !Version.parse(version).isBefore(2, 4);
  }

  @Override
  public void register(Registry registry) {
    RoundRobinHistory.register(registry);
  }
}
