package io.jarparity.adapter.kafkaadminscala;

import io.jarparity.adapter.kafka.reassign.ReassignOperations;
import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;

/** kafka_2.13 up to 3.5: {@code AdminUtils} and, from 2.6 on, the reassignment tool in Scala. */
public final class KafkaAdminScalaAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-admin-scala";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka_2.13".equals(family);
  }

  @Override
  public void register(Registry registry) {
    ScalaAssignedReplicas.register(registry);
    ReassignOperations.register(registry, ScalaReassignTool::new);
  }
}
