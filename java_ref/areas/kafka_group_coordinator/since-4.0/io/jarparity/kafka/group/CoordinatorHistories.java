package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;

/** What a group coordinator answers and writes, step by step, with no broker. */
final class CoordinatorHistories {
  private CoordinatorHistories() {}

  /** A step of a history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    Map<String, Object> make(HistoryCoordinator coordinator);
  }

  static void register(Registry registry) {
    registry.operation("kafka.group.coordinator", CoordinatorHistories::read);
  }

  private static Operation.Call read(Input in) {
    Map<String, Object> settings = settings(in);
    Map<Uuid, TopicOfCluster> topics = topics(in.field("topics"));
    List<Step> steps = new ArrayList<>();
    in.field("steps").items().forEach(step -> steps.add(step(step)));
    return () -> {
      HistoryCoordinator coordinator = new HistoryCoordinator(settings, topics);
      return steps.stream().map(step -> step.make(coordinator)).toList();
    };
  }

  private static Map<String, Object> settings(Input in) {
    Map<String, Object> settings = new HashMap<>();
    settings.put("group.consumer.assignors", in.field("assignors").items().stream().map(Input::text).toList());
    Input config = in.field("config");
    settings.put("group.consumer.session.timeout.ms", config.field("sessionTimeoutMs").int32());
    settings.put("group.consumer.min.session.timeout.ms", 2);
    settings.put("group.consumer.max.session.timeout.ms", Integer.MAX_VALUE);
    settings.put("group.consumer.heartbeat.interval.ms", config.field("heartbeatIntervalMs").int32());
    settings.put("group.consumer.min.heartbeat.interval.ms", 1);
    settings.put("group.consumer.max.heartbeat.interval.ms", Integer.MAX_VALUE);
    settings.put("group.consumer.max.size", config.field("maxSize").int32());
    settings.put("group.consumer.assignment.interval.ms", config.field("assignmentIntervalMs").int32());
    settings.put("group.consumer.max.assignment.interval.ms", Integer.MAX_VALUE);
    return settings;
  }

  private static Map<Uuid, TopicOfCluster> topics(Input in) {
    Map<Uuid, TopicOfCluster> topics = new LinkedHashMap<>();
    in.fields().forEach((name, topic) ->
        topics.put(TopicIds.id(topic.field("id")), new TopicOfCluster(name, topic.field("partitions").int32())));
    return topics;
  }

  private static Step step(Input step) {
    switch (step.field("op").text()) {
      case "heartbeat":
        ConsumerGroupHeartbeatRequestData request = request(step);
        boolean goesOn = step.optional("epoch").isEmpty();
        Optional<Input> owned = step.optional("owned");
        boolean owns = owned.isPresent() && !owned.get().isObject();
        owned.filter(Input::isObject).ifPresent(said -> request.setTopicPartitions(owned(said)));
        boolean lost = step.optional("lost").map(Input::bool).orElse(false);
        return coordinator -> coordinator.heartbeat(coordinator.told().complete(request, goesOn, owns), lost);
      case "sleep":
        int time = step.field("ms").int32();
        return coordinator -> coordinator.sleep(time);
      case "topics":
        Map<Uuid, TopicOfCluster> topics = topics(step.field("topics"));
        return coordinator -> coordinator.topics(topics);
      case "tasks":
        return HistoryCoordinator::tasks;
      case "restart":
        int read = step.optional("compactedFrom").map(Input::int32).orElse(Integer.MAX_VALUE);
        return coordinator -> coordinator.restart(read);
      default:
        throw step.field("op").expected("heartbeat, sleep, topics, tasks or restart");
    }
  }

  private static ConsumerGroupHeartbeatRequestData request(Input step) {
    ConsumerGroupHeartbeatRequestData request = new ConsumerGroupHeartbeatRequestData()
        .setGroupId("g")
        .setMemberId(step.field("member").text())
        .setMemberEpoch(step.optional("epoch").map(Input::int32).orElse(0));
    step.optional("instance").ifPresent(id -> request.setInstanceId(id.text()));
    step.optional("rack").ifPresent(rack -> request.setRackId(rack.text()));
    step.optional("timeoutMs").ifPresent(time -> request.setRebalanceTimeoutMs(time.int32()));
    step.optional("topics").ifPresent(names ->
        request.setSubscribedTopicNames(names.items().stream().map(Input::text).toList()));
    step.optional("regex").ifPresent(regex -> request.setSubscribedTopicRegex(regex.text()));
    step.optional("assignor").ifPresent(assignor -> request.setServerAssignor(assignor.text()));
    return request;
  }

  private static List<TopicPartitions> owned(Input owned) {
    List<TopicPartitions> read = new ArrayList<>();
    owned.fields().forEach((id, partitions) -> read.add(new TopicPartitions()
        .setTopicId(Uuid.fromString(id))
        .setPartitions(partitions.items().stream().map(Input::int32).toList())));
    return read;
  }
}
