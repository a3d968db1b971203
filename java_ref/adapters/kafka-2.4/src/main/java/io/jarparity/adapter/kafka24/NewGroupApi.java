package io.jarparity.adapter.kafka24;

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
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;

/** {@link ConsumerPartitionAssignor}, from 2.4 on; what newer releases add to a subscription is for those who extend. */
public class NewGroupApi implements GroupApi {
  private static final Map<String, Supplier<ConsumerPartitionAssignor>> ASSIGNORS =
      Map.of(
          "range", RangeAssignor::new,
          "round-robin", RoundRobinAssignor::new,
          "sticky", StickyAssignor::new,
          "cooperative-sticky", CooperativeStickyAssignor::new);

  @Override
  public Carried carried() {
    return new Carried(true, false, true);
  }

  /** The line's own subscription. */
  protected Subscription made(SubscriptionData data) {
    return new Subscription(data.topics(), data.userDataBuffer(), data.owned());
  }

  /** What a subscription of the line holds. */
  protected SubscriptionData read(Subscription subscription) {
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), subscription.groupInstanceId(),
        subscription.ownedPartitions(), SubscriptionData.NO_GENERATION, Optional.empty());
  }

  @Override
  public final Set<String> assignors() {
    return ASSIGNORS.keySet();
  }

  @Override
  public final Assignor assignor(String name) {
    return EndingAssignor.around(name, new NewAssignor(ASSIGNORS.get(name).get(), this));
  }

  @Override
  public final OwnSeat seat(OwnAssignor own) {
    return NewSeat.of(own, this);
  }

  @Override
  public final boolean knowsVersions() {
    return true;
  }

  @Override
  public final ByteBuffer encode(SubscriptionData subscription, short version) {
    return ConsumerProtocol.serializeSubscription(of(subscription), version);
  }

  @Override
  public final SubscriptionData decodeSubscription(ByteBuffer bytes) {
    return read(ConsumerProtocol.deserializeSubscription(bytes));
  }

  @Override
  public final ByteBuffer encode(AssignmentData assignment, short version) {
    return ConsumerProtocol.serializeAssignment(
        new Assignment(assignment.partitions(), assignment.userDataBuffer()), version);
  }

  @Override
  public final AssignmentData decodeAssignment(ByteBuffer bytes) {
    Assignment decoded = ConsumerProtocol.deserializeAssignment(bytes);
    return new AssignmentData(decoded.partitions(), Bytes.of(decoded.userData()));
  }

  @Override
  public final StickyData decodeStickyUserData(ByteBuffer bytes) {
    AbstractStickyAssignor.MemberData decoded = new StickyReader().read(new Subscription(List.of(), bytes));
    return new StickyData(decoded.partitions, decoded.generation);
  }

  /** The line's own subscription, with the instance id that is set apart. */
  final Subscription of(SubscriptionData data) {
    Subscription subscription = made(data);
    subscription.setGroupInstanceId(data.instance());
    return subscription;
  }
}
