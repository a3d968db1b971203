package io.jarparity.adapter.kafkaplacer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against 4.0.2. */
class KafkaPlacerAdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new KafkaPlacerAdapter().register(registered);
  }

  private Object place(Map<String, Object> change) throws Throwable {
    Map<String, Object> input = new HashMap<>();
    input.put(
        "brokers",
        List.of(
            Map.of("id", 0, "rack", "rack0"),
            Map.of("id", 1, "rack", "rack1"),
            Map.of("id", 2, "rack", "rack0"),
            Map.of("id", 3, "rack", "rack1")));
    input.putAll(Map.of("partitions", 3, "replicationFactor", 2, "startPartition", 5, "seed", "42"));
    input.putAll(change);
    String operation = "kafka.replicas.place";
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  @Test
  void servesThePlacer() {
    assertEquals(true, new KafkaPlacerAdapter().serves("kafka-metadata", "4.3.1"));
    assertEquals(false, new KafkaPlacerAdapter().serves("kafka-clients", "4.3.1"));
  }

  @Test
  void placesAndCountsFromTheStart() throws Throwable {
    assertEquals(Map.of("5", List.of(1, 2), "6", List.of(0, 3), "7", List.of(1, 2)), place(Map.of()));
  }

  @Test
  void whatTheOriginalThrowsIsItsAnswer() {
    List<Object> fenced = List.of(Map.of("id", 0, "fenced", true));
    assertThrows(
        InvalidReplicationFactorException.class, () -> place(Map.of("brokers", fenced, "replicationFactor", 1)));
  }

  @Test
  void refusesAFactorThatIsNoShort() {
    assertThrows(InputException.class, () -> place(Map.of("replicationFactor", 32768)));
  }
}
