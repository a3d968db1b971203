package io.jarparity.live.consumers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A real consumer that polls in a thread of its own, and notes what it has after each rebalance. It reads no records: who
 * has what is all that counts, and so it doesn't notice what happens to its partitions.
 */
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
  private volatile boolean held;
  private volatile boolean closing;
  private final boolean brokerSide;
  private Joined last;
  private String failed;

  /** Joins its group with these settings; a pattern, where there is one, in place of topics, for who assigns to match. */
  public Member(Map<String, Object> settings, List<String> topics, String pattern) {
    consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    brokerSide = "consumer".equals(settings.get("group.protocol"));
    thread = new Thread(() -> run(topics, pattern), "member");
    thread.setDaemon(true);
    thread.start();
  }

  /** Closes the consumer: a dynamic member leaves its group, a static one keeps its place. */
  public void close() throws InterruptedException {
    closing = true;
    consumer.wakeup();
    thread.join();
  }

  /** From now on it doesn't poll, or polls again. Its heartbeats go on. */
  public void hold(boolean hold) {
    held = hold;
  }

  /** Whether it is in a method of this name just now. */
  public boolean runs(String method) {
    return Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals(method));
  }

  /** What it had when it polled last, where its broker assigns; null before. */
  public synchronized Joined last() {
    return last;
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
    Joined now = state();
    joined.add(now);
    consumer.pause(now.partitions());
  }

  private synchronized void look() {
    last = state();
  }

  private Joined state() {
    List<TopicPartition> all = consumer.assignment().stream().sorted(ORDER).toList();
    Place place = Place.of(consumer);
    return new Joined(place.generation(), place.id(), all);
  }

  /** By a regular expression that the broker resolves, which consumers have known since 4.0. */
  private void subscribeBrokerSide(String pattern) throws ReflectiveOperationException {
    Class<?> type = Class.forName("org.apache.kafka.clients.consumer.SubscriptionPattern");
    Object made = type.getConstructor(String.class).newInstance(pattern);
    KafkaConsumer.class.getMethod("subscribe", type, ConsumerRebalanceListener.class).invoke(consumer, made, this);
  }

  private void run(List<String> topics, String pattern) {
    try {
      if (pattern == null) {
        consumer.subscribe(topics, this);
      } else if (brokerSide) {
        subscribeBrokerSide(pattern);
      } else {
        consumer.subscribe(Pattern.compile(pattern), this);
      }
      while (!closing) {
        if (held) {
          Thread.sleep(POLL.toMillis());
        } else {
          consumer.poll(POLL);
          if (brokerSide) {
            look();
          }
        }
      }
    } catch (WakeupException | InterruptedException closed) {
      // As close() wants it.
    } catch (ReflectiveOperationException | RuntimeException thrown) {
      synchronized (this) {
        failed = thrown.toString();
      }
    } finally {
      consumer.close(CLOSE);
    }
  }
}
