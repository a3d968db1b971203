package org.apache.kafka.coordinator.group.assignor;

import io.jarparity.upstream.kafka.groups.MembersOfGroup;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;

/** Stands in for the coordinator's range assignor, and asks the port. */
public class RangeAssignor implements ConsumerGroupPartitionAssignor {
  public static final String NAME = "range";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber cluster) {
    return MembersOfGroup.assigned("kafka.group.assignor.range", group, cluster);
  }
}
