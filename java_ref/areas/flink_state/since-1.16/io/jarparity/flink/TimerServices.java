package io.jarparity.flink;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.runtime.metrics.groups.UnregisteredMetricGroups;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.heap.HeapKeyedStateBackend;
import org.apache.flink.streaming.api.operators.InternalTimeServiceManagerImpl;
import org.apache.flink.streaming.api.operators.KeyContext;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;

/** Makes the real {@link InternalTimeServiceManagerImpl} of the line that runs, whose timers are in the backend. */
final class TimerServices {
  private TimerServices() {}

  /**
   * The manager of an operator's timers.
   *
   * @throws Throwable what the original throws
   */
  @SuppressWarnings("unchecked") // the factory is called by reflection: its arguments change from line to line
  static InternalTimeServiceManagerImpl<Object> manager(
      HeapKeyedStateBackend<Object> backend, KeyContext context, ProcessingTimeService clock) throws Throwable {
    Method create =
        Arrays.stream(InternalTimeServiceManagerImpl.class.getMethods())
            .filter(method -> method.getName().equals("create"))
            .findFirst()
            .orElseThrow();
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : create.getParameterTypes()) {
      arguments.add(argument(type, backend, context, clock));
    }
    try {
      return (InternalTimeServiceManagerImpl<Object>) create.invoke(null, arguments.toArray());
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Object argument(
      Class<?> type, HeapKeyedStateBackend<Object> backend, KeyContext context, ProcessingTimeService clock)
      throws ReflectiveOperationException {
    if (type == KeyContext.class) {
      return context;
    } else if (type == ProcessingTimeService.class) {
      return clock;
    } else if (type == KeyGroupRange.class) {
      return backend.getKeyGroupRange();
    } else if (type == ClassLoader.class) {
      return TimerServices.class.getClassLoader();
    } else if (type == Iterable.class) {
      return List.of(); // no raw keyed state
    } else if (type == TaskIOMetricGroup.class) {
      return UnregisteredMetricGroups.createUnregisteredTaskMetricGroup().getIOMetricGroup();
    } else if (type.isInstance(backend)) { // as a backend, or as the factory of queues
      return backend;
    } else if (type.getSimpleName().equals("StreamTaskCancellationContext")) { // of later lines
      return type.getMethod("alwaysRunning").invoke(null);
    }
    throw new NoSuchMethodException("InternalTimeServiceManagerImpl asks for a " + type.getName());
  }
}
