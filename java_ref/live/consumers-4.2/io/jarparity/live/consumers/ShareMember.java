package io.jarparity.live.consumers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A real consumer of a share group that polls in a thread of its own. It doesn't tell what it has: its broker does. */
public final class ShareMember {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final KafkaShareConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private volatile boolean closing;
  private volatile String failed;

  /** Joins its group with these settings. */
  public ShareMember(Map<String, Object> settings, List<String> topics) {
    consumer = new KafkaShareConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    thread = new Thread(() -> run(topics), "share member");
    thread.setDaemon(true);
    thread.start();
  }

  /** Closes the consumer, which leaves its group. */
  public void close() throws InterruptedException {
    closing = true;
    consumer.wakeup();
    thread.join();
  }

  /** Why it no longer polls; null while all is well. */
  public String failed() {
    return failed;
  }

  private void run(List<String> topics) {
    try {
      consumer.subscribe(topics);
      while (!closing) {
        consumer.poll(POLL);
      }
    } catch (WakeupException closed) {
      // As close() wants it.
    } catch (RuntimeException thrown) {
      failed = thrown.toString();
    } finally {
      consumer.close(CLOSE);
    }
  }
}
