package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of the originals that place replicas.
 *
 * @param brokers the brokers, in the order in which the original meets them
 * @param partitions how many partitions are wanted
 * @param replicationFactor how many replicas of each
 * @param startPartition the first partition's number
 */
public record PlacementRequest(List<Broker> brokers, int partitions, int replicationFactor, int startPartition) {
  /** A broker; {@code rack} may be null. */
  public record Broker(int id, String rack, boolean fenced) {
    public Optional<String> rackIfAny() {
      return Optional.ofNullable(rack);
    }
  }

  public static PlacementRequest read(Input in) {
    List<Broker> brokers = new ArrayList<>();
    for (Input broker : in.field("brokers").items()) {
      Optional<Input> rack = broker.optional("rack").filter(value -> !value.isNull());
      boolean fenced = broker.optional("fenced").map(Input::bool).orElse(false);
      brokers.add(new Broker(broker.field("id").int32(), rack.map(Input::text).orElse(null), fenced));
    }
    return new PlacementRequest(
        List.copyOf(brokers),
        in.field("partitions").int32(),
        in.field("replicationFactor").int32(),
        in.field("startPartition").int32());
  }

  /** By partition, as text, the brokers of its replicas. */
  public static Map<String, Object> json(Map<Integer, List<Integer>> placed) {
    Map<String, Object> json = new LinkedHashMap<>();
    placed.forEach((partition, replicas) -> json.put(String.valueOf(partition), List.copyOf(replicas)));
    return json;
  }
}
