package io.jarparity.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A user's custom assignor, in no line's own classes: the {@code Own…} classes of each generation of the API hand on to it
 * what the original's interface asks them.
 */
public interface CustomAssignor {
  /** What it implements, and so which {@code assign} is called. */
  enum Base {
    /** The interface itself. */
    INTERFACE,
    /** {@code AbstractPartitionAssignor}, which counts partitions. */
    COUNTS,
    /** The same, and from 3.5 on it overrides {@code assignPartitions}; before, it is asked with counts. */
    PARTITIONS
  }

  /** Its name in the group protocol. */
  String name();

  /** What it implements. */
  Base base();

  /** The bytes that it adds to a subscription to these topics, or null. */
  byte[] userData(Set<String> topics);

  /**
   * Assigns, as {@link Base#INTERFACE}.
   *
   * @param group in the order in which the original's map of subscriptions iterates
   */
  Map<String, AssignmentData> assign(Cluster cluster, List<Member> group);

  /** Assigns, as {@link Base#COUNTS}; the map is the original's. */
  Map<String, List<TopicPartition>> assignCounts(Map<String, Integer> partitionsPerTopic, List<Member> group);

  /** Assigns, as {@link Base#PARTITIONS}; the map is the original's. */
  Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitionsPerTopic, List<Member> group);

  /** Its member got this. */
  void onAssignment(AssignmentData assignment, Told told);

  /** The names of its rebalance protocols; empty for the interface's default. */
  Optional<List<String>> supportedProtocols();

  /** The version of its user data; empty for the interface's default. */
  Optional<Short> version();

  /**
   * Who is told of an assignment; null where the line doesn't say it.
   *
   * @param generation the group's generation
   * @param member the member's id
   * @param instance its group instance id
   * @param group the group's id
   */
  record Told(Integer generation, String member, String instance, String group) {}
}
