package io.jarparity.flink.checkpoint;

import java.util.Map;
import org.apache.flink.runtime.checkpoint.FullyFinishedOperatorState;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.jobgraph.OperatorID;

/** From 2.0 on an operator has a name and a uid. */
final class OperatorStates {
  private OperatorStates() {}

  static OperatorState of(
      String name, String uid, OperatorID id, int parallelism, int maxParallelism, boolean finished) {
    return finished
        ? new FullyFinishedOperatorState(name, uid, id, parallelism, maxParallelism)
        : new OperatorState(name, uid, id, parallelism, maxParallelism);
  }

  static void names(OperatorState operator, Map<String, Object> json) {
    json.put("name", operator.getOperatorName().orElse(null));
    json.put("uid", operator.getOperatorUid().orElse(null));
  }
}
