package io.jarparity.upstream.kafka;

import io.jarparity.upstream.Python;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** A group, as an assignor of Kafka's is given it, on its way to the port; the members stand in the map's order. */
public final class Groups {
  private Groups() {}

  /** What is told of topics where each partition's replicas are known. */
  public static Map<String, Object> topics(Map<String, List<PartitionInfo>> partitions) {
    Map<String, Object> topics = new LinkedHashMap<>();
    partitions.forEach((topic, infos) -> topics.put(topic, Partitions.topic(infos)));
    return topics;
  }

  /** The port's assignment to a group. */
  public static Map<String, List<TopicPartition>> assign(
      String operation, Map<String, ?> topics, Map<String, Subscription> subscriptions) {
    return assignment(Python.ask(operation, document(topics, subscriptions)));
  }

  /** A group's document. */
  public static Map<String, Object> document(Map<String, ?> topics, Map<String, Subscription> subscriptions) {
    List<Object> members = new ArrayList<>(subscriptions.size());
    subscriptions.forEach(
        (member, subscription) -> {
          Map<String, Object> fields = new LinkedHashMap<>();
          fields.put("id", member);
          fields.putAll(SubscriptionFields.of(subscription));
          fields.put("instance", subscription.groupInstanceId().orElse(null));
          members.add(fields);
        });
    return Map.of("topics", topics, "members", members);
  }

  /**
   * A packed assignment as the original's map: {@code topics} are names, {@code members} has for each member two
   * numbers a partition, the name's place and the partition's number.
   */
  public static Map<String, List<TopicPartition>> assignment(Object packed) {
    List<?> topics = (List<?>) Python.object(packed).get("topics");
    Map<String, List<TopicPartition>> assignment = new HashMap<>();
    Python.object(Python.object(packed).get("members"))
        .forEach((member, numbers) -> assignment.put(member, partitions(topics, (List<?>) numbers)));
    return assignment;
  }

  private static List<TopicPartition> partitions(List<?> topics, List<?> numbers) {
    List<TopicPartition> partitions = new ArrayList<>(numbers.size() / 2);
    for (int i = 0; i < numbers.size(); i += 2) {
      partitions.add(new TopicPartition((String) topics.get((Integer) numbers.get(i)), (Integer) numbers.get(i + 1)));
    }
    return partitions;
  }

  /** Leaves user data as the originals do, which read a member's buffer itself, not a copy. */
  public static void readUserData(Map<String, Subscription> subscriptions) {
    for (Subscription subscription : subscriptions.values()) {
      ByteBuffer data = subscription.userData();
      if (data != null) {
        data.position(data.limit());
      }
    }
  }
}
