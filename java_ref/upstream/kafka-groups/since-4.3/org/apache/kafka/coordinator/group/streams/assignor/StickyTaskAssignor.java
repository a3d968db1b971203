package org.apache.kafka.coordinator.group.streams.assignor;

import io.jarparity.upstream.kafka.groups.StreamsMembers;

/** Stands in for the coordinator's assignor of streams groups, and asks the port. */
public class StickyTaskAssignor implements TaskAssignor {
  @Override
  public String name() {
    return "sticky";
  }

  @Override
  public String toString() {
    return name();
  }

  @Override
  public GroupAssignment assign(GroupSpec group, TopologyDescriber topology) {
    return StreamsMembers.assigned(group, topology);
  }
}
