package io.jarparity.upstream.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** What a subscription carries from 3.4 on: a generation and a rack, too. */
public final class SubscriptionFields {
  private static final int NO_GENERATION = -1;

  private SubscriptionFields() {}

  /** Its document. */
  public static Map<String, Object> of(Subscription subscription) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("topics", subscription.topics());
    fields.put("userData", Bytes.hex(subscription.userData()));
    fields.put("owned", Partitions.documents(subscription.ownedPartitions()));
    fields.put("generation", subscription.generationId().orElse(null));
    fields.put("rack", subscription.rackId().orElse(null));
    return fields;
  }

  /** The subscription of a document. */
  @SuppressWarnings("unchecked") // an array of strings
  public static Subscription read(Map<String, Object> fields) {
    Object generation = fields.get("generation");
    return new Subscription(
        (List<String>) fields.get("topics"),
        Bytes.buffer(fields.get("userData")),
        Partitions.read(fields.get("owned")),
        generation == null ? NO_GENERATION : (Integer) generation,
        Optional.ofNullable((String) fields.get("rack")));
  }
}
