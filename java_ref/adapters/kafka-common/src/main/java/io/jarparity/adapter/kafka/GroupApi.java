package io.jarparity.adapter.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** What one generation of the consumers' API has for groups: all that depends on the API, and nothing else. */
public interface GroupApi {
  /** What its subscriptions carry. */
  Carried carried();

  /** The assignors that it has, by the last part of their operation's name. */
  Set<String> assignors();

  /** A new instance of an assignor. */
  Assignor assignor(String name);

  /** A user's own assignor behind the line's interface: as the class that a consumer would be configured with. */
  OwnSeat seat(OwnAssignor own);

  /** Whether a version of the protocol can be asked for. Where not, there is only 0. */
  boolean knowsVersions();

  /** A subscription's bytes; the version is 0 where the API knows no versions. */
  ByteBuffer encode(SubscriptionData subscription, short version);

  /** A subscription from its bytes. */
  SubscriptionData decodeSubscription(ByteBuffer bytes);

  /** An assignment's bytes; the version is 0 where the API knows no versions. */
  ByteBuffer encode(AssignmentData assignment, short version);

  /** An assignment from its bytes. */
  AssignmentData decodeAssignment(ByteBuffer bytes);

  /** What the sticky assignor reads from a member's user data. */
  StickyData decodeStickyUserData(ByteBuffer bytes) throws Throwable;

  /** What a member is told: its partitions, and bytes or null. */
  record AssignmentData(List<TopicPartition> partitions, byte[] userData) {
    /** A new buffer with the user data, or null. */
    public ByteBuffer userDataBuffer() {
      return userData == null ? null : ByteBuffer.wrap(userData.clone());
    }
  }

  /** What the sticky assignor knows of a member: its last partitions, and in which generation it got them. */
  record StickyData(List<TopicPartition> partitions, Optional<Integer> generation) {}
}
