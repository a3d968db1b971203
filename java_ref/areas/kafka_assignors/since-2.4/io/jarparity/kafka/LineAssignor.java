package io.jarparity.kafka;

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

/** An assignor behind {@link ConsumerPartitionAssignor}. */
final class LineAssignor implements Assignor {
  private final ConsumerPartitionAssignor original;

  LineAssignor(ConsumerPartitionAssignor original) {
    this.original = original;
  }

  /** One that is configured as a consumer configures it. */
  static <T extends ConsumerPartitionAssignor & Configurable> LineAssignor configured(T original, CustomAssignor own) {
    original.configure(Map.of(CustomAssignors.ASSIGNOR, own));
    return new LineAssignor(original);
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
      subscriptions.put(member.id(), Subscriptions.of(member.subscription()));
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
