package io.jarparity.flink.checkpoint;

import java.util.Map;
import org.apache.flink.runtime.checkpoint.FullyFinishedOperatorState;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.jobgraph.OperatorID;

/** Operators of 1.x have neither name nor uid; the kit doesn't ask for either there. */
final class OperatorStates {
  private OperatorStates() {}

  static OperatorState of(
      String name, String uid, OperatorID id, int parallelism, int maxParallelism, boolean finished) {
    return finished
        ? new FullyFinishedOperatorState(id, parallelism, maxParallelism)
        : new OperatorState(id, parallelism, maxParallelism);
  }

  static void names(OperatorState operator, Map<String, Object> json) {
    json.put("name", null);
    json.put("uid", null);
  }
}
