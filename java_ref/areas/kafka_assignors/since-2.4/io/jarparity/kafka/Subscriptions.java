package io.jarparity.kafka;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** The line's {@link Subscription}, with owned partitions and an instance id. */
final class Subscriptions {
  private Subscriptions() {}

  static SubscriptionFeatures features() {
    return new SubscriptionFeatures(true, false, true);
  }

  static Subscription of(SubscriptionData data) {
    Subscription subscription = new Subscription(data.topics(), data.userDataBuffer(), data.owned());
    subscription.setGroupInstanceId(data.instance());
    return subscription;
  }

  static SubscriptionData read(Subscription subscription) {
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), subscription.groupInstanceId(),
        subscription.ownedPartitions(), SubscriptionData.NO_GENERATION, Optional.empty());
  }
}
