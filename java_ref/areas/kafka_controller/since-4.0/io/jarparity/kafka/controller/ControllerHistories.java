package io.jarparity.kafka.controller;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What becomes of a topic's partitions, step by step, under a controller that is asked what clients and brokers ask. */
final class ControllerHistories {
  private ControllerHistories() {}

  /** A step of a history, ready to be made. */
  @FunctionalInterface
  private interface Step {
    Map<String, Object> make(HistoryTopic topic);
  }

  static void register(Registry registry) {
    registry.operation("kafka.controller.reassignment", ControllerHistories::read);
  }

  private static Operation.Call read(Input in) {
    String metadata = in.field("metadataVersion").text();
    boolean elr = in.field("eligibleLeaderReplicas").bool();
    int minIsr = in.field("minInsyncReplicas").int32();
    boolean unclean = in.field("unclean").bool();
    List<Integer> brokers = ints(in.field("brokers"));
    List<Step> steps = in.field("steps").items().stream().map(ControllerHistories::step).toList();
    return () -> {
      HistoryTopic topic = new HistoryTopic(metadata, elr, minIsr, unclean, brokers);
      return steps.stream().map(step -> step.make(topic)).toList();
    };
  }

  private static Step step(Input step) {
    switch (step.field("op").text()) {
      case "create":
        List<List<Integer>> partitions = step.field("partitions").items().stream().map(ControllerHistories::ints).toList();
        return topic -> topic.create(partitions);
      case "grow":
        List<List<Integer>> added = step.field("partitions").items().stream().map(ControllerHistories::ints).toList();
        OptionalInt count = number(step, "count");
        return topic -> topic.grow(added, count);
      case "reassign":
        List<Target> targets = new ArrayList<>();
        for (Input target : step.field("targets").items()) {
          Input replicas = target.field("replicas");
          targets.add(new Target(target.field("partition").int32(), replicas.isNull() ? null : ints(replicas)));
        }
        Optional<Boolean> factorChange = step.optional("allowFactorChange").map(Input::bool);
        return topic -> topic.reassign(targets, factorChange);
      case "isr":
        return isr(step);
      case "heartbeat":
        int living = step.field("broker").int32();
        boolean fence = flag(step, "fence");
        boolean shutDown = flag(step, "shutDown");
        return topic -> topic.heartbeat(living, fence, shutDown);
      case "register":
        int registered = step.field("broker").int32();
        boolean clean = flag(step, "cleanly");
        return topic -> topic.register(registered, clean);
      case "unregister":
        int gone = step.field("broker").int32();
        return topic -> topic.unregister(gone);
      case "elect":
        boolean unclean = flag(step, "unclean");
        Optional<List<Integer>> elected = step.optional("partitions").map(ControllerHistories::ints);
        return topic -> topic.elect(unclean, elected);
      case "balance":
        return HistoryTopic::balance;
      case "elect-offline":
        return HistoryTopic::electUncleanly;
      case "config":
        OptionalInt minIsr = number(step, "minInsyncReplicas");
        Optional<Boolean> uncleanly = step.optional("unclean").map(Input::bool);
        return topic -> topic.configure(minIsr, uncleanly);
      case "list":
        return HistoryTopic::list;
      default:
        throw step.field("op").expected("a step's name");
    }
  }

  private static Step isr(Input step) {
    int partition = step.field("partition").int32();
    List<Integer> isr = ints(step.field("isr"));
    boolean recovering = flag(step, "recovering");
    OptionalInt leader = number(step, "leader");
    OptionalInt leaderEpoch = number(step, "leaderEpoch");
    OptionalInt partitionEpoch = number(step, "partitionEpoch");
    List<Integer> outdated = step.optional("outdated").map(ControllerHistories::ints).orElse(List.of());
    return topic -> topic.isr(partition, isr, recovering, outdated, new Told(leader, leaderEpoch, partitionEpoch));
  }

  private static boolean flag(Input step, String name) {
    return step.optional(name).map(Input::bool).orElse(false);
  }

  private static OptionalInt number(Input step, String name) {
    Optional<Input> number = step.optional(name);
    return number.isPresent() ? OptionalInt.of(number.get().int32()) : OptionalInt.empty();
  }

  private static List<Integer> ints(Input in) {
    return in.items().stream().map(Input::int32).toList();
  }

  /**
   * What is wanted of a partition.
   *
   * @param replicas null where a reassignment is to be taken back
   */
  record Target(int partition, List<Integer> replicas) {}

  /** What a leader thinks that it is; what is left out is as the controller has it. */
  record Told(OptionalInt leader, OptionalInt leaderEpoch, OptionalInt partitionEpoch) {}
}
