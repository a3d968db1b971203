package io.jarparity.adapter.kafkaadmin;

import io.jarparity.bridge.spi.Adapter;
import io.jarparity.bridge.spi.Registry;

/** kafka-server-common from 3.6 on, up to 4.0: {@code AdminUtils} in Java, which 4.1 has no more. */
public final class KafkaAdminAdapter implements Adapter {
  @Override
  public String name() {
    return "kafka-admin";
  }

  @Override
  public boolean serves(String family, String version) {
    return "kafka-server-common".equals(family);
  }

  @Override
  public void register(Registry registry) {
    AssignedReplicas.register(registry);
  }
}
