package org.apache.kafka.coordinator.group.assignor;

import io.jarparity.upstream.kafka.groups.MembersOfGroup;
import org.apache.kafka.coordinator.group.api.assignor.ShareGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;

/** Stands in for the coordinator's simple assignor, and asks the port. */
public class SimpleAssignor implements ShareGroupPartitionAssignor {
  private static final String NAME = "simple";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber cluster) {
    return MembersOfGroup.unnamed(MembersOfGroup.shared("kafka.group.assignor.simple", group, cluster), group);
  }
}
