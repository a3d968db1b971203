package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupTargetAssignmentMemberValue;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupTargetAssignmentMemberValue.TopicPartition;

/** The target that the group coordinator's builder gives a consumer group, and the records that say so. */
final class GroupTargets {
  private GroupTargets() {}

  /**
   * A member.
   *
   * @param instance its group.instance.id, if it is a static one
   * @param topics the names that it subscribes to
   * @param regex the regular expression that it subscribes to
   * @param target what is written that it is to have
   */
  record Subscriber(
      String id,
      Optional<String> instance,
      List<String> topics,
      Optional<String> regex,
      Optional<ConsumerGroupTargetAssignmentMemberValue> target) {}

  static void register(Registry registry) {
    registry.operation("kafka.group.target", GroupTargets::read);
  }

  private static Operation.Call read(Input in) {
    Input told = in.field("assignor");
    Optional<Map<String, Map<Uuid, Set<Integer>>>> gives =
        Optional.of(told).filter(Input::isObject).map(own -> given(own.field("gives")));
    boolean range = gives.isEmpty() && told.text().equals("range");
    SubscriptionType type = SubscriptionType.valueOf(in.field("subscriptionType").text());
    int epoch = in.field("groupEpoch").int32();
    int now = in.field("now").int32();
    ClusterMetadata cluster = new ClusterMetadata();
    Map<Uuid, TopicOfCluster> topics = topics(in.field("topics"));
    topics.forEach((id, topic) ->
        cluster.topic(topic.name(), id, Collections.nCopies(topic.partitions(), List.of())));
    List<Subscriber> members = in.field("members").items().stream().map(GroupTargets::subscriber).toList();
    Optional<Subscriber> updated =
        Optional.of(in.field("updated")).filter(given -> !given.isNull()).map(GroupTargets::subscriber);
    List<String> removed = in.field("removed").items().stream().map(Input::text).toList();
    Map<String, List<String>> resolved = new LinkedHashMap<>();
    in.optional("resolved").ifPresent(given -> given.fields().forEach((regex, names) -> resolved.put(regex, texts(names))));
    return () -> {
      WrittenGroup group = new WrittenGroup();
      resolved.forEach(group::resolve);
      members.forEach(group::add);
      Optional<GivenAssignor> own = gives.map(GivenAssignor::new);
      PartitionAssignor assignor = range ? new RangeAssignor() : new UniformAssignor();
      TargetBuild build = new TargetBuild(group, epoch, own.map(PartitionAssignor.class::cast).orElse(assignor));
      build.know(cluster.image(), topics);
      Map<String, Object> answer = new HashMap<>(build.answer(type, now, updated, removed));
      own.ifPresent(asked -> answer.put("asked", asked.asked()));
      return answer;
    };
  }

  private static Map<Uuid, TopicOfCluster> topics(Input in) {
    Map<Uuid, TopicOfCluster> topics = new LinkedHashMap<>();
    in.fields().forEach((name, topic) ->
        topics.put(TopicIds.id(topic.field("id")), new TopicOfCluster(name, topic.field("partitions").int32())));
    return topics;
  }

  private static Subscriber subscriber(Input member) {
    return new Subscriber(
        member.field("id").text(),
        member.optional("instance").map(Input::text),
        texts(member.field("topics")),
        member.optional("regex").map(Input::text),
        member.optional("target").map(GroupTargets::written));
  }

  /** A target as it is written: in the order of the document. */
  private static ConsumerGroupTargetAssignmentMemberValue written(Input byId) {
    List<TopicPartition> topics = new ArrayList<>();
    byId.fields().forEach((id, numbers) -> topics.add(new TopicPartition()
        .setTopicId(Uuid.fromString(id))
        .setPartitions(numbers.items().stream().map(Input::int32).toList())));
    return new ConsumerGroupTargetAssignmentMemberValue().setTopicPartitions(topics);
  }

  /** By member what an assignor gives. */
  private static Map<String, Map<Uuid, Set<Integer>>> given(Input byMember) {
    Map<String, Map<Uuid, Set<Integer>>> given = new HashMap<>();
    byMember.fields().forEach((member, byId) -> {
      Map<Uuid, Set<Integer>> partitions = new HashMap<>();
      byId.fields().forEach((id, numbers) -> partitions.put(
          Uuid.fromString(id), numbers.items().stream().map(Input::int32).collect(Collectors.toSet())));
      given.put(member, partitions);
    });
    return given;
  }

  private static List<String> texts(Input names) {
    return names.items().stream().map(Input::text).toList();
  }
}
