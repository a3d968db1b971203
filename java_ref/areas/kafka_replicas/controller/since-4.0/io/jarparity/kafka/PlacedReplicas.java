package io.jarparity.kafka;

import io.jarparity.bridge.spi.Registry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.placement.ClusterDescriber;
import org.apache.kafka.metadata.placement.PartitionAssignment;
import org.apache.kafka.metadata.placement.PlacementSpec;
import org.apache.kafka.metadata.placement.StripedReplicaPlacer;
import org.apache.kafka.metadata.placement.UsableBroker;

/** {@link StripedReplicaPlacer} with a seeded {@link Random}. */
final class PlacedReplicas {
  private PlacedReplicas() {}

  private record Cluster(List<UsableBroker> brokers) implements ClusterDescriber {
    @Override
    public Iterator<UsableBroker> usableBrokers() {
      return brokers.iterator();
    }

    @Override
    public Uuid defaultDir(int broker) {
      return Uuid.ZERO_UUID;
    }
  }

  static void register(Registry registry) {
    registry.operation("kafka.replicas.place", in -> {
      PlacementRequest request = PlacementRequest.read(in);
      long seed = in.field("seed").int64();
      short factor = (short) in.field("replicationFactor").number(Short.MIN_VALUE, Short.MAX_VALUE);
      PlacementSpec spec = new PlacementSpec(request.startPartition(), request.partitions(), factor);
      List<UsableBroker> brokers =
          request.brokers().stream()
              .map(broker -> new UsableBroker(broker.id(), broker.rackIfAny(), broker.fenced()))
              .toList();
      return () ->
          numbered(
              new StripedReplicaPlacer(new Random(seed)).place(spec, new Cluster(brokers)).assignments(),
              request.startPartition());
    });
  }

  private static Map<String, Object> numbered(List<PartitionAssignment> assignments, int first) {
    Map<Integer, List<Integer>> placed = new LinkedHashMap<>();
    for (PartitionAssignment assignment : assignments) {
      placed.put(first + placed.size(), assignment.replicas());
    }
    return PlacementRequest.json(placed);
  }
}
