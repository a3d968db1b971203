package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.Assignor;
import io.jarparity.adapter.kafka.Member;
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
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** An assignor behind {@link ConsumerPartitionAssignor}. */
final class NewAssignor implements Assignor {
  private final ConsumerPartitionAssignor original;
  private final NewGroupApi api;

  NewAssignor(ConsumerPartitionAssignor original, NewGroupApi api) {
    this.original = original;
    this.api = api;
  }

  @Override
  public Map<String, List<TopicPartition>> assign(Cluster cluster, List<Member> members) {
    // The leader's coordinator fills a HashMap in the order in which it hears of the members.
    Map<String, Subscription> subscriptions = new HashMap<>();
    for (Member member : members) {
      subscriptions.put(member.id(), api.of(member.subscription()));
    }
    Map<String, List<TopicPartition>> partitions = new LinkedHashMap<>();
    original
        .assign(cluster, new GroupSubscription(subscriptions))
        .groupAssignment()
        .forEach((id, assigned) -> partitions.put(id, assigned.partitions()));
    return partitions;
  }

  @Override
  public ByteBuffer userData(Set<String> topics) {
    return original.subscriptionUserData(topics);
  }

  @Override
  public void onAssignment(List<TopicPartition> partitions, int generation) {
    original.onAssignment(
        new Assignment(partitions), new ConsumerGroupMetadata("group", generation, "member", Optional.empty()));
  }

  @Override
  public boolean isCooperative() {
    return original.supportedProtocols().contains(RebalanceProtocol.COOPERATIVE);
  }
}
