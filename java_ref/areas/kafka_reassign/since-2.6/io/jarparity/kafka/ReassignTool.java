package io.jarparity.kafka;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;

/** One generation of {@code ReassignPartitionsCommand}. What it throws is what the original threw. */
public interface ReassignTool {
  /** What the tool read of its JSON. */
  record Parsed(Map<TopicPartition, List<Integer>> replicas, Map<TopicPartitionReplica, String> logDirs) {}

  /** A reassignment that is going on. */
  record Ongoing(List<Integer> replicas, List<Integer> adding, List<Integer> removing) {}

  /** From where to where a partition moves. */
  record Move(Set<Integer> sources, Set<Integer> destinations) {}

  /** All moves, and what the tool throttles for them. */
  record Moves(
      Map<String, Map<Integer, Move>> moves,
      Map<String, String> leaderThrottles,
      Map<String, String> followerThrottles,
      Set<Integer> brokers) {}

  /** {@code parseExecuteAssignmentArgs}. */
  Parsed parse(String json) throws Throwable;

  /** {@code calculateProposedMoveMap}, {@code calculateLeaderThrottles}, {@code calculateFollowerThrottles}, … */
  Moves moves(
      Map<TopicPartition, Ongoing> ongoing,
      Map<TopicPartition, List<Integer>> proposed,
      Map<TopicPartition, List<Integer>> current)
      throws Throwable;

  /** {@code executeAssignment} without throttles, on this {@code Admin}; what it prints goes there, as UTF-8. */
  void execute(Object admin, String json, PrintStream out) throws Throwable;
}
