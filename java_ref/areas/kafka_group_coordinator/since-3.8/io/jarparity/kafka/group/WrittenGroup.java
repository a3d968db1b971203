package io.jarparity.kafka.group;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.coordinator.group.generated.ConsumerGroupMemberMetadataValue;
import org.apache.kafka.coordinator.group.metrics.GroupCoordinatorMetricsShard;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.timeline.SnapshotRegistry;

/** The original's consumer group, as it is when its records have been read: each is written and read by the original. */
final class WrittenGroup {
  private static final String PACKAGE = "org.apache.kafka.coordinator.group.";
  private static final String ID = "g";
  private static final Class<?> RECORDS =
      ByType.first(PACKAGE + "GroupCoordinatorRecordHelpers", PACKAGE + "CoordinatorRecordHelpers").orElseThrow();
  private static final boolean NAMED_ANEW = RECORDS.getSimpleName().startsWith("Group");
  private static final Class<?> MEMBER = moved("consumer.ConsumerGroupMember$Builder");
  private static final Class<?> TARGET = moved("Assignment");

  private final Object group;

  WrittenGroup() {
    Class<?> words = ByType.first(
        "org.apache.kafka.common.utils.LogContext", "org.apache.kafka.common.utils.internals.LogContext").orElseThrow();
    Object context = ByType.construct(words);
    SnapshotRegistry registry = (SnapshotRegistry) ByType.construct(SnapshotRegistry.class, context);
    GroupCoordinatorMetricsShard metrics =
        new GroupCoordinatorMetricsShard(registry, Map.of(), new TopicPartition("__consumer_offsets", 0));
    group = ByType.construct(moved("consumer.ConsumerGroup"), context, registry, ID, metrics);
  }

  /** A class that is in {@code modern} since 3.9, beside others' before. */
  static Class<?> moved(String name) {
    return ByType.first(PACKAGE + "modern." + name, PACKAGE + name, PACKAGE + "consumer." + name).orElseThrow();
  }

  /** A record's key or value; in some releases it has its version beside it. */
  static Message message(Object written) {
    return written instanceof ApiMessageAndVersion versioned ? versioned.message() : (Message) written;
  }

  /** Adds what a regular expression matches. */
  void resolve(String regex, List<String> names) {
    Class<?> type = moved("consumer.ResolvedRegularExpression");
    Object matched = ByType.create(type, new HashSet<>(names), 1L, 1L);
    Message value = value("newConsumerGroupRegularExpressionRecord", ID, regex, matched);
    List<?> read = (List<?>) ByType.invoke(value, "topics");
    Object known = ByType.create(type, new HashSet<>(read), 1L, 1L);
    ByType.invoke(group, "updateResolvedRegularExpression", regex, known);
  }

  /** Adds a member, and its target if it has one. */
  void add(GroupTargets.Subscriber subscriber) {
    String written = NAMED_ANEW ? "newConsumerGroupMemberSubscriptionRecord" : "newMemberSubscriptionRecord";
    Message told = value(written, ID, member(subscriber));
    Object builder = ByType.create(MEMBER, subscriber.id());
    ByType.invoke(builder, "updateWith", (ConsumerGroupMemberMetadataValue) told);
    ByType.invoke(group, "updateMember", ByType.invoke(builder, "build"));
    subscriber.target().ifPresent(target -> ByType.invoke(
        group, "updateTargetAssignment", subscriber.id(), ByType.invokeStatic(TARGET, "fromRecord", target)));
  }

  /** The original's member. */
  static Object member(GroupTargets.Subscriber subscriber) {
    Object builder = ByType.create(MEMBER, subscriber.id());
    subscriber.instance().ifPresent(instance -> ByType.invoke(builder, "setInstanceId", instance));
    ByType.invoke(builder, "setSubscribedTopicNames", subscriber.topics());
    subscriber.regex().ifPresent(regex -> ByType.invoke(builder, "setSubscribedTopicRegex", regex));
    return ByType.invoke(builder, "build");
  }

  /** What the group's method of that name gives. */
  Object get(String name) {
    return ByType.invoke(group, name);
  }

  private static Message value(String record, Object... arguments) {
    return message(ByType.invoke(ByType.invokeStatic(RECORDS, record, arguments), "value"));
  }
}
