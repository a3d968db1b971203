package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.modern.MemberAssignmentImpl;

/** A group as a coordinator hands it to an assignor, on its way to the port; topics are named by their ids. */
public final class MembersOfGroup {
  private final GroupSpec group;
  private final SubscribedTopicDescriber cluster;
  private final Map<String, Uuid> topics = new LinkedHashMap<>();

  private MembersOfGroup(GroupSpec group, SubscribedTopicDescriber cluster) {
    this.group = group;
    this.cluster = cluster;
  }

  /** What the port's assignor gives a consumer group: each member is named. */
  public static GroupAssignment assigned(String operation, GroupSpec group, SubscribedTopicDescriber cluster) {
    MembersOfGroup asked = new MembersOfGroup(group, cluster);
    return asked.answer(operation, asked.document());
  }

  /** What the port's assignor gives a share group, which knows which partitions may be assigned. */
  public static GroupAssignment shared(String operation, GroupSpec group, SubscribedTopicDescriber cluster) {
    MembersOfGroup asked = new MembersOfGroup(group, cluster);
    Map<String, Object> document = asked.document();
    Map<String, Object> assignable = new LinkedHashMap<>();
    asked.topics.forEach((name, topic) -> assignable.put(name, asked.assignable(topic)));
    document.put("assignable", assignable);
    return asked.answer(operation, document);
  }

  /** An assignment as Kafka writes it where nobody subscribes to anything: no member is named. */
  public static GroupAssignment unnamed(GroupAssignment assignment, GroupSpec group) {
    boolean idle = group.memberIds().stream().allMatch(id -> group.memberSubscription(id).subscribedTopicIds().isEmpty());
    boolean empty = assignment.members().values().stream().map(MemberAssignment::partitions).allMatch(Map::isEmpty);
    return idle && empty ? new GroupAssignment(Map.of()) : assignment;
  }

  /**
   * Whether a coordinator could hand this group to an assignor: what it is taken for is what it is, and targets are in
   * the order of hash tables. Tests also make others, of ordered maps, which no input can say.
   */
  public static boolean isCoordinators(GroupSpec group) {
    List<Set<Uuid>> subscriptions =
        group.memberIds().stream().map(id -> group.memberSubscription(id).subscribedTopicIds()).distinct().toList();
    return (subscriptions.size() < 2) == (group.subscriptionType() == SubscriptionType.HOMOGENEOUS)
        && group.memberIds().stream().allMatch(id -> isHashed(group.memberAssignment(id).partitions().keySet()));
  }

  private static boolean isHashed(Collection<?> keys) {
    Set<Object> hashed = new HashSet<>();
    hashed.addAll(keys);
    return List.copyOf(hashed).equals(List.copyOf(keys));
  }

  private List<Integer> assignable(Uuid topic) {
    return IntStream.range(0, Math.max(0, cluster.numPartitions(topic)))
        .filter(partition -> group.isPartitionAssignable(topic, partition))
        .boxed()
        .toList();
  }

  private Map<String, Object> document() {
    List<Object> members = group.memberIds().stream().map(this::member).toList();
    Map<String, Object> known = new LinkedHashMap<>();
    topics.forEach((name, topic) -> {
      int partitions = cluster.numPartitions(topic);
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", name);
      fields.put("partitions", partitions < 0 ? null : partitions);
      known.put(name, fields);
    });
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("topics", known);
    document.put("members", members);
    return document;
  }

  private Object member(String id) {
    MemberSubscription told = group.memberSubscription(id);
    Map<String, Object> target = new LinkedHashMap<>();
    group.memberAssignment(id).partitions().forEach((topic, partitions) ->
        target.put(name(topic), new ArrayList<>(partitions)));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("topics", told.subscribedTopicIds().stream().map(this::name).toList());
    fields.put("target", target);
    fields.put("instance", told.instanceId().orElse(null));
    return fields;
  }

  private String name(Uuid topic) {
    topics.put(topic.toString(), topic);
    return topic.toString();
  }

  private GroupAssignment answer(String operation, Map<String, Object> document) {
    Map<String, MemberAssignment> assignment = new HashMap<>();
    Python.object(Python.ask(operation, document)).forEach((member, given) -> {
      MemberAssignment read = new MemberAssignmentImpl(Partitions.byId(given));
      MemberAssignment former = group.memberAssignment(member);
      // Kafka hands back the very map of a member whose partitions stay; a test looks at that.
      boolean stays = former.partitions().equals(read.partitions());
      assignment.put(member, stays ? new MemberAssignmentImpl(former.partitions()) : read);
    });
    return new GroupAssignment(assignment);
  }
}
