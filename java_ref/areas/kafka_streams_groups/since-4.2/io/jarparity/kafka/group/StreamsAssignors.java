package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Registry;

/** The coordinator's assignor of streams groups; 4.1's hangs on identity hash codes, and isn't asked. */
final class StreamsAssignors {
  private StreamsAssignors() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.assignor.streams-sticky", in -> {
      StreamsGroup group = StreamsGroup.read(in);
      return () -> StreamsAssignor.assign(group);
    });
  }
}
