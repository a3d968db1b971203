package io.jarparity.live.consumers;

import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Who a consumer is in its group. */
record Place(int generation, String id) {
  static Place of(KafkaConsumer<?, ?> consumer) {
    ConsumerGroupMetadata metadata = consumer.groupMetadata();
    return new Place(metadata.generationId(), metadata.memberId());
  }
}
