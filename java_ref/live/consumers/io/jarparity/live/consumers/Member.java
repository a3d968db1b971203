package io.jarparity.live.consumers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A real consumer that polls in a thread of its own, and notes what it has after each rebalance. */
public final class Member implements ConsumerRebalanceListener {
  /** What the consumer says when a rebalance is over. */
  public record Joined(int generation, String id, List<TopicPartition> partitions) {}

  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final Comparator<TopicPartition> ORDER =
      Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private final List<Joined> joined = new ArrayList<>();
  private String failed;

  /** Joins its group with these settings. */
  public Member(Map<String, Object> settings, List<String> topics) {
    consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    thread = new Thread(() -> run(topics), "member");
    thread.setDaemon(true);
    thread.start();
  }

  /** Closes the consumer: a dynamic member leaves its group, a static one keeps its place. */
  public void close() throws InterruptedException {
    consumer.wakeup();
    thread.join();
  }

  /** All rebalances that it has been through, oldest first. */
  public synchronized List<Joined> joined() {
    return List.copyOf(joined);
  }

  /** Why it no longer polls; null while all is well. */
  public synchronized String failed() {
    return failed;
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    // What it has when the rebalance is over counts.
  }

  @Override
  public synchronized void onPartitionsAssigned(Collection<TopicPartition> added) {
    List<TopicPartition> all = consumer.assignment().stream().sorted(ORDER).toList();
    joined.add(new Joined(consumer.groupMetadata().generationId(), consumer.groupMetadata().memberId(), all));
  }

  private void run(List<String> topics) {
    try {
      consumer.subscribe(topics, this);
      while (true) {
        consumer.poll(POLL);
      }
    } catch (WakeupException closed) {
      // As close() wants it.
    } catch (RuntimeException thrown) {
      synchronized (this) {
        failed = thrown.toString();
      }
    } finally {
      consumer.close(CloseOptions.timeout(CLOSE));
    }
  }
}
