package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;

/** A group on its way to the port, which says what an assignor is to be asked of it, and what comes of the answer. */
public final class AskedTarget {
  private static final String OPERATION = "kafka.group.target";

  /** A member: the names that it subscribes to, what its regular expression matches, and its instance id. */
  public record Subscriber(Set<String> names, Map<String, Set<String>> matched, Optional<String> instance) {}

  /** What the assignor is to be asked of a member. */
  public record Question(Set<Uuid> topics, Map<Uuid, Set<Integer>> target) {}

  /** What comes of the assignor's answer: targets, and records in their order. */
  public interface Answer {
    /** What a member is to have. */
    void gives(String member, Map<Uuid, Set<Integer>> partitions);

    /** A record of a member's target. */
    void writes(String member, Map<Uuid, Set<Integer>> partitions);

    /** A record of the target's epoch. */
    void writes(int epoch, long timestamp);
  }

  private final CoordinatorMetadataImage image;
  private final long time;
  private final Map<String, Object> document = new LinkedHashMap<>();
  private final List<Object> members = new ArrayList<>();
  private final List<Object> removed = new ArrayList<>();
  private final Map<String, Object> topics = new LinkedHashMap<>();
  private final Map<String, Object> resolved = new LinkedHashMap<>();

  public AskedTarget(CoordinatorMetadataImage image, int epoch, SubscriptionType type, long time) {
    this.image = image;
    this.time = time;
    document.put("topics", topics);
    document.put("groupEpoch", epoch);
    document.put("subscriptionType", type.name());
    document.put("members", members);
    document.put("updated", null);
    document.put("removed", removed);
    document.put("now", now());
    document.put("resolved", resolved);
  }

  /** The group has this member, and its target if it has one. */
  public void has(String id, Subscriber subscriber, Optional<Map<Uuid, Set<Integer>>> target) {
    Map<String, Object> member = member(id, subscriber);
    target.ifPresent(partitions -> member.put("target", byId(partitions)));
    members.add(member);
  }

  /** A member comes, or says something new; it goes where there is none. */
  public void changes(String id, Optional<Subscriber> subscriber) {
    if (subscriber.isEmpty()) {
      removed.add(id);
    } else if (document.put("updated", member(id, subscriber.get())) != null) {
      throw new IllegalStateException("one member at a time comes, or says something new");
    }
  }

  /** By member what the assignor is to be asked. */
  public Map<String, Question> question() {
    Map<String, Question> question = new LinkedHashMap<>();
    for (Object asked : (List<?>) ask(Map.of()).get("asked")) {
      Map<String, Object> member = Python.object(asked);
      Set<Uuid> ids = new HashSet<>();
      ((List<?>) member.get("topics")).forEach(topic -> ids.add(Uuid.fromString((String) topic)));
      question.put((String) member.get("id"), new Question(ids, Partitions.byId(member.get("target"))));
    }
    return question;
  }

  /** What the port makes of what the assignor gives. */
  public void answer(GroupAssignment given, Answer answer) {
    Map<String, Object> gives = new LinkedHashMap<>();
    given.members().forEach((member, assigned) -> gives.put(member, byId(assigned.partitions())));
    Map<String, Object> told = ask(gives);
    // Who gets nothing is in Kafka's map all the same, if the assignor names it.
    given.members().keySet().forEach(member -> answer.gives(member, Map.of()));
    Python.object(told.get("target")).forEach((member, of) -> answer.gives(member, Partitions.byId(of)));
    for (Object written : (List<?>) told.get("records")) {
      Map<String, Object> record = Python.object(written);
      Map<String, Object> value = Python.object(record.get("value"));
      if (record.get("type").equals("ConsumerGroupTargetAssignmentMember")) {
        String member = (String) Python.object(record.get("key")).get("memberId");
        answer.writes(member, Partitions.byId(value.get("topicPartitions")));
      } else {
        answer.writes(((Number) value.get("assignmentEpoch")).intValue(), timestamp(value.get("assignmentTimestamp")));
      }
    }
  }

  private Map<String, Object> ask(Map<String, Object> gives) {
    document.put("assignor", Map.of("gives", gives));
    return Python.object(Python.ask(OPERATION, document));
  }

  /** A time of 32 bits in place of the clock's, which an input has no room for. */
  private int now() {
    return (int) (time % Integer.MAX_VALUE);
  }

  private long timestamp(Object written) {
    long told = written == null ? 0 : Long.parseLong((String) written);
    return told == now() ? time : told;
  }

  private Map<String, Object> member(String id, Subscriber subscriber) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("topics", new ArrayList<>(subscriber.names()));
    subscriber.instance().ifPresent(instance -> fields.put("instance", instance));
    subscriber.names().forEach(this::know);
    subscriber.matched().forEach((regex, names) -> {
      fields.put("regex", regex);
      resolved.put(regex, new ArrayList<>(names));
      names.forEach(this::know);
    });
    return fields;
  }

  private void know(String name) {
    image.topicMetadata(name).ifPresent(topic ->
        topics.put(name, Map.of("id", topic.id().toString(), "partitions", topic.partitionCount())));
  }

  private static Map<String, Object> byId(Map<Uuid, Set<Integer>> partitions) {
    Map<String, Object> byId = new LinkedHashMap<>();
    partitions.forEach((topic, numbers) -> byId.put(topic.toString(), new ArrayList<>(numbers)));
    return byId;
  }
}
