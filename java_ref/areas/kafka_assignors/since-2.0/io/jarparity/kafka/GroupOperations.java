package io.jarparity.kafka;

import io.jarparity.bridge.spi.Registry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Cluster;

/** The operations on consumer groups: each assignor, histories of rebalances, and custom assignors. */
final class GroupOperations {
  private GroupOperations() {}

  static void register(Registry registry) {
    for (String name : GroupApi.assignors()) {
      registry.operation("kafka.assignor." + name, in -> {
        Cluster cluster = Topics.read(in.field("topics"), Subscriptions.features().racks());
        List<Member> members = Member.read(in.field("members"));
        return () -> json(TimeLimit.assign(name, GroupApi.assignor(name), cluster, members));
      });
    }
    registry.operation("kafka.assignor.rebalances", Rebalances::read);
    registry.operation("kafka.assignor.custom", CustomRebalance::read);
  }

  /** By member its partitions. */
  static Map<String, Object> json(Map<String, AssignmentData> assignment) {
    Map<String, Object> json = new LinkedHashMap<>();
    assignment.forEach((member, given) -> json.put(member, TopicPartitions.json(given.partitions())));
    return json;
  }
}
