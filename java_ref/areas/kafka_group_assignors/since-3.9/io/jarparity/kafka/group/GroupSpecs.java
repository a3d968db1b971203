package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/** The coordinator's own form of a group; instances are known. */
final class GroupSpecs {
  private GroupSpecs() {}

  static GroupSpecImpl of(GroupOfMembers group) {
    Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
    group.members().forEach((id, member) -> members.put(id, of(member)));
    return new GroupSpecImpl(members, group.kind(), group.owners());
  }

  private static MemberSubscriptionAndAssignmentImpl of(GroupOfMembers.Member member) {
    return new MemberSubscriptionAndAssignmentImpl(
        Optional.empty(), member.instance(), member.topics(), new Assignment(member.target()));
  }
}
