package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ConsumerGroupHeartbeatRequestData.TopicPartitions;

/** What a coordinator tells a member next. */
final class Reconciliations {
  private Reconciliations() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.reconcile", in -> {
      Reconciliation asked = read(in);
      return () -> Reconciler.next(asked);
    });
  }

  private static Reconciliation read(Input in) {
    TopicIds topics = TopicIds.read(in.field("topics"));
    ClusterMetadata cluster = new ClusterMetadata();
    in.field("topics").fields().forEach((name, topic) -> {
      if (!topic.optional("deleted").map(Input::bool).orElse(false)) {
        cluster.topic(name, topics.of(name), List.of());
      }
    });
    Input member = in.field("member");
    Input target = in.field("target");
    return new Reconciliation(
        topics,
        cluster.image(),
        member.field("epoch").int32(),
        member.field("previousEpoch").int32(),
        member.field("state").text(),
        member.field("topics").items().stream().map(Input::text).toList(),
        epochs(topics, member.field("assigned")),
        epochs(topics, member.field("revoking")),
        target.field("epoch").int32(),
        partitions(topics, target.field("partitions")),
        epochs(topics, in.field("partitionEpochs")),
        in.field("owned").isNull() ? null : owned(topics, in.field("owned")),
        in.field("subscriptionChanged").bool());
  }

  private static Map<Uuid, Map<Integer, Integer>> epochs(TopicIds topics, Input of) {
    Map<Uuid, Map<Integer, Integer>> epochs = new HashMap<>();
    of.fields().forEach((name, partitions) -> {
      Map<Integer, Integer> read = new HashMap<>();
      partitions.fields().forEach((partition, epoch) -> read.put(Integer.valueOf(partition), epoch.int32()));
      epochs.put(id(topics, of, name), read);
    });
    return epochs;
  }

  private static Map<Uuid, Set<Integer>> partitions(TopicIds topics, Input of) {
    Map<Uuid, Set<Integer>> partitions = new HashMap<>();
    of.fields().forEach((name, numbers) -> partitions.put(id(topics, of, name), new HashSet<>(numbers(numbers))));
    return partitions;
  }

  private static List<TopicPartitions> owned(TopicIds topics, Input of) {
    List<TopicPartitions> owned = new ArrayList<>();
    of.fields().forEach((name, numbers) ->
        owned.add(new TopicPartitions().setTopicId(id(topics, of, name)).setPartitions(numbers(numbers))));
    return owned;
  }

  private static List<Integer> numbers(Input numbers) {
    return numbers.items().stream().map(Input::int32).toList();
  }

  private static Uuid id(TopicIds topics, Input of, String name) {
    Uuid id = topics.of(name);
    if (id == null) {
      throw of.expected("an object by names of the field 'topics'");
    }
    return id;
  }
}
