package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.coordinator.group.consumer.Assignment;
import org.apache.kafka.coordinator.group.consumer.GroupSpecImpl;
import org.apache.kafka.coordinator.group.consumer.MemberSubscriptionAndAssignmentImpl;

/** The coordinator's own form of a group; an assignor isn't told of instances. */
final class GroupSpecs {
  private GroupSpecs() {}

  static GroupSpecImpl of(GroupOfMembers group) {
    Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
    group.members().forEach((id, member) -> members.put(id, of(member)));
    return new GroupSpecImpl(members, group.kind(), group.owners());
  }

  private static MemberSubscriptionAndAssignmentImpl of(GroupOfMembers.Member member) {
    return new MemberSubscriptionAndAssignmentImpl(
        Optional.empty(), member.topics(), new Assignment(member.target()));
  }
}
