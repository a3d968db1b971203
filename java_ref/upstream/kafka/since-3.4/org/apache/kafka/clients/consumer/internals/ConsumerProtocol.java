package org.apache.kafka.clients.consumer.internals;

import io.jarparity.upstream.kafka.Bytes;
import io.jarparity.upstream.kafka.ProtocolBytes;
import io.jarparity.upstream.kafka.SubscriptionFields;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ConsumerProtocolAssignment;
import org.apache.kafka.common.message.ConsumerProtocolSubscription;

/** Stands in for Kafka's consumer protocol from 3.4 on: the port writes and reads the bytes. */
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

  // The generated messages are Java's own; their content is the port's.

  public static ConsumerProtocolSubscription deserializeConsumerProtocolSubscription(ByteBuffer buffer) {
    return deserializeConsumerProtocolSubscription(buffer, deserializeVersion(buffer));
  }

  @SuppressWarnings("unchecked") // an array of strings
  public static ConsumerProtocolSubscription deserializeConsumerProtocolSubscription(
      ByteBuffer buffer, short version) {
    Map<String, Object> fields = ProtocolBytes.readSubscription(buffer, version);
    Subscription read = SubscriptionFields.read(fields);
    ConsumerProtocolSubscription message = new ConsumerProtocolSubscription();
    message.setTopics((List<String>) fields.get("topics")).setUserData(Bytes.buffer(fields.get("userData")));
    for (TopicPartition owned : read.ownedPartitions()) {
      ConsumerProtocolSubscription.TopicPartition topic = message.ownedPartitions().find(owned.topic());
      if (topic == null) {
        topic = new ConsumerProtocolSubscription.TopicPartition().setTopic(owned.topic());
        message.ownedPartitions().add(topic);
      }
      topic.partitions().add(owned.partition());
    }
    return message.setGenerationId(read.generationId().orElse(-1)).setRackId(read.rackId().orElse(null));
  }

  public static ByteBuffer serializeAssignment(ConsumerProtocolAssignment message, short version) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (ConsumerProtocolAssignment.TopicPartition topic : message.assignedPartitions()) {
      topic.partitions().forEach(number -> partitions.add(new TopicPartition(topic.topic(), number)));
    }
    return serializeAssignment(new Assignment(partitions, message.userData()), version);
  }

  public static ConsumerProtocolAssignment deserializeConsumerProtocolAssignment(ByteBuffer buffer) {
    return deserializeConsumerProtocolAssignment(buffer, deserializeVersion(buffer));
  }

  public static ConsumerProtocolAssignment deserializeConsumerProtocolAssignment(ByteBuffer buffer, short version) {
    Assignment read = deserializeAssignment(buffer, version);
    ConsumerProtocolAssignment message = new ConsumerProtocolAssignment().setUserData(read.userData());
    for (TopicPartition assigned : read.partitions()) {
      ConsumerProtocolAssignment.TopicPartition topic = message.assignedPartitions().find(assigned.topic());
      if (topic == null) {
        topic = new ConsumerProtocolAssignment.TopicPartition().setTopic(assigned.topic());
        message.assignedPartitions().add(topic);
      }
      topic.partitions().add(assigned.partition());
    }
    return message;
  }
}
