package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.GroupApi.AssignmentData;
import io.jarparity.adapter.kafka.Member;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.SubscriptionData;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;

/** What {@code internals.PartitionAssignor} gives its implementations, as an own assignor takes it. */
final class OwnCalls {
  private OwnCalls() {}

  static Subscription subscription(Set<String> topics, byte[] userData) {
    return new Subscription(new ArrayList<>(topics), ByteBuffer.wrap(userData));
  }

  /** The members in the order in which the original's map iterates. */
  static List<Member> members(Map<String, Subscription> subscriptions) {
    List<Member> members = new ArrayList<>(subscriptions.size());
    subscriptions.forEach(
        (member, subscription) ->
            members.add(
                new Member(
                    member,
                    new SubscriptionData(
                        subscription.topics(), Bytes.of(subscription.userData()), Optional.empty(), List.of(),
                        SubscriptionData.NO_GENERATION, Optional.empty()))));
    return members;
  }

  static void tell(OwnAssignor own, Assignment assignment, Integer generation) {
    own.onAssignment(
        new AssignmentData(assignment.partitions(), Bytes.of(assignment.userData())),
        new OwnAssignor.Told(generation, null, null, null));
  }
}
