package io.jarparity.kafka;

import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.PartitionReassignment;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.tools.reassign.ReassignPartitionsCommand;

/** {@link ReassignPartitionsCommand}, most of whose methods are its package's own. */
final class LineReassignTool implements ReassignTool {
  private static final long NO_THROTTLE = -1;
  private static final long TIMEOUT_MS = 10_000;

  @Override
  @SuppressWarnings("unchecked")
  public Parsed parse(String json) throws Throwable {
    Object parsed = call("parseExecuteAssignmentArgs", json);
    boolean isEntry = parsed instanceof Map.Entry; // in 3.7 it is the tool's own Tuple2
    Object replicas = isEntry ? ((Map.Entry<?, ?>) parsed).getKey() : field(parsed, "v1");
    Object logDirs = isEntry ? ((Map.Entry<?, ?>) parsed).getValue() : field(parsed, "v2");
    return new Parsed((Map<TopicPartition, List<Integer>>) replicas, (Map<TopicPartitionReplica, String>) logDirs);
  }

  @Override
  @SuppressWarnings("unchecked")
  public Moves moves(
      Map<TopicPartition, Ongoing> ongoing,
      Map<TopicPartition, List<Integer>> proposed,
      Map<TopicPartition, List<Integer>> current)
      throws Throwable {
    Map<TopicPartition, PartitionReassignment> reassignments = new HashMap<>();
    ongoing.forEach(
        (partition, moving) ->
            reassignments.put(
                partition, new PartitionReassignment(moving.replicas(), moving.adding(), moving.removing())));
    Map<?, ?> found = (Map<?, ?>) call("calculateProposedMoveMap", reassignments, proposed, current);
    Map<String, Map<Integer, Move>> moves = new HashMap<>();
    for (Map.Entry<?, ?> topic : found.entrySet()) {
      Map<Integer, Move> ofTopic = moves.computeIfAbsent((String) topic.getKey(), name -> new HashMap<>());
      for (Map.Entry<?, ?> partition : ((Map<?, ?>) topic.getValue()).entrySet()) {
        Object move = partition.getValue();
        ofTopic.put((Integer) partition.getKey(), new Move(brokers(move, "sources"), brokers(move, "destinations")));
      }
    }
    return new Moves(
        moves,
        (Map<String, String>) call("calculateLeaderThrottles", found),
        (Map<String, String>) call("calculateFollowerThrottles", found),
        (Set<Integer>) call("calculateReassigningBrokers", found));
  }

  @Override
  public void execute(Object admin, String json, PrintStream out) throws Throwable {
    Method execute = method("executeAssignment");
    List<Object> arguments =
        new ArrayList<>(List.of(admin, false, json, NO_THROTTLE, NO_THROTTLE, TIMEOUT_MS, Time.SYSTEM));
    if (execute.getParameterCount() > arguments.size()) {
      arguments.add(false); // disallowReplicationFactorChange
    }
    StandardOutput.divert(out, () -> call("executeAssignment", arguments.toArray()));
  }

  @SuppressWarnings("unchecked")
  private static Set<Integer> brokers(Object move, String name) throws ReflectiveOperationException {
    return (Set<Integer>) field(move, name);
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private static Method method(String name) {
    Method found =
        Arrays.stream(ReassignPartitionsCommand.class.getDeclaredMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  private static Object call(String name, Object... arguments) throws Throwable {
    try {
      return method(name).invoke(null, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
