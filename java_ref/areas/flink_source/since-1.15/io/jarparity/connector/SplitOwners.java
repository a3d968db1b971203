package io.jarparity.connector;

import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.kafka.common.TopicPartition;

/** {@code KafkaSourceEnumerator.getSplitOwner}, which isn't public. */
final class SplitOwners {
  private SplitOwners() {}

  static void register(Registry registry) {
    Method owner = original();
    registry.operation("flink.kafka-source.split-owner", in -> {
      TopicPartition partition = new TopicPartition(in.field("topic").text(), in.field("partition").int32());
      int readers = in.field("readers").int32();
      return () -> {
        try {
          return owner.invoke(null, partition, readers);
        } catch (InvocationTargetException thrown) {
          throw thrown.getCause();
        }
      };
    });
  }

  private static Method original() {
    try {
      Method owner = KafkaSourceEnumerator.class.getDeclaredMethod("getSplitOwner", TopicPartition.class, int.class);
      owner.setAccessible(true);
      return owner;
    } catch (NoSuchMethodException missing) {
      throw new NoSuchMethodError(missing.getMessage());
    }
  }
}
