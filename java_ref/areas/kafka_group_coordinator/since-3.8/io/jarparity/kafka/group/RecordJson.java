package io.jarparity.kafka.group;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.protocol.Message;

/**
 * A record that a coordinator writes, by Kafka's own converters to JSON. Lists of partitions become objects by topic id,
 * because their order is that of a set; numbers of 64 bits become text.
 */
final class RecordJson {
  private static final Map<Class<?>, Method> CONVERTERS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, String> NAMES = new ConcurrentHashMap<>();
  private static final String PARTITIONS = "partitions";
  private static final Set<String> BY_TOPIC =
      Set.of("topicPartitions", "assignedPartitions", "partitionsPendingRevocation");

  private RecordJson() {}

  /** @param value null in a tombstone */
  static Map<String, Object> of(Message key, Message value) {
    Map<String, Object> record = new HashMap<>();
    record.put("type", NAMES.computeIfAbsent(key.getClass(), type -> type.getSimpleName().replaceFirst("Key$", "")));
    record.put("key", plain(json(key, (short) 0)));
    record.put("value", value == null ? null : plain(json(value, (short) 0)));
    return record;
  }

  /** By Kafka's own converter. */
  static JsonNode json(Message message, short version) {
    Method converter = CONVERTERS.computeIfAbsent(message.getClass(), type -> {
      try {
        return Class.forName(type.getName() + "JsonConverter").getMethod("write", type, short.class);
      } catch (ReflectiveOperationException missing) {
        throw new IllegalStateException(missing);
      }
    });
    return (JsonNode) ByType.call(null, converter, message, version);
  }

  private static Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> fields = new HashMap<>();
      boolean ofTopics = node.has("topics") && node.size() == 1;
      node.fields().forEachRemaining(field -> fields.put(
          field.getKey(),
          ofTopics || BY_TOPIC.contains(field.getKey()) ? byTopic(field.getValue()) : plain(field.getValue())));
      return fields;
    }
    if (node.isArray()) {
      List<String> names = new ArrayList<>();
      node.forEach(name -> names.add(name.asText()));
      return names.stream().sorted().toList();
    }
    if (node.isNull()) {
      return null;
    }
    return node.isLong() ? node.asText() : node.isInt() || node.isShort() ? (Object) node.intValue() : node.asText();
  }

  private static Map<String, Object> byTopic(JsonNode topics) {
    Map<String, Object> byTopic = new HashMap<>();
    topics.forEach(topic -> {
      String id = topic.get("topicId").asText();
      if (topic.has("numPartitions")) {
        byTopic.put(
            topic.get("topicName").asText(), Map.of("id", id, PARTITIONS, topic.get("numPartitions").intValue()));
      } else {
        byTopic.put(id, partitions(topic));
      }
    });
    return byTopic;
  }

  private static Object partitions(JsonNode topic) {
    Map<Integer, Integer> epochs = new TreeMap<>();
    for (int i = 0; i < topic.get(PARTITIONS).size(); i++) {
      epochs.put(topic.get(PARTITIONS).get(i).intValue(),
          topic.has("assignmentEpochs") ? topic.get("assignmentEpochs").get(i).intValue() : -1);
    }
    if (!topic.has("assignmentEpochs")) {
      return new ArrayList<>(epochs.keySet());
    }
    Map<String, Integer> named = new HashMap<>();
    epochs.forEach((partition, epoch) -> named.put(Integer.toString(partition), epoch));
    return named;
  }
}
