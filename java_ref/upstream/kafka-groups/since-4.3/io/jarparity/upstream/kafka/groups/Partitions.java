package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/** Partitions by topic, as Kafka's coordinator has them and as documents do: by the topic's id. */
final class Partitions {
  private Partitions() {}

  /** Sets of partitions. */
  static Map<Uuid, Set<Integer>> byId(Object document) {
    Map<Uuid, Set<Integer>> byId = new HashMap<>();
    Python.object(document).forEach((topic, partitions) -> {
      Set<Integer> numbers = new HashSet<>();
      ((List<?>) partitions).forEach(partition -> numbers.add(((Number) partition).intValue()));
      byId.put(Uuid.fromString(topic), numbers);
    });
    return byId;
  }

  /** Partitions with their epochs. */
  static Map<Uuid, Map<Integer, Integer>> epochs(Object document) {
    Map<Uuid, Map<Integer, Integer>> byId = new HashMap<>();
    Python.object(document).forEach((topic, partitions) -> {
      Map<Integer, Integer> epochs = new HashMap<>();
      Python.object(partitions).forEach((partition, epoch) ->
          epochs.put(Integer.valueOf(partition), ((Number) epoch).intValue()));
      byId.put(Uuid.fromString(topic), epochs);
    });
    return byId;
  }

  /** The same as a document. */
  static Map<String, Object> document(Map<Uuid, Map<Integer, Integer>> epochs) {
    Map<String, Object> document = new LinkedHashMap<>();
    epochs.forEach((topic, partitions) -> {
      Map<String, Object> fields = new LinkedHashMap<>();
      partitions.forEach((partition, epoch) -> fields.put(partition.toString(), epoch));
      document.put(topic.toString(), fields);
    });
    return document;
  }
}
