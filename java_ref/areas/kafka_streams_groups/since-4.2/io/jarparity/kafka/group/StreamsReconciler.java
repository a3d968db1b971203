package io.jarparity.kafka.group;

import java.util.Map;
import org.apache.kafka.coordinator.group.streams.StreamsGroupMember;
import org.apache.kafka.coordinator.group.streams.TasksTupleWithEpochs;

/** Asks the original, which keeps the epochs of active tasks from 4.2 on. */
final class StreamsReconciler {
  private StreamsReconciler() {}

  static Map<String, Object> next(StreamsReconciliation asked) {
    StreamsGroupMember next = asked.next(asked.member()
        .setAssignedTasks(tuple(asked.assigned()))
        .setTasksPendingRevocation(tuple(asked.revoking()))
        .build());
    return StreamsReconciliation.answer(next, roles(next.assignedTasks()), roles(next.tasksPendingRevocation()));
  }

  private static TasksTupleWithEpochs tuple(StreamsReconciliation.Roles roles) {
    return new TasksTupleWithEpochs(roles.active(), roles.standby(), roles.warmup());
  }

  private static StreamsReconciliation.Roles roles(TasksTupleWithEpochs tasks) {
    return new StreamsReconciliation.Roles(tasks.activeTasksWithEpochs(), tasks.standbyTasks(), tasks.warmupTasks());
  }
}
