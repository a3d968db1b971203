package io.jarparity.upstream.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** What a subscription carries before 3.4. */
public final class SubscriptionFields {
  private SubscriptionFields() {}

  /** Its document. */
  public static Map<String, Object> of(Subscription subscription) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("topics", subscription.topics());
    fields.put("userData", Bytes.hex(subscription.userData()));
    fields.put("owned", Partitions.documents(subscription.ownedPartitions()));
    return fields;
  }

  /** The subscription of a document. */
  @SuppressWarnings("unchecked") // an array of strings
  public static Subscription read(Map<String, Object> fields) {
    return new Subscription(
        (List<String>) fields.get("topics"), Bytes.buffer(fields.get("userData")), Partitions.read(fields.get("owned")));
  }
}
