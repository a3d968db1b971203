package io.jarparity.upstream.kafka.groups;

import io.jarparity.upstream.Python;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.coordinator.group.streams.MemberState;
import org.apache.kafka.coordinator.group.streams.StreamsGroupMember;
import org.apache.kafka.coordinator.group.streams.TasksTuple;

/** The next step of a member of a streams group, asked of the port: who else has a task is asked for all of its target. */
public final class StreamsReconciled {
  private static final String OPERATION = "kafka.group.reconcile-streams";

  private final StreamsGroupMember member;
  private final TasksTuple target;
  private final Map<String, Object> processes = new LinkedHashMap<>();

  public StreamsReconciled(
      StreamsGroupMember member,
      TasksTuple target,
      BiFunction<String, Integer, String> active,
      BiFunction<String, Integer, Set<String>> standby,
      BiFunction<String, Integer, Set<String>> warmup) {
    this.member = member;
    this.target = target;
    processes.put("active", StreamsTasks.asked(target, active::apply));
    processes.put("standby", StreamsTasks.asked(target, listed(standby)));
    processes.put("warmup", StreamsTasks.asked(target, listed(warmup)));
  }

  private static BiFunction<String, Integer, Object> listed(BiFunction<String, Integer, Set<String>> processes) {
    return (subtopology, partition) -> {
      Set<String> found = processes.apply(subtopology, partition);
      return found == null ? null : new ArrayList<>(found);
    };
  }

  /** The member after a heartbeat in which it said what it holds; null where it said nothing. */
  public StreamsGroupMember at(int targetEpoch, TasksTuple owned) {
    Map<String, Object> aim = new LinkedHashMap<>();
    aim.put("epoch", targetEpoch);
    aim.put("tasks", StreamsTasks.document(target));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("member", member());
    document.put("target", aim);
    document.put("processes", processes);
    document.put("owned", owned == null ? null : StreamsTasks.document(owned));
    return read(Python.object(Python.ask(OPERATION, document)));
  }

  private Map<String, Object> member() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("process", member.processId());
    fields.put("epoch", member.memberEpoch());
    fields.put("previousEpoch", member.previousMemberEpoch());
    fields.put("state", member.state().name());
    fields.put("assigned", StreamsTasks.document(member.assignedTasks()));
    fields.put("revoking", StreamsTasks.document(member.tasksPendingRevocation()));
    return fields;
  }

  private StreamsGroupMember read(Map<String, Object> answer) {
    return new StreamsGroupMember.Builder(member)
        .setMemberEpoch(((Number) answer.get("epoch")).intValue())
        .setPreviousMemberEpoch(((Number) answer.get("previousEpoch")).intValue())
        .setState(MemberState.valueOf((String) answer.get("state")))
        .setAssignedTasks(StreamsTasks.read(answer.get("assigned")))
        .setTasksPendingRevocation(StreamsTasks.read(answer.get("revoking")))
        .build();
  }
}
