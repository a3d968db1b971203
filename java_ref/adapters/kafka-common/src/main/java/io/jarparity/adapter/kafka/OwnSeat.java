package io.jarparity.adapter.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;

/** A member's own assignor behind a line's real interface, and the coordinator's calls of that interface. */
public interface OwnSeat {
  /** {@code name()}. */
  String name();

  /** {@code supportedProtocols()} by name, or null where the line has none. */
  List<String> supportedProtocols();

  /** {@code version()}, or null where the line has none. */
  Integer version();

  /** The user data of the subscription that the member makes, or null. */
  ByteBuffer userData(Set<String> topics);

  /**
   * {@code assign(…)}.
   *
   * @param members in the order in which they enter the leader's {@code HashMap}
   */
  Map<String, GroupApi.AssignmentData> assign(Cluster cluster, List<Member> members);

  /** {@code onAssignment(…)}, with what the line tells. */
  void onAssignment(
      GroupApi.AssignmentData assignment, String group, int generation, String member, Optional<String> instance)
      throws Throwable;
}
