package io.jarparity.kafka.controller;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignablePartition;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignableTopic;
import org.apache.kafka.common.message.AlterPartitionRequestData;
import org.apache.kafka.common.message.BrokerHeartbeatRequestData;
import org.apache.kafka.common.message.BrokerRegistrationRequestData;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsAssignment;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableReplicaAssignment;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.ElectLeadersRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ApiError;
import org.apache.kafka.controller.DrivenController;
import org.apache.kafka.metadata.LeaderRecoveryState;
import org.apache.kafka.metadata.PartitionRegistration;

/** The one topic of a cluster, and what a step makes of it. */
final class HistoryTopic {
  private static final String NAME = "t";
  /** Errors whose text is the JVM's. */
  private static final Set<String> NOT_ITS_OWN = Set.of("NullPointerException", "IndexOutOfBoundsException");

  private final DrivenController controller;
  private final int minIsr;
  private final boolean unclean;
  private int partitions;
  private int incarnations;
  private Map<Integer, PartitionRegistration> before = Map.of();

  /** Brokers are registered and live; there is no topic. */
  HistoryTopic(String metadata, boolean elr, int minIsr, boolean unclean, List<Integer> brokers) {
    controller = new DrivenController(metadata, elr);
    this.minIsr = minIsr;
    this.unclean = unclean;
    for (int broker : brokers) {
      controller.register(registration(broker, true));
      controller.heartbeat(beat(broker, false, false));
    }
  }

  Map<String, Object> create(List<List<Integer>> replicas) {
    CreatableTopic topic = new CreatableTopic().setName(NAME).setNumPartitions(-1).setReplicationFactor((short) -1);
    for (int partition = 0; partition < replicas.size(); partition++) {
      add(topic.assignments(),
          new CreatableReplicaAssignment().setPartitionIndex(partition).setBrokerIds(replicas.get(partition)));
    }
    settings(OptionalInt.of(minIsr), Optional.of(unclean)).forEach((name, value) ->
        add(topic.configs(), new CreatableTopicConfig().setName(name).setValue(value)));
    CreateTopicsRequestData request = new CreateTopicsRequestData();
    add(request.topics(), topic);
    partitions = Math.max(partitions, replicas.size());
    return after(step -> controller.create(request).topics().forEach(created ->
        step.refuse(Errors.forCode(created.errorCode()), created.errorMessage())));
  }

  /** Adds partitions; without a count there shall be as many as there are, and these. */
  Map<String, Object> grow(List<List<Integer>> replicas, OptionalInt count) {
    CreatePartitionsTopic topic = new CreatePartitionsTopic()
        .setName(NAME)
        .setCount(count.orElse(before.size() + replicas.size()))
        .setAssignments(replicas.stream().map(of -> new CreatePartitionsAssignment().setBrokerIds(of)).toList());
    partitions = Math.max(partitions, before.size() + replicas.size());
    return after(step -> controller.grow(List.of(topic)).forEach(grown ->
        step.refuse(Errors.forCode(grown.errorCode()), grown.errorMessage())));
  }

  Map<String, Object> reassign(List<ControllerHistories.Target> targets, Optional<Boolean> factorChange) {
    ReassignableTopic topic = new ReassignableTopic().setName(NAME);
    targets.forEach(target -> topic.partitions().add(
        new ReassignablePartition().setPartitionIndex(target.partition()).setReplicas(target.replicas())));
    AlterPartitionReassignmentsRequestData request =
        new AlterPartitionReassignmentsRequestData().setTopics(List.of(topic));
    factorChange.ifPresent(allowed -> allowFactorChange(request, allowed));
    return after(step -> controller.reassign(request).responses().forEach(response ->
        response.partitions().forEach(answered ->
            step.refuse(answered.partitionIndex(), Errors.forCode(answered.errorCode()), answered.errorMessage()))));
  }

  /** Releases from 4.1 on carry it. */
  private static void allowFactorChange(AlterPartitionReassignmentsRequestData request, boolean allowed) {
    try {
      request.getClass().getMethod("setAllowReplicationFactorChange", boolean.class).invoke(request, allowed);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException missing) {
      throw new IllegalStateException("this release's requests don't say whether the factor may change", missing);
    }
  }

  /**
   * A leader's request.
   *
   * @param outdated brokers of the ISR that the leader knows by an epoch that is over
   */
  Map<String, Object> isr(
      int partition, List<Integer> isr, boolean recovering, List<Integer> outdated, ControllerHistories.Told told) {
    PartitionRegistration known = before.get(partition);
    int leader = told.leader().orElse(known == null ? -1 : known.leader);
    AlterPartitionRequestData.PartitionData data = new AlterPartitionRequestData.PartitionData()
        .setPartitionIndex(partition)
        .setLeaderEpoch(told.leaderEpoch().orElse(known == null ? 0 : known.leaderEpoch))
        .setPartitionEpoch(told.partitionEpoch().orElse(known == null ? 0 : known.partitionEpoch))
        .setLeaderRecoveryState((recovering ? LeaderRecoveryState.RECOVERING : LeaderRecoveryState.RECOVERED).value());
    List<AlterPartitionRequestData.BrokerState> brokers = new ArrayList<>();
    for (int broker : isr) {
      long epoch = controller.epoch(broker) - (outdated.contains(broker) ? 1 : 0);
      brokers.add(new AlterPartitionRequestData.BrokerState().setBrokerId(broker).setBrokerEpoch(epoch));
    }
    AlterPartitionRequestData.TopicData topic = new AlterPartitionRequestData.TopicData()
        .setTopicId(controller.topic(NAME).orElse(Uuid.ZERO_UUID))
        .setPartitions(List.of(data.setNewIsrWithEpochs(brokers)));
    AlterPartitionRequestData request = new AlterPartitionRequestData()
        .setBrokerId(leader)
        .setBrokerEpoch(controller.epoch(leader))
        .setTopics(List.of(topic));
    return after(step -> controller.alterPartition(request).topics().forEach(answered ->
        answered.partitions().forEach(of -> step.refuse(of.partitionIndex(), Errors.forCode(of.errorCode()), null))));
  }

