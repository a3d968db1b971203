package io.jarparity.kafka;

import io.jarparity.bridge.spi.Registry;
import java.util.List;
import org.apache.kafka.admin.AdminUtils;
import org.apache.kafka.admin.BrokerMetadata;

/** {@link AdminUtils#assignReplicasToBrokers}. */
final class AssignedReplicas {
  private AssignedReplicas() {}

  static void register(Registry registry) {
    registry.operation("kafka.replicas.assign", in -> {
      PlacementRequest request = PlacementRequest.read(in);
      int startIndex = in.field("startIndex").int32();
      List<BrokerMetadata> brokers =
          request.brokers().stream().map(broker -> new BrokerMetadata(broker.id(), broker.rackIfAny())).toList();
      return () ->
          PlacementRequest.json(
              AdminUtils.assignReplicasToBrokers(
                  brokers, request.partitions(), request.replicationFactor(), startIndex, request.startPartition()));
    });
  }
}
