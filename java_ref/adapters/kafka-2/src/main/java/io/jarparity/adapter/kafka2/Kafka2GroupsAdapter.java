package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.GroupOperations;
import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;
import io.jarparity.bridge.spi.Version;

/** The consumer groups of kafka-clients up to 2.3, whose assignors implement {@code internals.PartitionAssignor}. */
public final class Kafka2GroupsAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-2-groups";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-clients".equals(family) && Version.parse(version).isBefore(2, 4);
  }

  @Override
  public void register(Registry registry) {
    GroupOperations.register(registry, new OldGroupApi());
  }
}
