package io.jarparity.live.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What the cluster says of topics. */
final class Topics {
  /** A partition: its leader (-1 without), replicas in their order, and the replicas that are in sync, sorted. */
  record Described(int partition, int leader, List<Integer> replicas, List<Integer> isr) {}

  private final Admin admin;

  Topics(Admin admin) {
    this.admin = admin;
  }

  void create(String topic, Map<Integer, List<Integer>> replicas) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(topic, replicas))).all().get();
  }

  void create(String topic, int partitions, int factor) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(topic, partitions, (short) factor))).all().get();
  }

  void grow(String topic, int partitions) throws ExecutionException, InterruptedException {
    admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all().get();
  }

  void delete(String topic) throws ExecutionException, InterruptedException {
    admin.deleteTopics(List.of(topic)).all().get();
  }

  List<Described> describe(String topic) throws ExecutionException, InterruptedException {
    List<Described> found = new ArrayList<>();
    for (TopicPartitionInfo one : partitions(topic)) {
      int leader = one.leader() == null ? -1 : one.leader().id();
      found.add(new Described(
          one.partition(), leader, one.replicas().stream().map(Node::id).toList(), one.isr().stream().map(Node::id).sorted().toList()));
    }
    return found;
  }

  /** For each broker, how many of a topic's partitions it keeps. */
  List<Long> kept(String topic) throws ExecutionException, InterruptedException {
    List<Integer> brokers = admin.describeCluster().nodes().get().stream().map(Node::id).toList();
    return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
        .map(folders -> folders.values().stream()
            .flatMap(folder -> folder.replicaInfos().keySet().stream())
            .filter(partition -> partition.topic().equals(topic))
            .count())
        .toList();
  }

  /** By partition, the number of records that can be read. */
  Map<Integer, Long> counts(String topic) throws ExecutionException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> first = offsets(topic, OffsetSpec.earliest());
    Map<TopicPartition, ListOffsetsResultInfo> end = offsets(topic, OffsetSpec.latest());
    Map<Integer, Long> counts = new TreeMap<>();
    end.forEach((partition, info) -> counts.put(partition.partition(), info.offset() - first.get(partition).offset()));
    return counts;
  }

  private Map<TopicPartition, ListOffsetsResultInfo> offsets(String topic, OffsetSpec which)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (TopicPartitionInfo one : partitions(topic)) {
      wanted.put(new TopicPartition(topic, one.partition()), which);
    }
    return admin.listOffsets(wanted).all().get();
  }

  /** The topic's id, as Kafka prints it. */
  String id(String topic) throws ExecutionException, InterruptedException {
    return described(topic).topicId().toString();
  }

  private List<TopicPartitionInfo> partitions(String topic) throws ExecutionException, InterruptedException {
    return described(topic).partitions();
  }

  private TopicDescription described(String topic) throws ExecutionException, InterruptedException {
    return admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
  }
}
