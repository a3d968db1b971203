package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;

/**
 * An instance of an assignor, one of the line's or a user's own, behind the line's real interface, and the coordinator's
 * calls of that interface. It has a memory.
 */
interface Assignor {
  /** {@code name()}. */
  String name();

  /** {@code supportedProtocols()} by name, or null where the line has none. */
  List<String> supportedProtocols();

  /** {@code version()}, or null where the line has none. */
  Integer version();

  /** The user data of the subscription to these topics that it makes, or null. */
  ByteBuffer userData(Set<String> topics);

  /**
   * Distributes the partitions, as the leader of a group has it do.
   *
   * @param members in the order in which they enter the leader's {@code HashMap}
   * @return what each member gets, in the original's order
   */
  Map<String, AssignmentData> assign(Cluster cluster, List<Member> members);

  /** {@code onAssignment(…)}, with what the line tells. */
  void onAssignment(
      AssignmentData assignment, String group, int generation, String member, Optional<String> instance)
      throws Throwable;
}
