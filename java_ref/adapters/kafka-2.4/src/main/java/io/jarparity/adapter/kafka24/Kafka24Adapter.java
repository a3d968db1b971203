package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.GroupOperations;
import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** The consumer groups of kafka-clients 2.4 to 3.3, whose subscriptions carry owned partitions. */
public final class Kafka24Adapter implements Adapter {
  @Override
  public String name() {
    return "kafka-2.4";
  }

  @Override
  public boolean serves(String family, String version) {
    Version parsed = Version.parse(version);
    return "kafka-clients".equals(family) && !parsed.isBefore(2, 4) && parsed.isBefore(3, 4);
  }

  @Override
  public void register(Registry registry) {
    GroupOperations.register(registry, new NewGroupApi());
  }
}
