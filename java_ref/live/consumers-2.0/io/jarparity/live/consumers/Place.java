package io.jarparity.live.consumers;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.internals.AbstractCoordinator;

/** Who a consumer is in its group. Up to 2.4 a consumer doesn't tell: its coordinator is asked. */
record Place(int generation, String id) {
  static Place of(KafkaConsumer<?, ?> consumer) {
    try {
      Field coordinator = KafkaConsumer.class.getDeclaredField("coordinator");
      coordinator.setAccessible(true);
      Method generation = AbstractCoordinator.class.getDeclaredMethod("generation");
      generation.setAccessible(true);
      Object its = generation.invoke(coordinator.get(consumer));
      return new Place((int) field(its, "generationId"), (String) field(its, "memberId"));
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("this consumer has its generation elsewhere", other);
    }
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }
}
