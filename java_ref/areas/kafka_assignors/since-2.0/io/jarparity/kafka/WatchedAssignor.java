package io.jarparity.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Lets everything pass to a custom assignor, and keeps what the original asked and told. */
final class WatchedAssignor implements CustomAssignor {
  private final CustomAssignor own;
  private Object seen;
  private Object told;

  WatchedAssignor(CustomAssignor own) {
    this.own = own;
  }

  /** The members and, on the abstract base, the partitions per topic, in the original's order; null if never asked. */
  Object seen() {
    return seen;
  }

  /** The assignment and the metadata; null if never told. */
  Object told() {
    return told;
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public Base base() {
    return own.base();
  }

  @Override
  public byte[] userData(Set<String> topics) {
    return own.userData(topics);
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> group) {
    see(null, group);
    return own.assign(cluster, group);
  }

  @Override
  public Map<String, List<TopicPartition>> assignCounts(Map<String, Integer> partitionsPerTopic, List<Member> group) {
    see(partitionsPerTopic, group);
    return own.assignCounts(partitionsPerTopic, group);
  }

  @Override
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitionsPerTopic, List<Member> group) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    partitionsPerTopic.forEach((topic, partitions) -> counts.put(topic, partitions.size()));
    see(counts, group);
    return own.assignPartitions(partitionsPerTopic, group);
  }

  @Override
  public void onAssignment(AssignmentData assignment, Told metadata) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("partitions", TopicPartitions.json(assignment.partitions()));
    json.put("userData", Bytes.json(assignment.userData()));
    json.put("generation", metadata.generation());
    json.put("member", metadata.member());
    json.put("instance", metadata.instance());
    told = json;
    own.onAssignment(assignment, metadata);
  }

  @Override
  public Optional<List<String>> supportedProtocols() {
    return own.supportedProtocols();
  }

  @Override
  public Optional<Short> version() {
    return own.version();
  }

  private void see(Map<String, Integer> partitionsPerTopic, List<Member> group) {
    List<Object> counts = null;
    if (partitionsPerTopic != null) {
      counts = new ArrayList<>();
      for (Map.Entry<String, Integer> topic : partitionsPerTopic.entrySet()) {
        counts.add(List.of(topic.getKey(), topic.getValue()));
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("partitionsPerTopic", counts);
    json.put("members", group.stream().map(Member::id).toList());
    seen = json;
  }
}