  Map<String, Object> heartbeat(int broker, boolean fence, boolean shutDown) {
    return after(step -> controller.heartbeat(beat(broker, fence, shutDown)));
  }

  private BrokerHeartbeatRequestData beat(int broker, boolean fence, boolean shutDown) {
    return new BrokerHeartbeatRequestData()
        .setBrokerId(broker)
        .setBrokerEpoch(controller.epoch(broker))
        .setWantFence(fence)
        .setWantShutDown(shutDown);
  }

  /** A broker comes up anew, with the directory that it had. */
  Map<String, Object> register(int broker, boolean cleanly) {
    return after(step -> controller.register(registration(broker, cleanly)));
  }

  private BrokerRegistrationRequestData registration(int broker, boolean cleanly) {
    incarnations++;
    return new BrokerRegistrationRequestData()
        .setBrokerId(broker)
        .setIncarnationId(new Uuid(1, incarnations))
        .setLogDirs(List.of(new Uuid(2, broker)))
        .setPreviousBrokerEpoch(cleanly ? controller.epoch(broker) : -1);
  }

  Map<String, Object> unregister(int broker) {
    return after(step -> controller.unregister(broker));
  }

  Map<String, Object> elect(boolean uncleanly, Optional<List<Integer>> elected) {
    ElectLeadersRequestData request = new ElectLeadersRequestData()
        .setElectionType((uncleanly ? ElectionType.UNCLEAN : ElectionType.PREFERRED).value)
        .setTopicPartitions(null);
    elected.ifPresent(numbers -> {
      ElectLeadersRequestData.TopicPartitionsCollection topics = new ElectLeadersRequestData.TopicPartitionsCollection();
      add(topics, new ElectLeadersRequestData.TopicPartitions().setTopic(NAME).setPartitions(numbers));
      request.setTopicPartitions(topics);
    });
    return after(step -> controller.elect(request).replicaElectionResults().forEach(answered ->
        answered.partitionResult().forEach(of ->
            step.refuse(of.partitionId(), Errors.forCode(of.errorCode()), of.errorMessage()))));
  }

  Map<String, Object> balance() {
    return after(step -> controller.balance());
  }

  Map<String, Object> electUncleanly() {
    return after(step -> controller.electUncleanly());
  }

  Map<String, Object> configure(OptionalInt minIsr, Optional<Boolean> unclean) {
    return after(step -> {
      ApiError wrong = controller.configure(NAME, settings(minIsr, unclean));
      step.refuse(wrong.error(), wrong.message());
    });
  }

  Map<String, Object> list() {
    return after(step -> {
      List<Object> listed = new ArrayList<>();
      controller.reassigning().topics().forEach(topic -> topic.partitions().forEach(of -> listed.add(Map.of(
          "partition", of.partitionIndex(),
          "replicas", List.copyOf(of.replicas()),
          "adding", List.copyOf(of.addingReplicas()),
          "removing", List.copyOf(of.removingReplicas())))));
      step.answer.put("reassigning", listed);
    });
  }

  private static Map<String, String> settings(OptionalInt minIsr, Optional<Boolean> unclean) {
    Map<String, String> settings = new HashMap<>();
    minIsr.ifPresent(number -> settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, String.valueOf(number)));
    unclean.ifPresent(is -> settings.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, String.valueOf(is)));
    return settings;
  }

  /** What a step refuses, and by number the partitions that it has written anew. */
  private Map<String, Object> after(Consumer<Answered> made) {
    Answered step = new Answered();
    try {
      made.accept(step);
    } catch (RuntimeException failed) {
      String kind = failed.getClass().getSimpleName();
      step.answer.put("error", error(kind, NOT_ITS_OWN.contains(kind) ? null : failed.getMessage()));
    }
    Map<Integer, PartitionRegistration> now = controller.partitions(NAME, partitions);
    Map<String, Object> changed = new LinkedHashMap<>();
    now.forEach((partition, registration) -> {
      if (registration != before.get(partition)) {
        changed.put(String.valueOf(partition), PartitionJson.of(registration));
      }
    });
    before = now;
    step.answer.put("partitions", changed);
    if (!step.refused.isEmpty()) {
      step.answer.put("refused", step.refused);
    }
    return step.answer;
  }

  /** Adds to a collection whose base class has another name from 4.4 on. */
  private static <T> void add(Collection<T> elements, T element) {
    elements.add(element);
  }

  private static Map<String, Object> error(String kind, String message) {
    Map<String, Object> error = new HashMap<>();
    error.put("kind", kind);
    error.put("message", message);
    return error;
  }

  /** A step's answer, while it is made. */
  private static final class Answered {
    private final Map<String, Object> answer = new HashMap<>();
    private final List<Object> refused = new ArrayList<>();

    /** What is said of the topic. */
    private void refuse(Errors error, String message) {
      if (error != Errors.NONE) {
        answer.put("error", error(error.exception().getClass().getSimpleName(), message));
      }
    }

    /** What is said of a partition. */
    private void refuse(int partition, Errors error, String message) {
      if (error != Errors.NONE) {
        Map<String, Object> told = error(error.exception().getClass().getSimpleName(), message);
        told.put("partition", partition);
        refused.add(told);
      }
    }
  }
}
