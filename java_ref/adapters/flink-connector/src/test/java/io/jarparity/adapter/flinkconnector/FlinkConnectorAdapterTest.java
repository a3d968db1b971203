package io.jarparity.adapter.flinkconnector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FlinkConnectorAdapterTest {
  private static Object owner(Object topic, Object partition, Object readers) throws Throwable {
    Registrations registered = new Registrations();
    new FlinkConnectorAdapter().register(registered);
    Map<String, Object> input = Map.of("topic", topic, "partition", partition, "readers", readers);
    String name = "flink.kafka-source.split-owner";
    return registered.operations().get(name).read(Input.root(name, input)).answer();
  }

  @Test
  void servesTheConnector() {
    FlinkConnectorAdapter adapter = new FlinkConnectorAdapter();
    assertTrue(adapter.serves("flink-connector-kafka", "1.15.4"));
    assertTrue(adapter.serves("flink-connector-kafka", "5.0.0-2.2"));
    assertFalse(adapter.serves("flink-connector-kafka", "1.13.6"));
    assertFalse(adapter.serves("flink", "2.3.0"));
  }

  @Test
  void dealsThePartitionsOfATopicRound() throws Throwable {
    assertEquals(0, owner("", 0, 4));
    assertEquals(3, owner("a", 0, 4));
    assertEquals(0, owner("a", 1, 4));
  }

  @Test
  void overflowsNearTheGreatestPartition() throws Throwable {
    assertEquals(-6, owner("a", Integer.MAX_VALUE, 7));
  }

  @Test
  void throwsWhatTheOriginalThrows() {
    assertThrows(ArithmeticException.class, () -> owner("a", 0, 0));
  }

  @Test
  void refusesWhatIsNoInput() {
    assertThrows(InputException.class, () -> owner("a", "0", 4));
    assertThrows(InputException.class, () -> owner(7, 0, 4));
  }
}
