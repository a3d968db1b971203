package io.jarparity.upstream.kafka;

import io.jarparity.upstream.Python;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;

/** Subscriptions and assignments as bytes: the port writes and reads them. */
public final class ProtocolBytes {
  private static final String SUBSCRIPTION = "kafka.protocol.subscription";
  private static final String ASSIGNMENT = "kafka.protocol.assignment";

  private ProtocolBytes() {}

  /** A subscription's bytes. */
  public static ByteBuffer write(Subscription subscription, short version) {
    return write(SUBSCRIPTION, SubscriptionFields.of(subscription), version);
  }

  /** An assignment's bytes. */
  public static ByteBuffer write(Assignment assignment, short version) {
    Map<String, Object> fields = new HashMap<>();
    fields.put("partitions", Partitions.documents(assignment.partitions()));
    fields.put("userData", Bytes.hex(assignment.userData()));
    return write(ASSIGNMENT, fields, version);
  }

  /** The fields of a subscription, whose version was read before. */
  public static Map<String, Object> readSubscription(ByteBuffer buffer, short version) {
    return read(SUBSCRIPTION, buffer, version);
  }

  /** The assignment, whose version was read before. */
  public static Assignment readAssignment(ByteBuffer buffer, short version) {
    Map<String, Object> fields = read(ASSIGNMENT, buffer, version);
    return new Assignment(Partitions.read(fields.get("partitions")), Bytes.buffer(fields.get("userData")));
  }

  private static ByteBuffer write(String operation, Map<String, Object> fields, short version) {
    Map<String, Object> document = new HashMap<>(fields);
    document.put("direction", "encode");
    document.put("version", version);
    return Bytes.buffer(Python.ask(operation, document));
  }

  private static Map<String, Object> read(String operation, ByteBuffer buffer, short version) {
    ByteBuffer whole = ByteBuffer.allocate(Short.BYTES + buffer.remaining()).putShort(version).put(buffer);
    whole.flip();
    return Python.object(Python.ask(operation, Map.of("direction", "decode", "bytes", Bytes.hex(whole))));
  }
}
