package io.jarparity.kafka.group;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.image.MetadataImage;

/** The coordinator's builder of targets, told what a coordinator tells it: each release's takes other parts of it. */
final class TargetBuild {
  private static final String BUILDER = "TargetAssignmentBuilder";
  private static final Class<?> TYPE = ByType
      .first("org.apache.kafka.coordinator.group.modern." + BUILDER + "$ConsumerTargetAssignmentBuilder")
      .orElseGet(() -> WrittenGroup.moved(BUILDER));
  private static final Optional<Class<?>> VIEW =
      ByType.first("org.apache.kafka.coordinator.group.util.UpdatedMembersAndTargetAssignmentView");

  private final WrittenGroup group;
  private final Object builder;
  private final Map<String, Object> parts = new HashMap<>();

  TargetBuild(WrittenGroup group, int epoch, PartitionAssignor assignor) {
    this.group = group;
    builder = ByType.create(TYPE, "g", epoch, assignor);
  }

  /** Tells it the cluster's topics. */
  void know(MetadataImage image, Map<Uuid, TopicOfCluster> topics) {
    parts.put("withTopicsImage", image.topics());
    for (Method with : TYPE.getMethods()) {
      if (with.getName().equals("withMetadataImage")) {
        boolean bare = with.getParameterTypes()[0].isInstance(image);
        parts.put(with.getName(), bare ? image : wrapped(image));
      } else if (with.getName().equals("withSubscriptionMetadata")) {
        Map<String, Object> metadata = new HashMap<>();
        topics.forEach((id, topic) -> metadata.put(topic.name(), metadata(id, topic)));
        parts.put(with.getName(), metadata);
      }
    }
  }

  /**
   * The target, and the records.
   *
   * @param updated the member that comes, or says something new
   * @param removed the members that go
   */
  Map<String, Object> answer(
      SubscriptionType type, int now, Optional<GroupTargets.Subscriber> updated, List<String> removed) {
    HandClock clock = new HandClock();
    clock.set(now);
    parts.put("withTime", clock);
    parts.put("withSubscriptionType", type);
    parts.put("withInvertedTargetAssignment", group.get("invertedTargetAssignment"));
    Object changed = builder;
    if (VIEW.isPresent()) {
      Function<Object, Object> instance = member -> ByType.invoke(member, "instanceId");
      changed = ByType.create(
          VIEW.get(), group.get("members"), group.get("staticMembers"), group.get("targetAssignment"), instance);
    }
    Object view = changed;
    updated.ifPresent(member ->
        ByType.invoke(view, "addOrUpdateMember", member.id(), WrittenGroup.member(member)));
    removed.forEach(id -> ByType.invoke(view, "removeMember", id));
    parts.put("withMembers", VIEW.isPresent() ? ByType.invoke(view, "members") : group.get("members"));
    parts.put(
        "withTargetAssignment",
        VIEW.isPresent() ? ByType.invoke(view, "targetAssignment") : group.get("targetAssignment"));
    for (Method with : TYPE.getMethods()) {
      if (with.getName().equals("withStaticMembers")) {
        parts.put(with.getName(), group.get("staticMembers"));
      } else if (with.getName().equals("withResolvedRegularExpressions")) {
        parts.put(with.getName(), group.get("resolvedRegularExpressions"));
      }
    }
    for (Method with : TYPE.getMethods()) {
      if (parts.containsKey(with.getName())) {
        ByType.call(builder, with, parts.get(with.getName()));
      }
    }
    return written(ByType.invoke(builder, "build"));
  }

  private static Map<String, Object> written(Object result) {
    Map<String, Object> target = new HashMap<>();
    ((Map<?, ?>) ByType.invoke(result, "targetAssignment")).forEach((member, given) -> {
      Map<String, List<Integer>> partitions = new HashMap<>();
      ((MemberAssignment) given).partitions().forEach((topic, numbers) ->
          partitions.put(topic.toString(), numbers.stream().sorted().toList()));
      if (!partitions.isEmpty()) { // 3.8's range assignor leaves such members out itself
        target.put((String) member, partitions);
      }
    });
    List<Map<String, Object>> records = ((List<?>) ByType.invoke(result, "records")).stream()
        .map(record -> RecordJson.of(
            WrittenGroup.message(ByType.invoke(record, "key")), WrittenGroup.message(ByType.invoke(record, "value"))))
        .toList();
    return Map.of("target", target, "records", records);
  }

  /** A topic as the group remembers it, up to 4.0; up to 3.9 with the racks of its partitions. */
  private static Object metadata(Uuid id, TopicOfCluster topic) {
    Class<?> type = WrittenGroup.moved("TopicMetadata");
    return type.getConstructors()[0].getParameterCount() == 4
        ? ByType.create(type, id, topic.name(), topic.partitions(), Map.of())
        : ByType.create(type, id, topic.name(), topic.partitions());
  }

  private static Object wrapped(MetadataImage image) {
    return ByType.create(
        ByType.first("org.apache.kafka.coordinator.common.runtime.KRaftCoordinatorMetadataImage").orElseThrow(), image);
  }
}
