package io.jarparity.kafka.group;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;

/** An assignor of a broker's own that gives what it was told to, and keeps what it was asked. */
final class GivenAssignor implements PartitionAssignor {
  private final Map<String, Map<Uuid, Set<Integer>>> gives;
  private List<Map<String, Object>> asked;

  GivenAssignor(Map<String, Map<Uuid, Set<Integer>>> gives) {
    this.gives = gives;
  }

  @Override
  public String name() {
    return "given";
  }

  @Override
  public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber cluster) {
    asked = new ArrayList<>();
    group.memberIds().forEach(id -> asked.add(Map.of(
        "id", id,
        "topics", printed(group.memberSubscription(id).subscribedTopicIds()),
        "target", sorted(group.memberAssignment(id).partitions()))));
    Map<String, MemberAssignment> assignment = new HashMap<>();
    gives.forEach((member, given) -> assignment.put(member, () -> given));
    return new GroupAssignment(assignment);
  }

  /** The members that it was asked of, in their order; null where it never was. */
  List<Map<String, Object>> asked() {
    return asked;
  }

  /** The ids one by one: the set says that it has more, where topics aren't there, and a stream would believe it. */
  private static List<String> printed(Set<Uuid> topics) {
    List<String> printed = new ArrayList<>();
    for (Uuid topic : topics) {
      printed.add(topic.toString());
    }
    return printed;
  }

  private static Map<String, List<Integer>> sorted(Map<Uuid, Set<Integer>> partitions) {
    Map<String, List<Integer>> byId = new TreeMap<>();
    partitions.forEach((topic, numbers) -> byId.put(topic.toString(), numbers.stream().sorted().toList()));
    return byId;
  }
}
