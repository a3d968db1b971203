package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.modern.MemberState;
import org.apache.kafka.coordinator.group.modern.consumer.ConsumerGroupMember;

/** A member's next step, asked of the port; topics are named by their ids, what is subscribed by those there are. */
public final class Reconciled {
  private static final String OPERATION = "kafka.group.reconcile";

  private final ConsumerGroupMember member;
  private final CoordinatorMetadataImage image;
  private final Set<String> subscribed;
  private final Map<Uuid, Set<Integer>> target;
  private final BiFunction<Uuid, Integer, Integer> partitionEpoch;
  private final Map<String, Object> topics = new LinkedHashMap<>();

  public Reconciled(
      ConsumerGroupMember member,
      CoordinatorMetadataImage image,
      Set<String> subscribed,
      Map<Uuid, Set<Integer>> target,
      BiFunction<Uuid, Integer, Integer> partitionEpoch) {
    this.member = member;
    this.image = image;
    this.subscribed = subscribed;
    this.target = target;
    this.partitionEpoch = partitionEpoch;
  }

  /** The member after a heartbeat in which it said what it holds; null where it said nothing. */
  public ConsumerGroupMember at(int targetEpoch, List<TopicPartitions> owned, boolean subscriptionChanged) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("member", member());
    document.put("target", Map.of("epoch", targetEpoch, "partitions", target()));
    document.put("partitionEpochs", Partitions.document(epochs()));
    document.put("owned", owned == null ? null : owned(owned));
    document.put("subscriptionChanged", subscriptionChanged);
    document.put("topics", topics);
    return read(Python.object(Python.ask(OPERATION, document)));
  }

  private Map<String, Object> member() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("epoch", member.memberEpoch());
    fields.put("previousEpoch", member.previousMemberEpoch());
    fields.put("state", member.state().name());
    fields.put("topics", subscribed.stream().map(name ->
        image.topicMetadata(name).map(topic -> name(topic.id())).orElse(name)).toList());
    fields.put("assigned", named(member.assignedPartitions()));
    fields.put("revoking", named(member.partitionsPendingRevocation()));
    return fields;
  }

  private Map<String, Object> named(Map<Uuid, Map<Integer, Integer>> epochs) {
    epochs.keySet().forEach(this::name);
    return Partitions.document(epochs);
  }

  private Map<String, Object> target() {
    Map<String, Object> partitions = new LinkedHashMap<>();
    target.forEach((topic, numbers) -> partitions.put(name(topic), new ArrayList<>(numbers)));
    return partitions;
  }

  private Map<Uuid, Map<Integer, Integer>> epochs() {
    Map<Uuid, Map<Integer, Integer>> epochs = new HashMap<>();
    target.forEach((topic, numbers) -> {
      Map<Integer, Integer> ofTopic = new HashMap<>();
      numbers.forEach(number -> ofTopic.put(number, partitionEpoch.apply(topic, number)));
      epochs.put(topic, ofTopic);
    });
    return epochs;
  }

  private Map<String, Object> owned(List<TopicPartitions> owned) {
    Map<String, Object> partitions = new LinkedHashMap<>();
    owned.forEach(topic -> partitions.put(name(topic.topicId()), topic.partitions()));
    return partitions;
  }

  private String name(Uuid topic) {
    String id = topic.toString();
    topics.computeIfAbsent(id, name ->
        image.topicMetadata(topic).isPresent() ? Map.of("id", id) : Map.of("id", id, "deleted", true));
    return id;
  }

  private ConsumerGroupMember read(Map<String, Object> answer) {
    return new ConsumerGroupMember.Builder(member)
        .setMemberEpoch(((Number) answer.get("epoch")).intValue())
        .setPreviousMemberEpoch(((Number) answer.get("previousEpoch")).intValue())
        .setState(MemberState.valueOf((String) answer.get("state")))
        .setAssignedPartitions(Partitions.epochs(answer.get("assigned")))
        .setPartitionsPendingRevocation(Partitions.epochs(answer.get("revoking")))
        .build();
  }
}
