package io.jarparity.adapter.kafka34;

import io.jarparity.adapter.kafka.Bytes;
import io.jarparity.adapter.kafka.Carried;
import io.jarparity.adapter.kafka.SubscriptionData;
import io.jarparity.adapter.kafka24.NewGroupApi;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** {@link org.apache.kafka.clients.consumer.ConsumerPartitionAssignor} with generations and racks, from 3.4 on. */
final class RackGroupApi extends NewGroupApi {
  @Override
  public Carried carried() {
    return new Carried(true, true, true);
  }

  @Override
  protected Subscription made(SubscriptionData data) {
    return new Subscription(data.topics(), data.userDataBuffer(), data.owned(), data.generation(), data.rack());
  }

  @Override
  protected SubscriptionData read(Subscription subscription) {
    return new SubscriptionData(
        subscription.topics(), Bytes.of(subscription.userData()), subscription.groupInstanceId(),
        subscription.ownedPartitions(), subscription.generationId().orElse(SubscriptionData.NO_GENERATION),
        subscription.rackId());
  }
}
