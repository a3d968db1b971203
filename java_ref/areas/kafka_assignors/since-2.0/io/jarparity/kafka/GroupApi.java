package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;

/**
 * What the line's API has for groups: {@link PartitionAssignor}, a subscription of topics and user data, and a protocol of
 * one version.
 */
final class GroupApi {
  private static final Map<String, Supplier<PartitionAssignor>> ASSIGNORS =
      Map.of("range", RangeAssignor::new, "round-robin", RoundRobinAssignor::new, "sticky", StickyAssignor::new);

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
    boolean counts = own.base() != CustomAssignor.Base.INTERFACE;
    return LineAssignor.configured(counts ? new CustomBaseAssignor() : new CustomInterfaceAssignor(), own);
  }

  /** Whether a version of the protocol can be asked for. Where not, there is only 0. */
  static boolean knowsVersions() {
    return false;
  }

  /** A subscription's bytes; the version is 0 where the API knows no versions. */
  static ByteBuffer encode(SubscriptionData subscription, short version) {
    return ConsumerProtocol.serializeSubscription(Subscriptions.of(subscription));
  }

  /** A subscription from its bytes. */
  static SubscriptionData decodeSubscription(ByteBuffer bytes) {
    return Subscriptions.read(ConsumerProtocol.deserializeSubscription(bytes));
  }

  /** An assignment's bytes; the version is 0 where the API knows no versions. */
  static ByteBuffer encode(AssignmentData assignment, short version) {
    return ConsumerProtocol.serializeAssignment(
        new PartitionAssignor.Assignment(assignment.partitions(), assignment.userDataBuffer()));
  }

  /** An assignment from its bytes. */
  static AssignmentData decodeAssignment(ByteBuffer bytes) {
    PartitionAssignor.Assignment decoded = ConsumerProtocol.deserializeAssignment(bytes);
    return new AssignmentData(decoded.partitions(), Bytes.of(decoded.userData()));
  }

  /** What the sticky assignor reads from a member's user data. */
  static StickyData decodeStickyUserData(ByteBuffer bytes) throws ReflectiveOperationException {
    return StickyUserData.decode(bytes);
  }
}
