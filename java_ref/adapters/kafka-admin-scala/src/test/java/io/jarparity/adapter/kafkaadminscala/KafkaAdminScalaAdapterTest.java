package io.jarparity.adapter.kafkaadminscala;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against 3.5.2. */
class KafkaAdminScalaAdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new KafkaAdminScalaAdapter().register(registered);
  }

  private Object assign(Map<String, Object> change) throws Throwable {
    Map<String, Object> input = new HashMap<>();
    input.put("brokers", List.of(Map.of("id", 7), Map.of("id", 3)));
    input.putAll(Map.of("partitions", 3, "replicationFactor", 2, "startIndex", 0, "startPartition", 0));
    input.putAll(change);
    String operation = "kafka.replicas.assign";
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  @ParameterizedTest
  @CsvSource({"kafka_2.13,2.4.1,true", "kafka_2.13,3.5.2,true", "kafka-server-common,4.0.2,false"})
  void servesAdminUtilsInScala(String family, String version, boolean served) {
    assertEquals(served, new KafkaAdminScalaAdapter().serves(family, version));
  }

  @Test
  void assigns() throws Throwable {
    assertEquals(
        Map.of("0", List.of(7, 3), "1", List.of(3, 7), "2", List.of(7, 3)), assign(Map.of()));
    Map<String, Object> racks =
        Map.of("brokers", List.of(Map.of("id", 7, "rack", "b"), Map.of("id", 3, "rack", "a")), "partitions", 1);
    assertEquals(Map.of("0", List.of(3, 7)), assign(racks));
  }

  @Test
  void whatTheOriginalThrowsIsItsAnswer() {
    assertThrows(InvalidReplicationFactorException.class, () -> assign(Map.of("replicationFactor", 3)));
  }
}
