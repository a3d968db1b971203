package io.jarparity.adapter.kafka34;

import io.jarparity.adapter.kafka.GroupOperations;
import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** The consumer groups of kafka-clients 3.4 and newer, whose subscriptions carry generations and racks. */
public final class Kafka34Adapter implements Adapter {
  @Override
  public String name() {
    return "kafka-3.4";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-clients".equals(family) && !Version.parse(version).isBefore(3, 4);
  }

  @Override
  public void register(Registry registry) {
    GroupOperations.register(registry, new RackGroupApi());
  }
}
