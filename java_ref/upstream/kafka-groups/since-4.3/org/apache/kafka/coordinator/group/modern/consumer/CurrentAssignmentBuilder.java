package org.apache.kafka.coordinator.group.modern.consumer;

import io.jarparity.upstream.kafka.groups.Reconciled;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.modern.Assignment;

/** Stands in for Kafka's step of a member towards its target, and asks the port. */
public class CurrentAssignmentBuilder {
  private final ConsumerGroupMember member;
  private CoordinatorMetadataImage image = CoordinatorMetadataImage.EMPTY;
  private int targetEpoch;
  private Assignment target;
  private boolean subscriptionChanged;
  private Map<String, ResolvedRegularExpression> resolved = Map.of();
  private BiFunction<Uuid, Integer, Integer> partitionEpoch;
  private List<TopicPartitions> owned;

  public CurrentAssignmentBuilder(ConsumerGroupMember member) {
    this.member = member;
  }

  public CurrentAssignmentBuilder withMetadataImage(CoordinatorMetadataImage image) {
    this.image = image;
    return this;
  }

  public CurrentAssignmentBuilder withTargetAssignment(int targetEpoch, Assignment target) {
    this.targetEpoch = targetEpoch;
    this.target = target;
    return this;
  }

  public CurrentAssignmentBuilder withHasSubscriptionChanged(boolean subscriptionChanged) {
    this.subscriptionChanged = subscriptionChanged;
    return this;
  }

  public CurrentAssignmentBuilder withResolvedRegularExpressions(Map<String, ResolvedRegularExpression> resolved) {
    this.resolved = resolved;
    return this;
  }

  public CurrentAssignmentBuilder withCurrentPartitionEpoch(BiFunction<Uuid, Integer, Integer> partitionEpoch) {
    this.partitionEpoch = partitionEpoch;
    return this;
  }

  public CurrentAssignmentBuilder withOwnedTopicPartitions(List<TopicPartitions> owned) {
    this.owned = owned;
    return this;
  }

  public ConsumerGroupMember build() {
    return new Reconciled(member, image, subscribed(), target.partitions(), partitionEpoch)
        .at(targetEpoch, owned, subscriptionChanged);
  }

  private Set<String> subscribed() {
    Set<String> names = new HashSet<>(member.subscribedTopicNames());
    ResolvedRegularExpression matched = resolved.get(member.subscribedTopicRegex());
    if (matched != null) {
      names.addAll(matched.topics());
    }
    return names;
  }
}
