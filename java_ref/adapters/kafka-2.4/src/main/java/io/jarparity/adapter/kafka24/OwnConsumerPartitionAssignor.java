package io.jarparity.adapter.kafka24;

import io.jarparity.adapter.kafka.GroupApi.AssignmentData;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * A user's own assignor as a {@link ConsumerPartitionAssignor}: for {@code partition.assignment.strategy}, beside {@link
 * OwnAssignors#ASSIGNOR}. One on the abstract base is {@link OwnBaseAssignor}.
 */
public final class OwnConsumerPartitionAssignor implements ConsumerPartitionAssignor, Configurable {
  private OwnAssignor own;

  @Override
  public void configure(Map<String, ?> configs) {
    own = OwnAssignors.configured(configs);
  }

  @Override
  public String name() {
    return own.name();
  }

  @Override
  public ByteBuffer subscriptionUserData(Set<String> topics) {
    return OwnCalls.buffer(own.userData(topics));
  }

  @Override
  public GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription) {
    Map<String, Assignment> assignments = new HashMap<>();
    own.assign(metadata, OwnCalls.members(groupSubscription.groupSubscription()))
        .forEach((member, given) -> assignments.put(member, assignment(given)));
    return new GroupAssignment(assignments);
  }

  @Override
  public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
    OwnCalls.tell(own, assignment, metadata);
  }

  @Override
  public List<RebalanceProtocol> supportedProtocols() {
    return OwnCalls.protocols(own).orElseGet(ConsumerPartitionAssignor.super::supportedProtocols);
  }

  @Override
  public short version() {
    return own.version().orElseGet(ConsumerPartitionAssignor.super::version);
  }

  private static Assignment assignment(AssignmentData given) {
    return given.userData() == null
        ? new Assignment(given.partitions())
        : new Assignment(given.partitions(), given.userDataBuffer());
  }
}
