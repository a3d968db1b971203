package org.apache.kafka.coordinator.group.assignor;

import io.jarparity.upstream.kafka.groups.MembersOfGroup;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/** Stands in for the coordinator's uniform assignor, and asks the port of groups that a coordinator could have. */
public class UniformAssignor implements ConsumerGroupPartitionAssignor {
  public static final String NAME = "uniform";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber cluster) {
    if (MembersOfGroup.isCoordinators(group)) {
      return MembersOfGroup.unnamed(MembersOfGroup.assigned("kafka.group.assignor.uniform", group, cluster), group);
    }
    return group.subscriptionType() == SubscriptionType.HOMOGENEOUS
        ? new UniformHomogeneousAssignmentBuilder(group, cluster).build()
        : new UniformHeterogeneousAssignmentBuilder(group, cluster).build();
  }
}
