package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.Assignor;
import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.Carried;
import io.jarparity.adapter.kafka.EndingAssignor;
import io.jarparity.adapter.kafka.GroupApi;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnSeat;
import io.jarparity.adapter.kafka.SubscriptionData;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;

/** {@link PartitionAssignor}: a subscription is topics and user data, and the protocol has one version. */
final class OldGroupApi implements GroupApi {
  private static final Map<String, Supplier<PartitionAssignor>> ASSIGNORS =
      Map.of("range", RangeAssignor::new, "round-robin", RoundRobinAssignor::new, "sticky", StickyAssignor::new);

  @Override
  public Carried carried() {
    return new Carried(false, false, OldAssignor.isToldGenerations());
  }

  @Override
  public Set<String> assignors() {
    return ASSIGNORS.keySet();
  }

  @Override
  public Assignor assignor(String name) {
    return EndingAssignor.around(name, new OldAssignor(ASSIGNORS.get(name).get()));
  }

  @Override
  public OwnSeat seat(OwnAssignor own) {
    return OldSeat.of(own);
  }

  @Override
  public boolean knowsVersions() {
    return false;
  }

  @Override
  public ByteBuffer encode(SubscriptionData subscription, short version) {
    return ConsumerProtocol.serializeSubscription(of(subscription));
  }

  @Override
  public SubscriptionData decodeSubscription(ByteBuffer bytes) {
    PartitionAssignor.Subscription decoded = ConsumerProtocol.deserializeSubscription(bytes);
    return new SubscriptionData(
        decoded.topics(), Bytes.of(decoded.userData()), Optional.empty(), List.of(), SubscriptionData.NO_GENERATION,
        Optional.empty());
  }

  @Override
  public ByteBuffer encode(AssignmentData assignment, short version) {
    return ConsumerProtocol.serializeAssignment(
        new PartitionAssignor.Assignment(assignment.partitions(), assignment.userDataBuffer()));
  }

  @Override
  public AssignmentData decodeAssignment(ByteBuffer bytes) {
    PartitionAssignor.Assignment decoded = ConsumerProtocol.deserializeAssignment(bytes);
    return new AssignmentData(decoded.partitions(), Bytes.of(decoded.userData()));
  }

  @Override
  public StickyData decodeStickyUserData(ByteBuffer bytes) throws ReflectiveOperationException {
    return StickyUserData.decode(bytes);
  }

  static PartitionAssignor.Subscription of(SubscriptionData data) {
    return new PartitionAssignor.Subscription(data.topics(), data.userDataBuffer());
  }

}
