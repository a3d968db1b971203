package io.jarparity.adapter.kafkaplacer;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;

/** kafka-metadata: how KRaft's controller places the replicas of new partitions. */
public final class KafkaPlacerAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-placer";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-metadata".equals(family);
  }

  @Override
  public void register(Registry registry) {
    PlacedReplicas.register(registry);
  }
}
