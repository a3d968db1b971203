package org.apache.kafka.clients.consumer;

import io.jarparity.upstream.Python;
import io.jarparity.upstream.kafka.Bytes;
import io.jarparity.upstream.kafka.Partitions;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.types.ArrayOf;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Type;

/** Stands in for Kafka's sticky assignor: its user data are the port's, as its assignments are. */
public class StickyAssignor extends AbstractStickyAssignor {
  public static final String STICKY_ASSIGNOR_NAME = "sticky";

  // With these the tests write user data of the oldest form themselves.
  static final String TOPIC_PARTITIONS_KEY_NAME = "previous_assignment";
  static final String TOPIC_KEY_NAME = "topic";
  static final String PARTITIONS_KEY_NAME = "partitions";
  static final Schema TOPIC_ASSIGNMENT =
      new Schema(new Field(TOPIC_KEY_NAME, Type.STRING), new Field(PARTITIONS_KEY_NAME, new ArrayOf(Type.INT32)));
  static final Schema STICKY_ASSIGNOR_USER_DATA_V0 =
      new Schema(new Field(TOPIC_PARTITIONS_KEY_NAME, new ArrayOf(TOPIC_ASSIGNMENT)));

  private static final String OPERATION = "kafka.protocol.sticky-user-data";

  private List<TopicPartition> assigned;
  private int generation = DEFAULT_GENERATION;

  @Override
  public String name() {
    return STICKY_ASSIGNOR_NAME;
  }

  @Override
  public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
    assigned = assignment.partitions();
    generation = metadata.generationId();
  }

  @Override
  public ByteBuffer subscriptionUserData(Set<String> topics) {
    return assigned == null
        ? null
        : serializeTopicPartitionAssignment(new MemberData(assigned, Optional.of(generation)));
  }

  @Override
  protected MemberData memberData(Subscription subscription) {
    String data = Bytes.hex(subscription.userData());
    if (data == null) {
      return new MemberData(List.of(), Optional.empty());
    }
    Map<String, Object> read = Python.object(Python.ask(OPERATION, Map.of("direction", "decode", "bytes", data)));
    return new MemberData(
        Partitions.read(read.get("partitions")), Optional.ofNullable((Integer) read.get("generation")));
  }

  static ByteBuffer serializeTopicPartitionAssignment(MemberData data) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("direction", "encode");
    document.put("partitions", Partitions.documents(data.partitions));
    document.put("generation", data.generation.orElse(null));
    return Bytes.buffer(Python.ask(OPERATION, document));
  }
}
