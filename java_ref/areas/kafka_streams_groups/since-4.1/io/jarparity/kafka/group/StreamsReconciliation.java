package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.coordinator.group.streams.CurrentAssignmentBuilder;
import org.apache.kafka.coordinator.group.streams.MemberState;
import org.apache.kafka.coordinator.group.streams.StreamsGroupMember;
import org.apache.kafka.coordinator.group.streams.TasksTuple;

/** An input of {@code kafka.group.reconcile-streams}. */
record StreamsReconciliation(
    String process,
    int epoch,
    int previousEpoch,
    String state,
    Roles assigned,
    Roles revoking,
    int targetEpoch,
    TasksTuple target,
    Map<String, Map<Integer, String>> active,
    Map<String, Map<Integer, Set<String>>> standby,
    Map<String, Map<Integer, Set<String>>> warmup,
    TasksTuple owned) {

  /** What a member has or has to give back: active tasks have epochs. */
  record Roles(
      Map<String, Map<Integer, Integer>> active, Map<String, Set<Integer>> standby, Map<String, Set<Integer>> warmup) {
    static Roles read(Input roles) {
      return new Roles(
          StreamsTasks.maps(roles.field("active"), Input::int32),
          StreamsTasks.sets(roles.field("standby")),
          StreamsTasks.sets(roles.field("warmup")));
    }

    Map<String, Object> json() {
      return Map.of(
          "active", StreamsTasks.epochs(active),
          "standby", StreamsTasks.json(standby),
          "warmup", StreamsTasks.json(warmup));
    }
  }

  static StreamsReconciliation read(Input in) {
    Input member = in.field("member");
    Input target = in.field("target");
    Input processes = in.field("processes");
    return new StreamsReconciliation(
        member.field("process").text(),
        member.field("epoch").int32(),
        member.field("previousEpoch").int32(),
        member.field("state").text(),
        Roles.read(member.field("assigned")),
        Roles.read(member.field("revoking")),
        target.field("epoch").int32(),
        StreamsTasks.tuple(target.field("tasks")),
        StreamsTasks.maps(processes.field("active"), Input::text),
        StreamsTasks.maps(processes.field("standby"), StreamsReconciliation::texts),
        StreamsTasks.maps(processes.field("warmup"), StreamsReconciliation::texts),
        in.field("owned").isNull() ? null : StreamsTasks.tuple(in.field("owned")));
  }

  /** The member but for its tasks. */
  StreamsGroupMember.Builder member() {
    return StreamsGroupMember.Builder.withDefaults("member")
        .setProcessId(process)
        .setMemberEpoch(epoch)
        .setPreviousMemberEpoch(previousEpoch)
        .setState(MemberState.valueOf(state));
  }

  /** Asks the original. */
  StreamsGroupMember next(StreamsGroupMember member) {
    return new CurrentAssignmentBuilder(member)
        .withTargetAssignment(targetEpoch, target)
        .withCurrentActiveTaskProcessId((subtopology, partition) -> of(active, subtopology, partition, null))
        .withCurrentStandbyTaskProcessIds((subtopology, partition) -> of(standby, subtopology, partition, Set.of()))
        .withCurrentWarmupTaskProcessIds((subtopology, partition) -> of(warmup, subtopology, partition, Set.of()))
        .withOwnedAssignment(owned)
        .build();
  }

  /** The answer. */
  static Map<String, Object> answer(StreamsGroupMember next, Roles assigned, Roles revoking) {
    return Map.of(
        "epoch", next.memberEpoch(),
        "previousEpoch", next.previousMemberEpoch(),
        "state", next.state().name(),
        "assigned", assigned.json(),
        "revoking", revoking.json());
  }

  private static Set<String> texts(Input texts) {
    return new HashSet<>(texts.items().stream().map(Input::text).toList());
  }

  private static <T> T of(Map<String, Map<Integer, T>> tasks, String subtopology, int partition, T nothing) {
    return tasks.getOrDefault(subtopology, Map.of()).getOrDefault(partition, nothing);
  }
}
