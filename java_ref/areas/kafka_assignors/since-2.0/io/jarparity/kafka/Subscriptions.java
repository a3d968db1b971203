package io.jarparity.kafka;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor.Subscription;

/** The line's {@code Subscription}: topics and user data. */
final class Subscriptions {
  private Subscriptions() {}

  static SubscriptionFeatures features() {
    return new SubscriptionFeatures(false, false, LineAssignor.isToldGenerations());
  }

  static Subscription of(SubscriptionData data) {
    return new Subscription(data.topics(), data.userDataBuffer());
  }

  static SubscriptionData read(Subscription subscription) {
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), Optional.empty(), List.of(),
        SubscriptionData.NO_GENERATION, Optional.empty());
  }
}
