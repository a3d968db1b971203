package io.jarparity.kafka.group;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.image.MetadataImage;

/** An input of {@code kafka.group.reconcile}. */
record Reconciliation(
    TopicIds topics,
    MetadataImage image,
    int epoch,
    int previousEpoch,
    String state,
    List<String> names,
    Map<Uuid, Map<Integer, Integer>> assigned,
    Map<Uuid, Map<Integer, Integer>> revoking,
    int targetEpoch,
    Map<Uuid, Set<Integer>> target,
    Map<Uuid, Map<Integer, Integer>> partitionEpochs,
    List<TopicPartitions> owned,
    boolean subscriptionChanged) {

  /** The epoch of who holds the partition, -1 where nobody does. */
  int partitionEpoch(Uuid topic, int partition) {
    return partitionEpochs.getOrDefault(topic, Map.of()).getOrDefault(partition, -1);
  }

  /** Partitions without their epochs, as releases before 4.3 keep them. */
  static Map<Uuid, Set<Integer>> sets(Map<Uuid, Map<Integer, Integer>> epochs) {
    Map<Uuid, Set<Integer>> sets = new HashMap<>();
    epochs.forEach((topic, partitions) -> sets.put(topic, new HashSet<>(partitions.keySet())));
    return sets;
  }

  /** The answer of a release that keeps no epochs of partitions. */
  Map<String, Object> withoutEpochs(
      int epoch,
      int previousEpoch,
      Enum<?> state,
      Map<Uuid, ? extends Collection<Integer>> assigned,
      Map<Uuid, ? extends Collection<Integer>> revoking) {
    return answer(epoch, previousEpoch, state, maps(assigned), maps(revoking));
  }

  /** The answer. */
  Map<String, Object> answer(
      int epoch,
      int previousEpoch,
      Enum<?> state,
      Map<Uuid, Map<Integer, Integer>> assigned,
      Map<Uuid, Map<Integer, Integer>> revoking) {
    return Map.of(
        "epoch", epoch,
        "previousEpoch", previousEpoch,
        "state", state.name(),
        "assigned", json(assigned),
        "revoking", json(revoking));
  }

  private static Map<Uuid, Map<Integer, Integer>> maps(Map<Uuid, ? extends Collection<Integer>> sets) {
    Map<Uuid, Map<Integer, Integer>> maps = new HashMap<>();
    sets.forEach((topic, partitions) -> {
      Map<Integer, Integer> numbers = new HashMap<>();
      partitions.forEach(partition -> numbers.put(partition, null));
      maps.put(topic, numbers);
    });
    return maps;
  }

  private Map<String, Object> json(Map<Uuid, Map<Integer, Integer>> epochs) {
    Map<String, Object> json = new TreeMap<>();
    epochs.forEach((topic, partitions) -> {
      Map<String, Integer> numbers = new TreeMap<>();
      partitions.forEach((partition, epoch) -> numbers.put(Integer.toString(partition), epoch));
      json.put(topics.name(topic), numbers);
    });
    return json;
  }
}
