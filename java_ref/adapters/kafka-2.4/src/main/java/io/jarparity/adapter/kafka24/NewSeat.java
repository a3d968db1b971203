package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.GroupApi.AssignmentData;
import io.jarparity.adapter.kafka.Member;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import io.jarparity.adapter.kafka.OwnSeat;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/** An own assignor behind {@link ConsumerPartitionAssignor}, made as a consumer makes it. */
final class NewSeat implements OwnSeat {
  private final ConsumerPartitionAssignor original;
  private final NewGroupApi api;

  private NewSeat(ConsumerPartitionAssignor original, NewGroupApi api) {
    this.original = original;
    this.api = api;
  }

  static NewSeat of(OwnAssignor own, NewGroupApi api) {
    ConsumerPartitionAssignor original =
        switch (own.base()) {
          case INTERFACE -> new OwnConsumerPartitionAssignor();
          case COUNTS -> new OwnBaseAssignor();
          case PARTITIONS -> new OwnRackBaseAssignor();
        };
    ((Configurable) original).configure(Map.of(OwnAssignors.ASSIGNOR, own));
    return new NewSeat(original, api);
  }

  @Override
  public String name() {
    return original.name();
  }

  @Override
  public List<String> supportedProtocols() {
    return original.supportedProtocols().stream().map(Enum::name).toList();
  }

  @Override
  public Integer version() {
    return (int) original.version();
  }

  @Override
  public ByteBuffer userData(Set<String> topics) {
    return original.subscriptionUserData(topics);
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> members) {
    // The leader's coordinator fills a HashMap in the order in which it hears of the members.
    Map<String, Subscription> subscriptions = new HashMap<>();
    for (Member member : members) {
      subscriptions.put(member.id(), api.of(member.subscription()));
    }
    Map<String, AssignmentData> assigned = new LinkedHashMap<>();
    original
        .assign(cluster, new GroupSubscription(subscriptions))
        .groupAssignment()
        .forEach((member, given) ->
            assigned.put(member, new AssignmentData(given.partitions(), Bytes.of(given.userData()))));
    return assigned;
  }

  @Override
  public void onAssignment(
      AssignmentData assignment, String group, int generation, String member, Optional<String> instance) {
    original.onAssignment(
        new Assignment(assignment.partitions(), assignment.userDataBuffer()),
        new ConsumerGroupMetadata(group, generation, member, instance));
  }
}
