package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;

/** The owners of a dynamic source that balances over all its clusters, which are new in 5.0, and not public. */
final class GlobalOwners {
  private static final String DYNAMIC = "org.apache.flink.connector.kafka.dynamic.source.";
  private static final String SPLIT = DYNAMIC + "split.DynamicKafkaSourceSplit";
  private static final String ASSIGNER = DYNAMIC + "enumerator.GlobalSplitOwnerAssigner";

  private GlobalOwners() {}

  /** A step, ready to be made; null where it gives no owner. */
  @FunctionalInterface
  private interface Step {
    Object make(Object assigner) throws Throwable;
  }

  static void register(Registry registry) {
    registry.operation("flink.kafka-source.global-owner", in -> {
      List<Step> steps = in.field("steps").items().stream().map(GlobalOwners::step).toList();
      Object assigner = made(ASSIGNER);
      return () -> {
        List<Object> told = new ArrayList<>(steps.size());
        for (Step step : steps) {
          told.add(told(step, assigner));
        }
        return told;
      };
    });
  }

  private static Step step(Input in) {
    Input op = in.field("op");
    switch (op.text()) {
      case "refresh":
        Set<String> active = new HashSet<>();
        in.field("splits").items().forEach(split -> active.add(split(split).splitId()));
        return assigner -> call(assigner, "onMetadataRefresh", active);
      case "addSplitsBack":
        List<SourceSplit> back = in.field("splits").items().stream().map(GlobalOwners::split).toList();
        int reader = in.field("reader").int32();
        return assigner -> call(assigner, "onSplitsBack", back, reader);
      case "assign":
        String split = split(in.field("split")).splitId();
        int readers = in.field("readers").int32();
        return assigner -> call(assigner, "assignSplitOwner", split, readers);
      default:
        throw op.expected("refresh, addSplitsBack or assign");
    }
  }

  private static SourceSplit split(Input in) {
    List<Input> fields = in.items();
    TopicPartition partition = new TopicPartition(fields.get(1).text(), fields.get(2).int32());
    return (SourceSplit) made(SPLIT, fields.get(0).text(), new KafkaPartitionSplit(partition, 0));
  }

  private static Map<String, Object> told(Step step, Object assigner) {
    try {
      return Collections.singletonMap("owner", step.make(assigner));
    } catch (VirtualMachineError | LinkageError fault) {
      throw fault;
    } catch (Throwable thrown) {
      return Map.of("error", Map.of("kind", thrown.getClass().getSimpleName()));
    }
  }

  private static Object made(String name, Object... arguments) {
    try {
      Constructor<?> constructor = Class.forName(name).getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError(name, missing);
    }
  }

  private static Object call(Object assigner, String name, Object... arguments) throws Throwable {
    Method method =
        Arrays.stream(assigner.getClass().getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodError(name));
    method.setAccessible(true);
    try {
      return method.invoke(assigner, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
