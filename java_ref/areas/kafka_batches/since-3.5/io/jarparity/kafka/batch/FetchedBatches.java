package io.jarparity.kafka.batch;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.message.FetchResponseData.AbortedTransaction;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;

/** What a consumer makes of a fetch: what each poll gives, and the offset from which it fetches next. */
final class FetchedBatches {
  private FetchedBatches() {}

  static void register(Registry registry) {
    registry.operation("kafka.batch.fetched", FetchedBatches::call);
  }

  private static Operation.Call call(Input in) {
    PartitionData fetched = CompletedFetches.fetched(in.field("bytes").hex());
    fetched.setAbortedTransactions(
        in.field("abortedTransactions").items().stream().map(FetchedBatches::aborted).toList());
    long position = in.field("position").int64();
    boolean committed = in.field("isolationLevel").text().equals("read_committed");
    int most = (int) in.field("maxPollRecords").number(1, Integer.MAX_VALUE);
    IsolationLevel level = committed ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED;
    return () -> {
      CompletedFetches fetch = new CompletedFetches(fetched, level, position);
      List<Object> polls = new ArrayList<>();
      boolean more = true;
      while (more) {
        Map<String, Object> poll = new LinkedHashMap<>();
        try {
          List<ConsumerRecord<byte[], byte[]>> given = fetch.poll(most);
          poll.put("records", given.stream().map(FetchedBatches::read).toList());
          more = !given.isEmpty();
        } catch (RuntimeException error) {
          poll.put("error", Map.of("kind", cause(error).getClass().getSimpleName()));
          more = false;
        }
        poll.put("position", String.valueOf(fetch.position()));
        poll.put("leaderEpoch", fetch.leaderEpoch().orElse(null));
        polls.add(poll);
      }
      return polls;
    };
  }

  private static AbortedTransaction aborted(Input in) {
    return new AbortedTransaction()
        .setProducerId(in.field("producerId").int64())
        .setFirstOffset(in.field("firstOffset").int64());
  }

  /** What Kafka's own errors were caused by: each says no more than that the next record can't be had. */
  private static Throwable cause(RuntimeException thrown) {
    return thrown.getClass() == KafkaException.class && thrown.getCause() != null ? thrown.getCause() : thrown;
  }

  private static Map<String, Object> read(ConsumerRecord<byte[], byte[]> record) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("offset", String.valueOf(record.offset()));
    one.put("timestamp", String.valueOf(record.timestamp()));
    one.put("key", hex(record.key()));
    one.put("value", hex(record.value()));
    one.put("headers", Arrays.stream(record.headers().toArray()).map(BatchBytes::header).toList());
    return one;
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }
}
