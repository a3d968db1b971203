package io.jarparity.kafka.group;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.coordinator.group.streams.StreamsGroupMember;
import org.apache.kafka.coordinator.group.streams.TasksTuple;

/** Asks the original; 4.1 keeps no epochs of tasks. */
final class StreamsReconciler {
  private StreamsReconciler() {}

  static Map<String, Object> next(StreamsReconciliation asked) {
    StreamsGroupMember next = asked.next(asked.member()
        .setAssignedTasks(tuple(asked.assigned()))
        .setTasksPendingRevocation(tuple(asked.revoking()))
        .build());
    return StreamsReconciliation.answer(next, roles(next.assignedTasks()), roles(next.tasksPendingRevocation()));
  }

  private static TasksTuple tuple(StreamsReconciliation.Roles roles) {
    Map<String, Set<Integer>> active = new HashMap<>();
    roles.active().forEach((subtopology, epochs) -> active.put(subtopology, new HashSet<>(epochs.keySet())));
    return new TasksTuple(active, roles.standby(), roles.warmup());
  }

  private static StreamsReconciliation.Roles roles(TasksTuple tasks) {
    Map<String, Map<Integer, Integer>> active = new HashMap<>();
    tasks.activeTasks().forEach((subtopology, partitions) -> {
      Map<Integer, Integer> epochs = new HashMap<>();
      partitions.forEach(partition -> epochs.put(partition, null));
      active.put(subtopology, epochs);
    });
    return new StreamsReconciliation.Roles(active, tasks.standbyTasks(), tasks.warmupTasks());
  }
}
