package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/**
 * A user's own assignor as a {@link PartitionAssignor}: for {@code partition.assignment.strategy}, beside {@link
 * OwnAssignors#ASSIGNOR}. One on the abstract base is {@link OwnBaseAssignor}.
 */
public final class OwnPartitionAssignor implements PartitionAssignor, Configurable {
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
  public Subscription subscription(Set<String> topics) {
    byte[] userData = own.userData(topics);
    return userData == null
        ? new Subscription(new ArrayList<>(topics))
        : OwnCalls.subscription(topics, userData);
  }

  @Override
  public Map<String, Assignment> assign(Cluster metadata, Map<String, Subscription> subscriptions) {
    Map<String, Assignment> assignments = new HashMap<>();
    own.assign(metadata, OwnCalls.members(subscriptions))
        .forEach((member, given) ->
            assignments.put(
                member,
                given.userData() == null
                    ? new Assignment(given.partitions())
                    : new Assignment(given.partitions(), given.userDataBuffer())));
    return assignments;
  }

  @Override
  public void onAssignment(Assignment assignment) {
    OwnCalls.tell(own, assignment, null);
  }

  // No @Override: only 2.3 asks with the generation.
  public void onAssignment(Assignment assignment, int generation) {
    OwnCalls.tell(own, assignment, generation);
  }
}
