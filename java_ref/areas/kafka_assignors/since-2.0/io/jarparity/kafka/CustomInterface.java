package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.Configurable;

/** What all classes hand on to a user's custom assignor, whichever {@code assign} they have. */
interface CustomInterface extends PartitionAssignor, Configurable {
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
  default Subscription subscription(Set<String> topics) {
    byte[] bytes = own().userData(topics);
    List<String> listed = new ArrayList<>(topics);
    return bytes == null ? new Subscription(listed) : new Subscription(listed, ByteBuffer.wrap(bytes));
  }

  @Override
  default void onAssignment(Assignment assignment) {
    tell(assignment, null);
  }

  // No @Override: only 2.3 asks with the generation.
  default void onAssignment(Assignment assignment, int generation) {
    tell(assignment, generation);
  }

  private void tell(Assignment assignment, Integer generation) {
    own().onAssignment(
        new AssignmentData(assignment.partitions(), Bytes.of(assignment.userData())),
        new CustomAssignor.Told(generation, null, null, null));
  }
}
