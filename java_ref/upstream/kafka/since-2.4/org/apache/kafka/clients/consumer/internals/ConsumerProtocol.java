package org.apache.kafka.clients.consumer.internals;

import io.jarparity.upstream.kafka.ProtocolBytes;
import io.jarparity.upstream.kafka.SubscriptionFields;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.message.ConsumerProtocolAssignment;
import org.apache.kafka.common.message.ConsumerProtocolSubscription;

/** Stands in for Kafka's consumer protocol before 3.4: the port writes and reads the bytes. */
public class ConsumerProtocol {
  public static final String PROTOCOL_TYPE = "consumer";

  public static short deserializeVersion(ByteBuffer buffer) {
    return buffer.getShort();
  }

  public static ByteBuffer serializeSubscription(Subscription subscription) {
    return serializeSubscription(subscription, ConsumerProtocolSubscription.HIGHEST_SUPPORTED_VERSION);
  }

  public static ByteBuffer serializeSubscription(Subscription subscription, short version) {
    return ProtocolBytes.write(subscription, version);
  }

  public static Subscription deserializeSubscription(ByteBuffer buffer) {
    return deserializeSubscription(buffer, deserializeVersion(buffer));
  }

  public static Subscription deserializeSubscription(ByteBuffer buffer, short version) {
    return SubscriptionFields.read(ProtocolBytes.readSubscription(buffer, version));
  }

  public static ByteBuffer serializeAssignment(Assignment assignment) {
    return serializeAssignment(assignment, ConsumerProtocolAssignment.HIGHEST_SUPPORTED_VERSION);
  }

  public static ByteBuffer serializeAssignment(Assignment assignment, short version) {
    return ProtocolBytes.write(assignment, version);
  }

  public static Assignment deserializeAssignment(ByteBuffer buffer) {
    return deserializeAssignment(buffer, deserializeVersion(buffer));
  }

  public static Assignment deserializeAssignment(ByteBuffer buffer, short version) {
    return ProtocolBytes.readAssignment(buffer, version);
  }
}
