package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;

/** What the line's API has for groups: {@link ConsumerPartitionAssignor}, and a protocol with versions. */
final class GroupApi {
  private static final Map<String, Supplier<ConsumerPartitionAssignor>> ASSIGNORS =
      Map.of(
          "range", RangeAssignor::new,
          "round-robin", RoundRobinAssignor::new,
          "sticky", StickyAssignor::new,
          "cooperative-sticky", CooperativeStickyAssignor::new);

  private GroupApi() {}

  /** The assignors that the line has, by the last part of their operation's name. */
  static Set<String> assignors() {
    return ASSIGNORS.keySet();
  }

  /** A new instance of an assignor. */
  static Assignor assignor(String name) {
    return new LineAssignor(ASSIGNORS.get(name).get());
  }

  /** A user's custom assignor: as the class that a consumer would be configured with. */
  static Assignor own(CustomAssignor own) {
    CustomInterface made =
        switch (own.base()) {
          case INTERFACE -> new CustomInterfaceAssignor();
          case COUNTS -> new CustomBaseAssignor();
          case PARTITIONS -> new CustomRackBaseAssignor();
        };
    return LineAssignor.configured(made, own);
  }

  /** Whether a version of the protocol can be asked for. Where not, there is only 0. */
  static boolean knowsVersions() {
    return true;
  }

  /** A subscription's bytes; the version is 0 where the API knows no versions. */
  static ByteBuffer encode(SubscriptionData subscription, short version) {
    return ConsumerProtocol.serializeSubscription(Subscriptions.of(subscription), version);
  }

  /** A subscription from its bytes. */
  static SubscriptionData decodeSubscription(ByteBuffer bytes) {
    return Subscriptions.read(ConsumerProtocol.deserializeSubscription(bytes));
  }

  /** An assignment's bytes; the version is 0 where the API knows no versions. */
  static ByteBuffer encode(AssignmentData assignment, short version) {
    return ConsumerProtocol.serializeAssignment(
        new Assignment(assignment.partitions(), assignment.userDataBuffer()), version);
  }

  /** An assignment from its bytes. */
  static AssignmentData decodeAssignment(ByteBuffer bytes) {
    Assignment decoded = ConsumerProtocol.deserializeAssignment(bytes);
    return new AssignmentData(decoded.partitions(), Bytes.of(decoded.userData()));
  }

  /** What the sticky assignor reads from a member's user data. */
  static StickyData decodeStickyUserData(ByteBuffer bytes) {
    AbstractStickyAssignor.MemberData decoded = new StickyReader().read(new Subscription(List.of(), bytes));
    return new StickyData(decoded.partitions, decoded.generation);
  }
}
