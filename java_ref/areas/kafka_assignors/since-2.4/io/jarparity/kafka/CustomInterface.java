package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Configurable;

/** What all classes hand on to a user's custom assignor, whichever {@code assign} they have. */
interface CustomInterface extends ConsumerPartitionAssignor, Configurable {
  /** The assignor that it was configured with. */
  CustomAssignor own();

  /** The members in the order in which the original's map iterates. */
  static List<Member> members(Map<String, Subscription> subscriptions) {
    List<Member> members = new ArrayList<>(subscriptions.size());
    subscriptions.forEach((member, subscription) -> members.add(new Member(member, Subscriptions.read(subscription))));
    return members;
  }

  @Override
  default String name() {
    return own().name();
  }

  @Override
  default ByteBuffer subscriptionUserData(Set<String> topics) {
    byte[] bytes = own().userData(topics);
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }

  @Override
  default void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
    own().onAssignment(
        new AssignmentData(assignment.partitions(), Bytes.of(assignment.userData())),
        new CustomAssignor.Told(
            metadata.generationId(), metadata.memberId(), metadata.groupInstanceId().orElse(null), metadata.groupId()));
  }

  @Override
  default List<RebalanceProtocol> supportedProtocols() {
    return own()
        .supportedProtocols()
        .map(names -> names.stream().map(RebalanceProtocol::valueOf).toList())
        .orElseGet(ConsumerPartitionAssignor.super::supportedProtocols);
  }

  @Override
  default short version() {
    return own().version().orElseGet(ConsumerPartitionAssignor.super::version);
  }
}
