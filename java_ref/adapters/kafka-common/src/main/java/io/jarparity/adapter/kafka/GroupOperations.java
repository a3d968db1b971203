package io.jarparity.adapter.kafka;

import io.jarparity.bridge.spi.Registry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** The operations on consumer groups: each assignor, histories of rebalances, and the bytes of their protocol. */
public final class GroupOperations {
  private GroupOperations() {}

  /** Registers what the API has. */
  public static void register(Registry registry, GroupApi api) {
    for (String name : api.assignors()) {
      registry.operation("kafka.assignor." + name, in -> {
        Cluster cluster = Topics.read(in.field("topics"), api.carried().racks());
        List<Member> members = Member.read(in.field("members"), api.carried());
        return () -> json(api.assignor(name).assign(cluster, members));
      });
    }
    registry.operation("kafka.assignor.rebalances", in -> Rebalances.read(in, api));
    registry.operation("kafka.assignor.custom", in -> OwnRebalance.read(in, api));
    ProtocolOperations.register(registry, api);
  }

  /** By member its partitions. */
  static Map<String, Object> json(Map<String, List<TopicPartition>> assignment) {
    Map<String, Object> json = new LinkedHashMap<>();
    assignment.forEach((member, partitions) -> json.put(member, TopicPartitions.json(partitions)));
    return json;
  }
}
