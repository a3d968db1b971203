package io.jarparity.kafka;

import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** The line's {@link Subscription}, with owned partitions, their generation, an instance id and a rack. */
final class Subscriptions {
  private Subscriptions() {}

  static SubscriptionFeatures features() {
    return new SubscriptionFeatures(true, true, true);
  }

  static Subscription of(SubscriptionData data) {
    Subscription subscription =
        new Subscription(data.topics(), data.userDataBuffer(), data.owned(), data.generation(), data.rack());
    subscription.setGroupInstanceId(data.instance());
    return subscription;
  }

  static SubscriptionData read(Subscription subscription) {
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), subscription.groupInstanceId(),
        subscription.ownedPartitions(), subscription.generationId().orElse(SubscriptionData.NO_GENERATION),
        subscription.rackId());
  }
}
