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
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Records written by Kafka's own producer, and read by its own consumer; bytes are hex. */
final class Records {
  /** A record to write; null where there is no key or value. */
  record Written(String key, String value) {}

  /** A record that was read. */
  record Read(int partition, long offset, String key, String value) {}

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
          found.add(new Read(one.partition(), one.offset(), hex(one.key()), hex(one.value())));
        }
      }
    }
  }

  private static byte[] bytes(String hex) {
    return hex == null ? null : HEX.parseHex(hex);
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? null : HEX.formatHex(bytes);
  }
}
