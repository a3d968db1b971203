package io.jarparity.kafka.group;

import java.util.Map;
import org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.MemberState;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;
import org.apache.kafka.coordinator.group.modern.consumer.CurrentAssignmentBuilder;

/** Asks the original, which keeps the epochs of partitions from 4.3 on. */
final class Reconciler {
  private Reconciler() {}

  static Map<String, Object> next(Reconciliation asked) {
    ConsumerGroupMember member = new ConsumerGroupMember.Builder("member")
        .setMemberEpoch(asked.epoch())
        .setPreviousMemberEpoch(asked.previousEpoch())
        .setState(MemberState.valueOf(asked.state()))
        .setSubscribedTopicNames(asked.names())
        .setAssignedPartitions(asked.assigned())
        .setPartitionsPendingRevocation(asked.revoking())
        .build();
    ConsumerGroupMember next = new CurrentAssignmentBuilder(member)
        .withMetadataImage(new KRaftCoordinatorMetadataImage(asked.image()))
        .withHasSubscriptionChanged(asked.subscriptionChanged())
        .withTargetAssignment(asked.targetEpoch(), new Assignment(asked.target()))
        .withCurrentPartitionEpoch(asked::partitionEpoch)
        .withOwnedTopicPartitions(asked.owned())
        .build();
    return asked.answer(
        next.memberEpoch(),
        next.previousMemberEpoch(),
        next.state(),
        next.assignedPartitions(),
        next.partitionsPendingRevocation());
  }
}
