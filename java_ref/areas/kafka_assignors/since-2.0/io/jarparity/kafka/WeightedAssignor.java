package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * A reference of our own, since Kafka has no such assignor: each partition goes to the subscriber with the smallest
 * (partitions so far + 1) / weight, of equal ones to the first by id; topics in the order of their names. User data is the
 * weight in four bytes; what is no weight of at least 1 counts as 1.
 */
final class WeightedAssignor extends ReferenceAssignor {
  static final String NAME = "weighted";

  private WeightedAssignor(int weight) {
    super(NAME, Base.COUNTS, ByteBuffer.allocate(Integer.BYTES).putInt(weight).array());
  }

  /**
   * Of the weight in decimal digits, 1 for null.
   *
   * @throws IllegalArgumentException it is none
   */
  static WeightedAssignor configured(String setting) {
    int weight = setting == null ? 1 : Integer.parseInt(setting);
    if (weight < 1) {
      throw new IllegalArgumentException("a weight is at least 1, not " + weight);
    }
    return new WeightedAssignor(weight);
  }

  @Override
  public Map<String, List<TopicPartition>> assignCounts(Map<String, Integer> partitionsPerTopic, List<Member> group) {
    Map<String, List<TopicPartition>> given = new LinkedHashMap<>();
    Map<String, Integer> weights = new TreeMap<>();
    Map<String, List<String>> subscribers = new TreeMap<>();
    for (Member member : group) {
      given.put(member.id(), new ArrayList<>());
      weights.put(member.id(), weightIn(member.subscription().userData()));
      for (String topic : new LinkedHashSet<>(member.subscription().topics())) {
        subscribers.computeIfAbsent(topic, none -> new ArrayList<>()).add(member.id());
      }
    }
    Comparator<String> nextOnes =
        (a, b) ->
            Long.compare(
                (given.get(a).size() + 1L) * weights.get(b), (given.get(b).size() + 1L) * weights.get(a));
    for (String topic : new TreeSet<>(partitionsPerTopic.keySet())) {
      PriorityQueue<String> queue = new PriorityQueue<>(nextOnes.thenComparing(Comparator.naturalOrder()));
      queue.addAll(subscribers.get(topic));
      for (int partition = 0; partition < partitionsPerTopic.get(topic); partition++) {
        String next = queue.remove();
        given.get(next).add(new TopicPartition(topic, partition));
        queue.add(next);
      }
    }
    return given;
  }

  private static int weightIn(byte[] userData) {
    if (userData == null || userData.length != Integer.BYTES) {
      return 1;
    }
    return Math.max(1, ByteBuffer.wrap(userData).getInt());
  }
}
