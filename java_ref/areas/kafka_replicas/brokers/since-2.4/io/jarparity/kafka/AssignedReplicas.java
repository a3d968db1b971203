package io.jarparity.kafka;

import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kafka.admin.AdminUtils;
import kafka.admin.BrokerMetadata;
import scala.Option;
import scala.collection.Iterable;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** {@code AdminUtils.assignReplicasToBrokers}, which took a {@code Seq} up to 2.7 or so and an {@code Iterable} since. */
final class AssignedReplicas {
  private static final Method ASSIGN =
      Arrays.stream(AdminUtils.class.getMethods())
          .filter(method -> method.getName().equals("assignReplicasToBrokers"))
          .findFirst()
          .orElseThrow();

  private AssignedReplicas() {}

  static void register(Registry registry) {
    registry.operation("kafka.replicas.assign", in -> {
      PlacementRequest request = PlacementRequest.read(in);
      int startIndex = in.field("startIndex").int32();
      List<BrokerMetadata> listed =
          request.brokers().stream().map(broker -> new BrokerMetadata(broker.id(), Option.apply(broker.rack()))).toList();
      Iterable<BrokerMetadata> brokers = CollectionConverters.asScala(listed).toSeq();
      return () ->
          PlacementRequest.json(
              read(invoke(brokers, request.partitions(), request.replicationFactor(), startIndex, request.startPartition())));
    });
  }

  private static Object invoke(Object... arguments) throws Throwable {
    try {
      return ASSIGN.invoke(null, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Map<Integer, List<Integer>> read(Object placed) {
    Map<Integer, List<Integer>> read = new LinkedHashMap<>();
    CollectionConverters.asJava((scala.collection.Map<?, ?>) placed)
        .forEach(
            (partition, replicas) ->
                read.put(
                    (Integer) partition,
                    CollectionConverters.asJava((Seq<?>) replicas).stream().map(Integer.class::cast).toList()));
    return read;
  }
}
