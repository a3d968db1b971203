package io.jarparity.adapter.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** An instance of a line's assignor; it has a memory. */
public interface Assignor {
  /**
   * Distributes the partitions, as the leader of a group has it do.
   *
   * @param members in the order in which they enter the leader's {@code HashMap}
   * @return by member its partitions, in the original's order
   */
  Map<String, List<TopicPartition>> assign(Cluster cluster, List<Member> members);

  /** The bytes that it adds to a subscription to these topics, or null. */
  ByteBuffer userData(Set<String> topics);

  /** Tells it what its member got in a generation. */
  void onAssignment(List<TopicPartition> partitions, int generation) throws Throwable;

  /** Whether its members keep their partitions through a rebalance. */
  boolean isCooperative();
}
