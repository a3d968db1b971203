package io.jarparity.live.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records written by Kafka's own producer, and read by its own consumer; bytes are hex. */
final class Records {
  /** A record to write; null where there is no key or value. */
  record Written(String key, String value) {}

  /** A header of a record; null where there is no value. */
  record Headed(String key, String value) {}

  /** A record to write with all that it has. */
  record Whole(long timestamp, String key, String value, List<Headed> headers) {}

  /** A record that was read. */
  record Read(int partition, long offset, long timestamp, String key, String value, List<Headed> headers) {}

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long NANOS = Duration.ofSeconds(60).toNanos();
  private static final HexFormat HEX = HexFormat.of();

  private final String bootstrap;

  Records(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /** Writes them with the producer's own settings; where each of them landed. */
  List<Integer> produce(String topic, List<Written> records) throws ExecutionException, InterruptedException {
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap);
    List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (Written record : records) {
        sent.add(producer.send(new ProducerRecord<>(topic, bytes(record.key()), bytes(record.value()))));
      }
      producer.flush();
    }
    List<Integer> partitions = new ArrayList<>(records.size());
    for (Future<RecordMetadata> one : sent) {
      partitions.add(one.get().partition());
    }
    return partitions;
  }

  /**
   * Writes them to the first partition, as one batch where they fit into one; in a transaction, where the settings name
   * one. By record its offset, or the exception's name.
   */
  List<Object> produceTogether(String topic, Map<String, String> settings, List<Whole> records)
      throws InterruptedException {
    Map<String, Object> all = new HashMap<>(settings);
    all.putAll(Map.of("bootstrap.servers", bootstrap, "linger.ms", (int) Duration.ofMinutes(1).toMillis()));
    boolean transaction = settings.containsKey("transactional.id");
    List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer())) {
      if (transaction) {
        producer.initTransactions();
        producer.beginTransaction();
      }
      for (Whole one : records) {
        List<Header> headers =
            one.headers().stream().<Header>map(of -> new RecordHeader(of.key(), bytes(of.value()))).toList();
        sent.add(producer.send(
            new ProducerRecord<>(topic, 0, one.timestamp(), bytes(one.key()), bytes(one.value()), headers)));
      }
      producer.flush();
      if (transaction) {
        producer.commitTransaction();
      }
    }
    List<Object> outcomes = new ArrayList<>(records.size());
    for (Future<RecordMetadata> one : sent) {
      try {
        outcomes.add(one.get().offset());
      } catch (ExecutionException refused) {
        outcomes.add(refused.getCause().getClass().getSimpleName());
      }
    }
    return outcomes;
  }

  /** Reads every record that was there when the call began. */
  List<Read> read(String topic, int partitions) {
    List<TopicPartition> all = IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap);
    List<Read> found = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> open = new HashMap<>(consumer.endOffsets(all));
      long deadline = System.nanoTime() + NANOS;
      while (true) {
        open.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
        if (open.isEmpty()) {
          return found;
        }
        if (System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("not all records of " + topic + " could be read; left: " + open);
        }
        for (ConsumerRecord<byte[], byte[]> one : consumer.poll(POLL)) {
          found.add(new Read(
              one.partition(), one.offset(), one.timestamp(), hex(one.key()), hex(one.value()), headers(one)));
        }
      }
    } catch (KafkaException stopped) {
      // What is wrong with a record is what the consumer's own exception was caused by.
      throw stopped.getCause() instanceof InvalidRecordException unreadable ? unreadable : stopped;
    }
  }

  private static List<Headed> headers(ConsumerRecord<byte[], byte[]> record) {
    List<Headed> found = new ArrayList<>();
    record.headers().forEach(header -> found.add(new Headed(header.key(), hex(header.value()))));
    return found;
  }

  private static byte[] bytes(String hex) {
    return hex == null ? null : HEX.parseHex(hex);
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HEX.formatHex(bytes);
  }
}
