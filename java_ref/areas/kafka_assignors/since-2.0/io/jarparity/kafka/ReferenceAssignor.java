package io.jarparity.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** A custom assignor that is written here: all but {@code assign}, with the interface's defaults. */
abstract class ReferenceAssignor implements CustomAssignor {
  private final String name;
  private final Base base;
  private final byte[] userData;

  ReferenceAssignor(String name, Base base, byte[] userData) {
    this.name = name;
    this.base = base;
    this.userData = userData;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Base base() {
    return base;
  }

  @Override
  public final byte[] userData(Set<String> topics) {
    return userData;
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> group) {
    throw new UnsupportedOperationException(name + " is " + base);
  }

  @Override
  public Map<String, List<TopicPartition>> assignCounts(Map<String, Integer> partitionsPerTopic, List<Member> group) {
    throw new UnsupportedOperationException(name + " is " + base);
  }

  @Override
  public Map<String, List<TopicPartition>> assignPartitions(
      Map<String, List<PartitionInfo>> partitionsPerTopic, List<Member> group) {
    throw new UnsupportedOperationException(name + " is " + base);
  }

  @Override
  public final void onAssignment(AssignmentData assignment, Told told) {
    // It has no memory.
  }

  @Override
  public final Optional<List<String>> supportedProtocols() {
    return Optional.empty();
  }

  @Override
  public final Optional<Short> version() {
    return Optional.empty();
  }
}
