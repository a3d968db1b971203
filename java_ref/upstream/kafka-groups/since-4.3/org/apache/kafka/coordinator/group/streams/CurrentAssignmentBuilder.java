package org.apache.kafka.coordinator.group.streams;

import io.jarparity.upstream.kafka.groups.StreamsReconciled;
import java.util.Set;
import java.util.function.BiFunction;

/** Stands in for Kafka's step of a member of a streams group towards its target, and asks the port. */
public class CurrentAssignmentBuilder {
  private final StreamsGroupMember member;
  private int targetEpoch;
  private TasksTuple target = TasksTuple.EMPTY;
  private BiFunction<String, Integer, String> active = (subtopology, partition) -> null;
  private BiFunction<String, Integer, Set<String>> standby = (subtopology, partition) -> null;
  private BiFunction<String, Integer, Set<String>> warmup = (subtopology, partition) -> null;
  private TasksTuple owned;

  public CurrentAssignmentBuilder(StreamsGroupMember member) {
    this.member = member;
  }

  public CurrentAssignmentBuilder withTargetAssignment(int targetEpoch, TasksTuple target) {
    this.targetEpoch = targetEpoch;
    this.target = target;
    return this;
  }

  public CurrentAssignmentBuilder withCurrentActiveTaskProcessId(BiFunction<String, Integer, String> active) {
    this.active = active;
    return this;
  }

  public CurrentAssignmentBuilder withCurrentStandbyTaskProcessIds(BiFunction<String, Integer, Set<String>> standby) {
    this.standby = standby;
    return this;
  }

  public CurrentAssignmentBuilder withCurrentWarmupTaskProcessIds(BiFunction<String, Integer, Set<String>> warmup) {
    this.warmup = warmup;
    return this;
  }

  public CurrentAssignmentBuilder withOwnedAssignment(TasksTuple owned) {
    this.owned = owned;
    return this;
  }

  public StreamsGroupMember build() {
    return new StreamsReconciled(member, target, active, standby, warmup).at(targetEpoch, owned);
  }
}
