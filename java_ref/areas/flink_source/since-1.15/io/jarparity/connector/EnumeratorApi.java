package io.jarparity.connector;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.subscriber.KafkaSubscriber;
import org.apache.kafka.clients.admin.AdminClient;

/** What differs from connector to connector: how an enumerator is made and restored. */
final class EnumeratorApi {
  private static final Constructor<?> RESTORED =
      Stream.of(KafkaSourceEnumerator.class.getConstructors())
          .filter(made -> made.getParameterCount() == 7)
          .findFirst()
          .orElseThrow();
  private static final Field ADMIN = admin();
  private static final int MOST_OPEN = 16;
  private static final ExecutorService CLOSING = closing();

  private EnumeratorApi() {}

  static KafkaSourceEnumerator made(
      KafkaSubscriber subscriber,
      OffsetsInitializer start,
      OffsetsInitializer stop,
      Properties properties,
      RecordingContext context,
      Boundedness boundedness,
      KafkaSourceEnumState state)
      throws Throwable {
    if (state == null) {
      return new KafkaSourceEnumerator(subscriber, start, stop, properties, context, boundedness);
    }
    boolean whole = RESTORED.getParameterTypes()[6] == KafkaSourceEnumState.class;
    Object restored = whole ? state : called(state, "assignedPartitions");
    try {
      return (KafkaSourceEnumerator)
          RESTORED.newInstance(subscriber, start, stop, properties, context, boundedness, restored);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** Lets an enumerator that has started ask this cluster; closes the client that it has made. */
  static void replaceAdmin(KafkaSourceEnumerator enumerator, AdminClient cluster) throws IllegalAccessException {
    AdminClient made = (AdminClient) ADMIN.get(enumerator);
    ADMIN.set(enumerator, cluster);
    CLOSING.execute(() -> made.close(Duration.ZERO));
  }

  /** Closing waits for the client's thread, and so is done beside the history; never for more than a few clients. */
  private static ExecutorService closing() {
    ThreadFactory daemons = work -> {
      Thread thread = new Thread(work, "closes-admin-clients");
      thread.setDaemon(true);
      return thread;
    };
    return new ThreadPoolExecutor(
        0, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_OPEN), daemons, new CallerRunsPolicy());
  }

  private static Field admin() {
    try {
      Field field = KafkaSourceEnumerator.class.getDeclaredField("adminClient");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException missing) {
      throw new NoSuchFieldError(missing.getMessage());
    }
  }

  private static Object called(Object original, String method) throws Throwable {
    try {
      return original.getClass().getMethod(method).invoke(original);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
