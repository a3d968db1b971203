package io.jarparity.kafka;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.TopicPartition;

/** What the {@link StickyAssignor} reads from user data: in these releases a private method, and no other way. */
final class StickyUserData {
  private StickyUserData() {}

  static StickyData decode(ByteBuffer bytes) throws ReflectiveOperationException {
    Method method = StickyAssignor.class.getDeclaredMethod("deserializeTopicPartitionAssignment", ByteBuffer.class);
    method.setAccessible(true);
    Object decoded = method.invoke(null, bytes);
    if (decoded instanceof List<?> list) { // up to 2.2: no generation
      return new StickyData(partitions(list), Optional.empty());
    }
    Optional<?> generation = (Optional<?>) field(decoded, "generation");
    return new StickyData(
        partitions((List<?>) field(decoded, "partitions")), generation.map(Integer.class::cast));
  }

  private static List<TopicPartition> partitions(List<?> list) {
    List<TopicPartition> partitions = new ArrayList<>();
    list.forEach(item -> partitions.add((TopicPartition) item));
    return partitions;
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }
}
