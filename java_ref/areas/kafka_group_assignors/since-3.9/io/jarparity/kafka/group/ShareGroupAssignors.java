package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Registry;
import org.apache.kafka.coordinator.group.assignor.SimpleAssignor;

/** The coordinator's assignor of share groups. */
final class ShareGroupAssignors {
  private ShareGroupAssignors() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.assignor.simple", in -> {
      GroupOfMembers group = new GroupOfMembers(in);
      return () -> group.assignedBy(new SimpleAssignor());
    });
  }
}
