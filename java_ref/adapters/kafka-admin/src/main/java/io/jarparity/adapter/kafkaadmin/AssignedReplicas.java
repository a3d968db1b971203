package io.jarparity.adapter.kafkaadmin;

import io.jarparity.adapter.kafka.PlacementWish;
import io.jarparity.bridge.spi.Registry;
import java.util.List;
import org.apache.kafka.admin.AdminUtils;
import org.apache.kafka.admin.BrokerMetadata;

/** {@link AdminUtils#assignReplicasToBrokers}. */
final class AssignedReplicas {
  private AssignedReplicas() {}

  static void register(Registry registry) {
    registry.operation("kafka.replicas.assign", in -> {
      PlacementWish wish = PlacementWish.read(in);
      int startIndex = in.field("startIndex").int32();
      List<BrokerMetadata> brokers =
          wish.brokers().stream().map(broker -> new BrokerMetadata(broker.id(), broker.rackIfAny())).toList();
      return () ->
          PlacementWish.json(
              AdminUtils.assignReplicasToBrokers(
                  brokers, wish.partitions(), wish.replicationFactor(), startIndex, wish.startPartition()));
    });
  }
}
