package org.apache.flink.runtime.checkpoint;

import io.jarparity.upstream.flink.OperatorStates;
import java.util.List;
import org.apache.flink.runtime.state.OperatorStateHandle;

/** Stands in for Flink's redistribution of operator state: the port's. */
public class RoundRobinOperatorStateRepartitioner implements OperatorStateRepartitioner<OperatorStateHandle> {
  public static final OperatorStateRepartitioner<OperatorStateHandle> INSTANCE =
      new RoundRobinOperatorStateRepartitioner();

  @Override
  public List<List<OperatorStateHandle>> repartitionState(
      List<List<OperatorStateHandle>> subtasks, int oldParallelism, int newParallelism) {
    return new OperatorStates(subtasks).redistributed(oldParallelism, newParallelism);
  }
}
