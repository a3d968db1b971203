package io.jarparity.kafka;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kafka.admin.ReassignPartitionsCommand;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.PartitionReassignment;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.utils.Time;
import scala.Console;
import scala.Tuple2;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;

/** {@code kafka.admin.ReassignPartitionsCommand} of 2.6 to 3.6. */
final class LineReassignTool implements ReassignTool {
  private static final long NO_THROTTLE = -1;
  private static final long TIMEOUT_MS = 10_000;

  @Override
  public Parsed parse(String json) {
    Tuple2<scala.collection.Map<TopicPartition, Seq<Object>>, scala.collection.Map<TopicPartitionReplica, String>>
        parsed = ReassignPartitionsCommand.parseExecuteAssignmentArgs(json);
    Map<TopicPartition, List<Integer>> replicas = new HashMap<>();
    CollectionConverters.asJava(parsed._1())
        .forEach((partition, brokers) -> replicas.put(partition, numbers(CollectionConverters.asJava(brokers))));
    return new Parsed(replicas, CollectionConverters.asJava(parsed._2()));
  }

  @Override
  public Moves moves(
      Map<TopicPartition, Ongoing> ongoing,
      Map<TopicPartition, List<Integer>> proposed,
      Map<TopicPartition, List<Integer>> current) {
    Map<TopicPartition, PartitionReassignment> reassignments = new HashMap<>();
    ongoing.forEach(
        (partition, moving) ->
            reassignments.put(
                partition, new PartitionReassignment(moving.replicas(), moving.adding(), moving.removing())));
    var found =
        ReassignPartitionsCommand.calculateProposedMoveMap(
            CollectionConverters.asScala(reassignments), inScala(proposed), inScala(current));
    Map<String, Map<Integer, Move>> moves = new HashMap<>();
    CollectionConverters.asJava(found)
        .forEach(
            (topic, partitions) -> {
              Map<Integer, Move> ofTopic = moves.computeIfAbsent(topic, name -> new HashMap<>());
              CollectionConverters.asJava(partitions)
                  .forEach(
                      (partition, move) ->
                          ofTopic.put(
                              (Integer) partition,
                              new Move(
                                  set(CollectionConverters.asJava(move.sources())),
                                  set(CollectionConverters.asJava(move.destinations())))));
            });
    return new Moves(
        moves,
        CollectionConverters.asJava(ReassignPartitionsCommand.calculateLeaderThrottles(found)),
        CollectionConverters.asJava(ReassignPartitionsCommand.calculateFollowerThrottles(found)),
        set(CollectionConverters.asJava(ReassignPartitionsCommand.calculateReassigningBrokers(found))));
  }

  @Override
  public void execute(Object admin, String json, PrintStream out) {
    Console.withOut(
        out,
        () -> {
          ReassignPartitionsCommand.executeAssignment(
              (Admin) admin, false, json, NO_THROTTLE, NO_THROTTLE, TIMEOUT_MS, Time.SYSTEM);
          return BoxedUnit.UNIT;
        });
  }

  private static scala.collection.Map<TopicPartition, Seq<Object>> inScala(Map<TopicPartition, List<Integer>> replicas) {
    Map<TopicPartition, Seq<Object>> converted = new HashMap<>();
    replicas.forEach(
        (partition, brokers) ->
            converted.put(
                partition, CollectionConverters.asScala(List.<Object>copyOf(brokers)).toSeq()));
    return CollectionConverters.asScala(converted);
  }

  private static List<Integer> numbers(List<Object> boxed) {
    return boxed.stream().map(Integer.class::cast).toList();
  }

  private static Set<Integer> set(Set<Object> boxed) {
    Set<Integer> numbers = new HashSet<>();
    boxed.forEach(number -> numbers.add((Integer) number));
    return numbers;
  }
}
