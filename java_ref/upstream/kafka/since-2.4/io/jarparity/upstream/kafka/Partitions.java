package io.jarparity.upstream.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Partitions as {@code ["topic", 0]}, and back. */
public final class Partitions {
  private Partitions() {}

  /** Their documents. */
  public static List<Object> documents(List<TopicPartition> partitions) {
    List<Object> documents = new ArrayList<>(partitions.size());
    for (TopicPartition partition : partitions) {
      documents.add(List.of(partition.topic(), partition.partition()));
    }
    return documents;
  }

  /** The partitions of documents. */
  public static List<TopicPartition> read(Object documents) {
    List<?> listed = (List<?>) documents;
    List<TopicPartition> partitions = new ArrayList<>(listed.size());
    for (Object document : listed) {
      List<?> pair = (List<?>) document;
      partitions.add(new TopicPartition((String) pair.get(0), (Integer) pair.get(1)));
    }
    return partitions;
  }

  /**
   * What an assignor is told of a topic: how many partitions it has, or each one's racks.
   *
   * <p>Racks cross packed, for a million partitions have a few lists of racks: {@code racks} are the lists, {@code of}
   * says by number of partition which.
   */
  static Object topic(List<PartitionInfo> infos) {
    Map<List<Object>, Integer> lists = new LinkedHashMap<>();
    Integer[] of = new Integer[infos.size()];
    for (PartitionInfo info : infos) {
      of[info.partition()] = lists.computeIfAbsent(racks(info), unseen -> lists.size());
    }
    boolean any = lists.keySet().stream().anyMatch(racks -> !racks.isEmpty());
    return any ? Map.of("racks", List.copyOf(lists.keySet()), "of", List.of(of)) : infos.size();
  }

  private static List<Object> racks(PartitionInfo info) {
    List<Object> racks = new ArrayList<>(4);
    for (Node replica : Optional.ofNullable(info.replicas()).orElse(new Node[0])) {
      if (replica.rack() != null && !racks.contains(replica.rack())) {
        racks.add(replica.rack());
      }
    }
    return racks;
  }
}
