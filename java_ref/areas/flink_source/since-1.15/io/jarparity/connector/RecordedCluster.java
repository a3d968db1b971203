package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MockAdminClient;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** A cluster that answers with the offsets of the input, and knows no partitions beyond them. */
final class RecordedCluster extends MockAdminClient {
  private static final Node NODE = new Node(0, "127.0.0.1", 1);
  private static final Constructor<?> COMMITTED =
      Stream.of(ListConsumerGroupOffsetsResult.class.getDeclaredConstructors())
          .filter(made -> made.getParameterTypes()[0] == KafkaFuture.class)
          .findFirst()
          .orElse(null);

  /** What it answers. */
  record Answers(
      Map<TopicPartition, Long> beginnings,
      Map<TopicPartition, Long> ends,
      Map<TopicPartition, Long> times,
      Map<TopicPartition, Long> committed) {
    static Answers read(Input in) {
      return new Answers(
          offsets(in, "beginningOffsets"),
          offsets(in, "endOffsets"),
          offsets(in, "timestampOffsets"),
          offsets(in, "committedOffsets"));
    }

    private static Map<TopicPartition, Long> offsets(Input in, String field) {
      return in.optional(field).map(Partitions::offsets).orElseGet(Map::of);
    }
  }

  private final Answers answers;

  RecordedCluster(Answers answers) {
    super(List.of(NODE), NODE);
    this.answers = answers;
  }

  @Override
  public synchronized ListOffsetsResult listOffsets(
      Map<TopicPartition, OffsetSpec> asked, ListOffsetsOptions options) {
    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> found = new HashMap<>();
    asked.forEach((partition, spec) -> found.put(partition, offset(partition, spec)));
    return new ListOffsetsResult(found);
  }

  private KafkaFuture<ListOffsetsResultInfo> offset(TopicPartition partition, OffsetSpec spec) {
    KafkaFutureImpl<ListOffsetsResultInfo> future = new KafkaFutureImpl<>();
    Long offset;
    if (spec instanceof OffsetSpec.TimestampSpec) {
      offset = answers.times().getOrDefault(partition, -1L); // no record is as late: Kafka says -1
    } else {
      offset = (spec instanceof OffsetSpec.EarliestSpec ? answers.beginnings() : answers.ends()).get(partition);
    }
    if (offset == null) {
      future.completeExceptionally(new UnknownTopicOrPartitionException(partition.toString()));
    } else {
      future.complete(new ListOffsetsResultInfo(offset, offset < 0 ? -1 : 0, Optional.empty()));
    }
    return future;
  }

  /** The form of kafka-clients before 3.3, of which later ones make a call of their own. */
  @Override
  public synchronized ListConsumerGroupOffsetsResult listConsumerGroupOffsets(
      String group, ListConsumerGroupOffsetsOptions options) {
    if (COMMITTED == null) {
      return super.listConsumerGroupOffsets(group, options);
    }
    Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
    for (TopicPartition partition : options.topicPartitions()) {
      Long offset = answers.committed().get(partition);
      found.put(partition, offset == null ? null : new OffsetAndMetadata(offset));
    }
    return committed(KafkaFuture.completedFuture(found));
  }

  private static ListConsumerGroupOffsetsResult committed(Object found) {
    try {
      COMMITTED.setAccessible(true);
      return (ListConsumerGroupOffsetsResult) COMMITTED.newInstance(found);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new LinkageError("ListConsumerGroupOffsetsResult can't be made", failed);
    }
  }

  /** Later kafka-clients ask their mock, which has to know the offsets. */
  RecordedCluster withCommitted() {
    if (COMMITTED == null) {
      try {
        MockAdminClient.class.getMethod("updateConsumerGroupOffsets", Map.class).invoke(this, answers.committed());
      } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException failed) {
        throw new LinkageError("MockAdminClient can't be told committed offsets", failed);
      }
    }
    return this;
  }
}
