package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Registry;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;

/** The coordinator's assignors of consumer groups. */
final class GroupAssignors {
  private GroupAssignors() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.assignor.uniform", in -> {
      GroupOfMembers group = new GroupOfMembers(in);
      return () -> group.assignedBy(new UniformAssignor());
    });
    registry.operation("kafka.group.assignor.range", in -> {
      GroupOfMembers group = new GroupOfMembers(in);
      return () -> group.assignedBy(new RangeAssignor());
    });
  }
}
