package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.GroupApi.AssignmentData;
import io.jarparity.adapter.kafka.Member;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.SubscriptionData;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** What {@code ConsumerPartitionAssignor} gives its implementations, as an own assignor takes it. */
final class OwnCalls {
  /** {@code generationId()} and {@code rackId()}, which 3.4 added; null before. */
  private static final MethodHandle GENERATION = find("generationId");

  private static final MethodHandle RACK = find("rackId");

  private OwnCalls() {}

  /** The members in the order in which the original's map iterates. */
  static List<Member> members(Map<String, Subscription> subscriptions) {
    List<Member> members = new ArrayList<>(subscriptions.size());
    subscriptions.forEach((member, subscription) -> members.add(new Member(member, read(subscription))));
    return members;
  }

  static void tell(OwnAssignor own, Assignment assignment, ConsumerGroupMetadata metadata) {
    own.onAssignment(
        new AssignmentData(assignment.partitions(), Bytes.of(assignment.userData())),
        new OwnAssignor.Told(
            metadata.generationId(), metadata.memberId(), metadata.groupInstanceId().orElse(null), metadata.groupId()));
  }

  static Optional<List<RebalanceProtocol>> protocols(OwnAssignor own) {
    return own.supportedProtocols().map(names -> names.stream().map(RebalanceProtocol::valueOf).toList());
  }

  static ByteBuffer buffer(byte[] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }

  private static SubscriptionData read(Subscription subscription) {
    Optional<Integer> generation = ask(GENERATION, subscription);
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), subscription.groupInstanceId(),
        subscription.ownedPartitions(), generation.orElse(SubscriptionData.NO_GENERATION), ask(RACK, subscription));
  }

  @SuppressWarnings("unchecked")
  private static <T> Optional<T> ask(MethodHandle method, Subscription subscription) {
    if (method == null) {
      return Optional.empty();
    }
    try {
      return (Optional<T>) method.invokeExact(subscription);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable checked) {
      throw new IllegalStateException("a getter of Subscription declares no exception", checked);
    }
  }

  private static MethodHandle find(String getter) {
    try {
      return MethodHandles.publicLookup().findVirtual(Subscription.class, getter, MethodType.methodType(Optional.class));
    } catch (NoSuchMethodException older) {
      return null;
    } catch (IllegalAccessException hidden) {
      throw new IllegalStateException("Subscription." + getter + " is not public", hidden);
    }
  }
}
