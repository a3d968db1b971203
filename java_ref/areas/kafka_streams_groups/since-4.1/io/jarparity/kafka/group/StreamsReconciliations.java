package io.jarparity.kafka.group;

import io.jarparity.bridge.spi.Registry;

/** What a coordinator tells a member of a streams group next. */
final class StreamsReconciliations {
  private StreamsReconciliations() {}

  static void register(Registry registry) {
    registry.operation("kafka.group.reconcile-streams", in -> {
      StreamsReconciliation asked = StreamsReconciliation.read(in);
      return () -> StreamsReconciler.next(asked);
    });
  }
}
