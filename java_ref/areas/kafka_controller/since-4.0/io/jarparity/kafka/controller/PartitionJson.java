package io.jarparity.kafka.controller;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.metadata.LeaderRecoveryState;
import org.apache.kafka.metadata.PartitionRegistration;

/** A partition as the controller has it. */
final class PartitionJson {
  private PartitionJson() {}

  static Map<String, Object> of(PartitionRegistration partition) {
    Map<String, Object> json = new HashMap<>();
    json.put("replicas", list(partition.replicas));
    json.put("isr", list(partition.isr));
    json.put("adding", list(partition.addingReplicas));
    json.put("removing", list(partition.removingReplicas));
    json.put("leader", partition.leader);
    json.put("leaderEpoch", partition.leaderEpoch);
    json.put("partitionEpoch", partition.partitionEpoch);
    json.put("elr", list(partition.elr));
    json.put("lastKnownElr", list(partition.lastKnownElr));
    json.put("recovering", partition.leaderRecoveryState == LeaderRecoveryState.RECOVERING);
    return json;
  }

  private static List<Integer> list(int[] brokers) {
    return Arrays.stream(brokers).boxed().toList();
  }
}
