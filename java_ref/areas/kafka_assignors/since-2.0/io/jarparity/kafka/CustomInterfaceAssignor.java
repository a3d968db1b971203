package io.jarparity.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Cluster;

/**
 * A user's custom assignor as a {@link PartitionAssignor}: for {@code partition.assignment.strategy}, beside {@link
 * CustomAssignors#ASSIGNOR}. One on the abstract base is {@link CustomBaseAssignor}.
 */
public final class CustomInterfaceAssignor implements CustomInterface {
  private CustomAssignor own;

  @Override
  public void configure(Map<String, ?> configs) {
    own = CustomAssignors.configured(configs);
  }

  @Override
  public CustomAssignor own() {
    return own;
  }

  @Override
  public Map<String, Assignment> assign(Cluster metadata, Map<String, Subscription> subscriptions) {
    Map<String, Assignment> assignments = new HashMap<>();
    own.assign(metadata, CustomInterface.members(subscriptions))
        .forEach((member, given) ->
            assignments.put(
                member,
                given.userData() == null
                    ? new Assignment(given.partitions())
                    : new Assignment(given.partitions(), given.userDataBuffer())));
    return assignments;
  }
}
