package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/** A group as the coordinator hands it to an assignor: its tables are filled in the order of the document. */
final class GroupOfMembers implements SubscribedTopicDescriber {
  private final TopicIds topics;
  private final Map<Uuid, Integer> partitions = new HashMap<>();
  private final Map<String, Member> members = new LinkedHashMap<>();
  private final Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
  private final Set<Set<Uuid>> subscriptions = new HashSet<>();
  private final Optional<Map<Uuid, Set<Integer>>> assignable;

  /**
   * A member.
   *
   * @param instance its group.instance.id, if it is a static one
   * @param topics what it subscribes to
   * @param target what the last assignment gave it
   */
  record Member(Optional<String> instance, Set<Uuid> topics, Map<Uuid, Set<Integer>> target) {}

  GroupOfMembers(Input in) {
    topics = TopicIds.read(in.field("topics"));
    in.field("topics").fields().forEach((name, topic) -> {
      if (!topic.field("partitions").isNull()) {
        partitions.put(topics.of(name), topic.field("partitions").int32());
      }
    });
    for (Input member : in.field("members").items()) {
      add(member);
    }
    assignable = in.optional("assignable").filter(given -> !given.isNull()).map(this::byTopic);
  }

  private void add(Input member) {
    String id = member.field("id").text();
    Set<Uuid> subscribed = new HashSet<>();
    member.field("topics").items().forEach(topic -> subscribed.add(topics.of(topic)));
    subscriptions.add(subscribed);
    Map<Uuid, Set<Integer>> target = byTopic(member.field("target"));
    target.forEach((topic, numbers) -> numbers.forEach(number ->
        owners.computeIfAbsent(topic, first -> new HashMap<>()).put(number, id)));
    Optional<String> instance = member.optional("instance").filter(given -> !given.isNull()).map(Input::text);
    members.put(id, new Member(instance, subscribed, target));
  }

  private Map<Uuid, Set<Integer>> byTopic(Input byName) {
    Map<Uuid, Set<Integer>> byTopic = new HashMap<>();
    byName.fields().forEach((name, numbers) -> byTopic.put(topics.of(name), new HashSet<>(numbers(numbers))));
    return byTopic;
  }

  private static List<Integer> numbers(Input partitions) {
    return partitions.items().stream().map(Input::int32).toList();
  }

  Map<String, Member> members() {
    return members;
  }

  Map<Uuid, Map<Integer, String>> owners() {
    return owners;
  }

  Optional<Map<Uuid, Set<Integer>>> assignable() {
    return assignable;
  }

  SubscriptionType kind() {
    return subscriptions.size() > 1 ? SubscriptionType.HETEROGENEOUS : SubscriptionType.HOMOGENEOUS;
  }

  @Override
  public int numPartitions(Uuid topic) {
    return partitions.getOrDefault(topic, -1);
  }

  @Override
  public Set<String> racksForPartition(Uuid topic, int partition) {
    return Set.of();
  }

  /** What the assignor gives each member. */
  Map<String, Object> assignedBy(PartitionAssignor assignor) {
    GroupAssignment assignment = assignor.assign(GroupSpecs.of(this), this);
    Map<String, Object> json = new TreeMap<>();
    members.forEach((id, member) -> {
      MemberAssignment given = assignment.members().get(id);
      json.put(id, given == null ? Map.of() : topics.json(given.partitions()));
    });
    return json;
  }
}
