package io.jarparity.upstream.kafka;

import java.util.ArrayList;
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

  /** What an assignor is told of a topic: how many partitions it has, or each one's racks. */
  static Object topic(List<PartitionInfo> infos) {
    List<Object> racked = new ArrayList<>(infos.size());
    boolean any = false;
    for (PartitionInfo info : infos) {
      List<Object> racks = new ArrayList<>(2);
      for (Node replica : Optional.ofNullable(info.replicas()).orElse(new Node[0])) {
        if (replica.rack() != null && !racks.contains(replica.rack())) {
          racks.add(replica.rack());
        }
      }
      any |= !racks.isEmpty();
      racked.add(Map.of("partition", info.partition(), "racks", racks));
    }
    return any ? racked : infos.size();
  }
}
