package io.jarparity.kafka.batch;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.LoggerFactory;

/**
 * Kafka's CompletedFetch, which is internal: what it takes differs from release to release, so that each argument is
 * chosen by its type.
 */
final class CompletedFetches {
  private static final String INTERNALS = "org.apache.kafka.clients.consumer.internals.";
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final Class<?> FETCH = named("CompletedFetch");
  private static final Constructor<?> CONSTRUCTOR = open(FETCH.getDeclaredConstructors()[0]);
  private static final Method RECORDS = method(FETCH, "fetchRecords");
  private static final Method SET_BATCHES = method(PartitionData.class, "setRecords");
  private static final Method READABLE = readable();
  private static final Field POSITION = field("nextFetchOffset");
  private static final Field LEADER_EPOCH = field("lastEpoch");
  private static final int ANY = 1;

  private final Object fetch;
  private final Object[] arguments;

  CompletedFetches(PartitionData fetched, IsolationLevel level, long position) {
    Object config = made(named("FetchConfig"), level);
    fetch = made(CONSTRUCTOR, fetched, position, config);
    // The last one is how many records.
    arguments = RECORDS.getParameterCount() == 1
        ? new Object[1]
        : new Object[] {config, made(named("Deserializers")), null};
  }

  /** What a broker has sent. */
  static PartitionData fetched(byte[] bytes) {
    return (PartitionData) called(
        () -> SET_BATCHES.invoke(new PartitionData(), READABLE.invoke(null, ByteBuffer.wrap(bytes))));
  }

  /** What one poll gives. */
  @SuppressWarnings("unchecked")
  List<ConsumerRecord<byte[], byte[]>> poll(int most) {
    arguments[arguments.length - 1] = most;
    return (List<ConsumerRecord<byte[], byte[]>>) called(() -> RECORDS.invoke(fetch, arguments));
  }

  long position() {
    return (long) called(() -> POSITION.get(fetch));
  }

  @SuppressWarnings("unchecked")
  Optional<Integer> leaderEpoch() {
    return (Optional<Integer>) called(() -> LEADER_EPOCH.get(fetch));
  }

  private static Method method(Class<?> type, String name) {
    return open(Arrays.stream(type.getDeclaredMethods())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow());
  }

  private static Method readable() {
    String memory = SET_BATCHES.getParameterTypes()[0].getPackageName() + ".MemoryRecords";
    return (Method) called(() -> Class.forName(memory).getMethod("readableRecords", ByteBuffer.class));
  }

  private static Object made(Class<?> type, Object... given) {
    // Of several constructors the one that takes its settings one by one.
    Constructor<?> chosen = Arrays.stream(type.getDeclaredConstructors())
        .filter(each -> !Arrays.asList(each.getParameterTypes()).contains(ConsumerConfig.class))
        .findFirst()
        .orElseThrow();
    return made(open(chosen), given);
  }

  private static Object made(Constructor<?> constructor, Object... given) {
    Object[] arguments =
        Arrays.stream(constructor.getParameterTypes()).map(type -> argument(type, given)).toArray();
    return called(() -> constructor.newInstance(arguments));
  }

  private static Object argument(Class<?> type, Object... given) {
    for (Object one : given) {
      if (type.isInstance(one) || type == long.class && one instanceof Long) {
        return one;
      }
    }
    return switch (type.getSimpleName()) {
      case "LogContext" -> called(() -> type.getConstructor().newInstance());
      case "Logger" -> LoggerFactory.getLogger(FETCH);
      case "TopicPartition" -> PARTITION;
      case "BufferSupplier" -> called(() -> type.getMethod("create").invoke(null));
      case "SubscriptionState" -> made(type);
      case "OffsetResetStrategy", "AutoOffsetResetStrategy" -> called(() -> type.getField("NONE").get(null));
      // One partition more than there is: so nothing is ever handed on to the metrics themselves.
      case "FetchMetricsAggregator" -> made(type, Set.of(PARTITION, new TopicPartition("other", 0)));
      case "FetchMetricsManager", "Metrics" -> null;
      case "Deserializer" -> new ByteArrayDeserializer();
      case "boolean" -> true;
      case "int" -> ANY;
      case "short" -> (short) ANY;
      case "String" -> "";
      default -> throw new IllegalStateException("no " + type);
    };
  }

  private static Class<?> named(String name) {
    return (Class<?>) called(() -> Class.forName(INTERNALS + name));
  }

  private static Field field(String name) {
    Field field = (Field) called(() -> FETCH.getDeclaredField(name));
    field.setAccessible(true);
    return field;
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  private interface Reflected {
    Object get() throws ReflectiveOperationException;
  }

  private static Object called(Reflected call) {
    try {
      return call.get();
    } catch (InvocationTargetException thrown) {
      if (thrown.getCause() instanceof RuntimeException error) {
        throw error;
      }
      throw new IllegalStateException(thrown.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
