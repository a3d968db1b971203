package io.jarparity.adapter.kafkatools;

import io.jarparity.adapter.kafka.reassign.ReassignOperations;
import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;

/** kafka-tools from 3.7 on: the reassignment tool in Java. */
public final class KafkaToolsAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-tools";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-tools".equals(family);
  }

  @Override
  public void register(Registry registry) {
    ReassignOperations.register(registry, JavaReassignTool::new);
  }
}
