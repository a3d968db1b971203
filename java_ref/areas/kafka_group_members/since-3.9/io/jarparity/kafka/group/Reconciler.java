package io.jarparity.kafka.group;

import java.util.Map;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.MemberState;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;
import org.apache.kafka.coordinator.group.modern.consumer.CurrentAssignmentBuilder;

/** Asks the original; 3.9 moved it. */
final class Reconciler {
  private Reconciler() {}

  static Map<String, Object> next(Reconciliation asked) {
    ConsumerGroupMember member = new ConsumerGroupMember.Builder("member")
        .setMemberEpoch(asked.epoch())
        .setPreviousMemberEpoch(asked.previousEpoch())
        .setState(MemberState.valueOf(asked.state()))
        .setSubscribedTopicNames(asked.names())
        .setAssignedPartitions(Reconciliation.sets(asked.assigned()))
        .setPartitionsPendingRevocation(Reconciliation.sets(asked.revoking()))
        .build();
    ConsumerGroupMember next = new CurrentAssignmentBuilder(member)
        .withTargetAssignment(asked.targetEpoch(), new Assignment(asked.target()))
        .withCurrentPartitionEpoch(asked::partitionEpoch)
        .withOwnedTopicPartitions(asked.owned())
        .build();
    return asked.withoutEpochs(
        next.memberEpoch(),
        next.previousMemberEpoch(),
        next.state(),
        next.assignedPartitions(),
        next.partitionsPendingRevocation());
  }
}
