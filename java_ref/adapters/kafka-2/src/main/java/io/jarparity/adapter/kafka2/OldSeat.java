package io.jarparity.adapter.kafka2;

import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.GroupApi.AssignmentData;
import io.jarparity.adapter.kafka.Member;
import io.jarparity.adapter.kafka.OwnAssignor;
import io.jarparity.adapter.kafka.OwnAssignors;
import io.jarparity.adapter.kafka.OwnSeat;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;

/** An own assignor behind {@link PartitionAssignor}, made as a consumer makes it. */
final class OldSeat implements OwnSeat {
  private final PartitionAssignor original;

  private OldSeat(PartitionAssignor original) {
    this.original = original;
  }

  static OldSeat of(OwnAssignor own) {
    PartitionAssignor original =
        own.base() == OwnAssignor.Base.INTERFACE ? new OwnPartitionAssignor() : new OwnBaseAssignor();
    ((Configurable) original).configure(Map.of(OwnAssignors.ASSIGNOR, own));
    return new OldSeat(original);
  }

  @Override
  public String name() {
    return original.name();
  }

  @Override
  public List<String> supportedProtocols() {
    return null;
  }

  @Override
  public Integer version() {
    return null;
  }

  @Override
  public ByteBuffer userData(Set<String> topics) {
    return original.subscription(topics).userData();
  }

  @Override
  public Map<String, AssignmentData> assign(Cluster cluster, List<Member> members) {
    // The leader's coordinator fills a HashMap in the order in which it hears of the members.
    Map<String, PartitionAssignor.Subscription> subscriptions = new HashMap<>();
    for (Member member : members) {
      subscriptions.put(member.id(), OldGroupApi.of(member.subscription()));
    }
    Map<String, AssignmentData> assigned = new LinkedHashMap<>();
    original
        .assign(cluster, subscriptions)
        .forEach((member, given) ->
            assigned.put(member, new AssignmentData(given.partitions(), Bytes.of(given.userData()))));
    return assigned;
  }

  @Override
  public void onAssignment(
      AssignmentData assignment, String group, int generation, String member, Optional<String> instance)
      throws Throwable {
    OldAssignor.tell(
        original,
        new PartitionAssignor.Assignment(assignment.partitions(), assignment.userDataBuffer()),
        generation);
  }
}
