package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * A group's history: members come and go, subscribe to other topics, topics grow, and now and then the group
 * rebalances. Every member has an assignor of its own that remembers what it was told.
 */
final class Rebalances {
  /** A step of the history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    void make(Rebalances group) throws Throwable;
  }

  private final String assignor;
  private final boolean observesUserData;
  private final Map<String, Integer> topics;
  private final Map<String, Participant> members = new LinkedHashMap<>();
  private final List<Object> observations = new ArrayList<>();
  private int generation;

  private Rebalances(String assignor, boolean observesUserData, Map<String, Integer> topics) {
    this.assignor = assignor;
    this.observesUserData = observesUserData;
    this.topics = new LinkedHashMap<>(topics);
  }

  /** Reads a history; each step must be possible after those before. */
  static Operation.Call read(Input in) {
    Input assignor = in.field("assignor");
    if (!GroupApi.assignors().contains(assignor.text())) {
      throw assignor.expected("one of " + GroupApi.assignors().stream().sorted().toList());
    }
    boolean observesUserData = SubscriptionData.given(in, "userData").map(Input::bool).orElse(false);
    Reader reader = new Reader();
    in.field("topics").fields().forEach((name, count) -> reader.topics.put(name, Topics.count(count)));
    Map<String, Integer> topics = new LinkedHashMap<>(reader.topics);
    List<Step> steps = in.field("steps").items().stream().map(reader::step).toList();
    return () -> {
      Rebalances group = new Rebalances(assignor.text(), observesUserData, topics);
      for (Step step : steps) {
        step.make(group);
      }
      return group.observations;
    };
  }

  /** Reads steps, and follows who is there and how large each topic is. */
  private static final class Reader {
    private final Map<String, Integer> topics = new LinkedHashMap<>();
    private final Set<String> members = new LinkedHashSet<>();

    Step step(Input step) {
      String op = step.field("op").text();
      return switch (op) {
        case "join" -> join(step);
        case "leave" -> {
          String member = present(step.field("member"));
          members.remove(member);
          yield group -> group.members.remove(member);
        }
        case "subscribe" -> {
          String member = present(step.field("member"));
          Set<String> subscribed = subscribed(step);
          yield group -> group.members.get(member).topics = subscribed;
        }
        case "addPartitions" -> addPartitions(step);
        case "addTopic" -> addTopic(step);
        case "rebalance" -> Rebalances::rebalance;
        default -> throw step.field("op").expected(
            "one of addPartitions, addTopic, join, leave, rebalance, subscribe");
      };
    }

    private Step join(Input step) {
      String member = step.field("member").text();
      if (!members.add(member)) {
        throw step.field("member").expected("a member that is not in the group");
      }
      Set<String> subscribed = subscribed(step);
      Optional<Input> instance = SubscriptionData.given(step, "instance");
      if (instance.isPresent() && !Subscriptions.features().owned()) {
        throw instance.get().expected("absent: there are static members from 2.4 on");
      }
      Optional<String> id = instance.map(Input::text);
      return group -> group.members.put(member, new Participant(GroupApi.assignor(group.assignor), subscribed, id));
    }

    private Step addPartitions(Input step) {
      String topic = step.field("topic").text();
      int count = Topics.count(step.field("partitions"));
      if (!topics.containsKey(topic)) {
        throw step.field("topic").expected("a topic that exists");
      }
      if (count < topics.get(topic)) {
        throw step.field("partitions").expected("at least the " + topics.get(topic) + " that the topic has");
      }
      topics.put(topic, count);
      return group -> group.topics.put(topic, count);
    }

    private Step addTopic(Input step) {
      String topic = step.field("topic").text();
      int count = Topics.count(step.field("partitions"));
      if (topics.putIfAbsent(topic, count) != null) {
        throw step.field("topic").expected("a topic that does not exist yet");
      }
      return group -> group.topics.put(topic, count);
    }

    private String present(Input member) {
      if (!members.contains(member.text())) {
        throw member.expected("a member of the group");
      }
      return member.text();
    }

    private static Set<String> subscribed(Input step) {
      Set<String> topics = new LinkedHashSet<>();
      for (Input topic : step.field("topics").items()) {
        if (!topics.add(topic.text())) {
          throw topic.expected("a topic that is not listed twice: a consumer subscribes to a set");
        }
      }
      return topics;
    }
  }

  /** A member of the group: one assignor from its joining to its leaving. */
  private static final class Participant {
    private final Assignor assignor;
    private final Optional<String> instance;
    private Set<String> topics;
    private List<TopicPartition> last = List.of();
    private int generation = SubscriptionData.NO_GENERATION;

    Participant(Assignor assignor, Set<String> topics, Optional<String> instance) {
      this.assignor = assignor;
      this.topics = topics;
      this.instance = instance;
    }

    SubscriptionData subscription() {
      ByteBuffer userData = assignor.userData(topics);
      List<TopicPartition> owned =
          isCooperative() ? last.stream().filter(tp -> topics.contains(tp.topic())).toList() : List.of();
      return new SubscriptionData(
          List.copyOf(topics), Bytes.of(userData), instance, owned, generation, Optional.empty());
    }

    void tell(AssignmentData given, int told) throws Throwable {
      last = new ArrayList<>(given.partitions());
      generation = told;
      AssignmentData copy = new AssignmentData(new ArrayList<>(given.partitions()), null);
      assignor.onAssignment(copy, "group", told, "member", Optional.empty());
    }

    /** Whether it keeps its partitions through a rebalance. */
    private boolean isCooperative() {
      List<String> protocols = assignor.supportedProtocols();
      return protocols != null && protocols.contains("COOPERATIVE");
    }
  }

  private void rebalance() throws Throwable {
    generation++;
    Map<String, Object> userData = new LinkedHashMap<>();
    List<Member> group = new ArrayList<>();
    for (Map.Entry<String, Participant> member : members.entrySet()) {
      SubscriptionData subscription = member.getValue().subscription();
      userData.put(member.getKey(), Bytes.json(subscription.userData()));
      group.add(new Member(member.getKey(), subscription));
    }
    Map<String, Object> observation = new LinkedHashMap<>();
    Map<String, AssignmentData> assigned = Map.of();
    try {
      if (!group.isEmpty()) {
        Cluster cluster = Topics.of(topics);
        Assignor leader = members.values().iterator().next().assignor;
        assigned = TimeLimit.assign(assignor, leader, cluster, group);
      }
      observation.put("assignment", GroupOperations.json(assigned));
    } catch (RuntimeException thrown) { // the original's; Errors, such as a class that can't be linked, are not its answer
      observation.put("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
    if (observation.containsKey("assignment")) {
      for (Map.Entry<String, Participant> member : members.entrySet()) {
        member.getValue().tell(assigned.get(member.getKey()), generation);
      }
    }
    if (observesUserData) {
      observation.put("userData", userData);
      observations.add(observation);
    } else {
      observations.add(observation.getOrDefault("assignment", observation));
    }
  }
}
