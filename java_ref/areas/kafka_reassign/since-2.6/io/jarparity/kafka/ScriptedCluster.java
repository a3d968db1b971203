package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/**
 * A cluster that is told what to say: brokers, partitions and their log directories stand in the input. The tool talks
 * to it through Kafka's own {@code Admin} and gets Kafka's own results, whose constructors are not public.
 */
final class ScriptedCluster {
  private static final String PACKAGE = "org.apache.kafka.clients.admin.";

  private final Map<Integer, Node> brokers = new HashMap<>();
  private final Map<TopicPartition, List<Integer>> replicas = new HashMap<>();
  private final Map<TopicPartitionReplica, String> logDirs = new HashMap<>();
  private final Map<TopicPartition, ReassignTool.Ongoing> ongoing = new HashMap<>();

  private ScriptedCluster() {}

  static ScriptedCluster read(Input in) {
    ScriptedCluster cluster = new ScriptedCluster();
    for (int broker : ReassignOperations.numbers(in.field("brokers"))) {
      cluster.brokers.put(broker, new Node(broker, "host", 9092));
    }
    for (Input item : in.field("current").items()) {
      TopicPartition partition = ReassignOperations.partition(item);
      List<Integer> listed = ReassignOperations.numbers(item.field("replicas"));
      cluster.replicas.put(partition, listed);
      item.optional("logDirs").ifPresent(
          dirs -> {
            for (int i = 0; i < listed.size(); i++) {
              if (!dirs.items().get(i).isNull()) {
                cluster.logDirs.put(
                    new TopicPartitionReplica(partition.topic(), partition.partition(), listed.get(i)),
                    dirs.items().get(i).text());
              }
            }
          });
    }
    in.optional("reassigning").ifPresent(
        listed -> {
          for (Input item : listed.items()) {
            cluster.ongoing.put(
                ReassignOperations.partition(item), new ReassignTool.Ongoing(List.of(), List.of(), List.of()));
          }
        });
    return cluster;
  }

  /** A new {@code Admin} for it. */
  Object admin() throws ReflectiveOperationException {
    Class<?> type = Class.forName(PACKAGE + "Admin", true, getClass().getClassLoader());
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer(method.getName(), arguments));
  }

  private Object answer(String method, Object[] arguments) throws ReflectiveOperationException {
    return switch (method) {
      case "listPartitionReassignments" -> make("ListPartitionReassignmentsResult", done(reassignments()));
      case "describeCluster" ->
          make("DescribeClusterResult", done(List.copyOf(brokers.values())), done(null), done("cluster"), done(null));
      case "describeTopics" -> topics((Collection<?>) arguments[0]);
      case "describeReplicaLogDirs" -> logDirs((Collection<?>) arguments[0]);
      case "alterPartitionReassignments" -> {
        Map<Object, Object> altered = new HashMap<>();
        ((Map<?, ?>) arguments[0]).keySet().forEach(partition -> altered.put(partition, done(null)));
        yield make("AlterPartitionReassignmentsResult", altered);
      }
      default -> throw new UnsupportedOperationException("the scripted cluster knows no " + method);
    };
  }

  private Map<Object, Object> reassignments() throws ReflectiveOperationException {
    Map<Object, Object> listed = new HashMap<>();
    for (Map.Entry<TopicPartition, ReassignTool.Ongoing> entry : ongoing.entrySet()) {
      ReassignTool.Ongoing moving = entry.getValue();
      listed.put(entry.getKey(), make("PartitionReassignment", moving.replicas(), moving.adding(), moving.removing()));
    }
    return listed;
  }

  private Object topics(Collection<?> names) throws ReflectiveOperationException {
    Map<Object, Object> described = new HashMap<>();
    for (Object name : names) {
      Map<Integer, TopicPartitionInfo> partitions = new TreeMap<>();
      replicas.forEach(
          (partition, listed) -> {
            if (partition.topic().equals(name)) {
              List<Node> nodes = listed.stream().map(this::node).toList();
              partitions.put(partition.partition(), new TopicPartitionInfo(partition.partition(), nodes.get(0), nodes, nodes));
            }
          });
      described.put(
          name,
          partitions.isEmpty()
              ? failed(new UnknownTopicOrPartitionException("This server does not host this topic-partition."))
              : done(new TopicDescription((String) name, false, new ArrayList<>(partitions.values()))));
    }
    try {
      return make("DescribeTopicsResult", null, described);
    } catch (NoSuchMethodException before31) { // no topics by their ids
      return make("DescribeTopicsResult", described);
    }
  }

  private Node node(int broker) {
    return brokers.getOrDefault(broker, new Node(broker, "", -1));
  }

  private Object logDirs(Collection<?> asked) throws ReflectiveOperationException {
    Map<Object, Object> described = new HashMap<>();
    for (Object replica : asked) {
      described.put(
          replica, done(make("DescribeReplicaLogDirsResult$ReplicaLogDirInfo", logDirs.get(replica), 0L, null, 0L)));
    }
    return make("DescribeReplicaLogDirsResult", described);
  }

  /** A result of the admin client, made by the constructor that takes so many arguments. */
  private static Object make(String name, Object... arguments) throws ReflectiveOperationException {
    Class<?> type = Class.forName(PACKAGE + name, true, ScriptedCluster.class.getClassLoader());
    Constructor<?> constructor =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(candidate -> candidate.getParameterCount() == arguments.length)
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(name + " of " + arguments.length + " arguments"));
    constructor.setAccessible(true);
    return constructor.newInstance(arguments);
  }

  private static KafkaFuture<Object> done(Object value) {
    return KafkaFuture.completedFuture(value);
  }

  private static KafkaFuture<Object> failed(Throwable cause) {
    KafkaFutureImpl<Object> future = new KafkaFutureImpl<>();
    future.completeExceptionally(cause);
    return future;
  }
}
