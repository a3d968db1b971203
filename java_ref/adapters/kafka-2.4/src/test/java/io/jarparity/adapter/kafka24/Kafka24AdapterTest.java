package io.jarparity.adapter.kafka24;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.EndlessLoop;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against 2.5.0. */
class Kafka24AdapterTest {
  private static final Map<String, Object> RECORD = Map.of("op", "record", "topic", "t");

  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new Kafka24Adapter().register(registered);
    new Kafka24ProducerAdapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  @ParameterizedTest
  @CsvSource({"kafka-clients,2.3.1,false,false", "kafka-clients,2.4.0,true,true", "kafka-clients,3.3.2,true,true",
    "kafka-clients,3.4.0,false,true", "flink,2.5.0,false,false"})
  void servesWhatCarriesOwnedPartitions(String family, String version, boolean groups, boolean producer) {
    assertEquals(groups, new Kafka24Adapter().serves(family, version));
    assertEquals(producer, new Kafka24ProducerAdapter().serves(family, version));
  }

  @Test
  void staticMembersStandByTheirInstance() throws Throwable {
    Map<String, Object> group =
        Map.of(
            "topics", Map.of("t", 1),
            "members", List.of(
                Map.of("id", "A", "topics", List.of("t")),
                Map.of("id", "B", "topics", List.of("t"), "instance", "i")));
    assertEquals(Map.of("A", List.of(), "B", List.of(List.of("t", 0))), answer("kafka.assignor.range", group));
  }

  @Test
  void cooperativeMembersKeepWhatTheyOwn() throws Throwable {
    Map<String, Object> group =
        Map.of(
            "topics", Map.of("t", 2),
            "members", List.of(
                Map.of("id", "A", "topics", List.of("t"), "owned", List.of(List.of("t", 1))),
                Map.of("id", "B", "topics", List.of("t"), "owned", List.of(List.of("t", 0)))));
    assertEquals(
        Map.of("A", List.of(List.of("t", 1)), "B", List.of(List.of("t", 0))),
        answer("kafka.assignor.cooperative-sticky", group));
  }

  @Test
  void endsAnAssignorThatNeverWouldAndGoesOnWithTheNext() throws Throwable {
    String remembered = "00000002000162000000030000000200000001000000000001640000000100000001" + "00000001";
    Map<String, Object> group =
        Map.of(
            "topics", Map.of("a", 3, "b", 3, "c", 5, "d", 6),
            "members", List.of(
                Map.of("id", "A", "topics", List.of("b")),
                Map.of("id", "B", "topics", List.of("c", "d", "b")),
                Map.of("id", "C", "topics", List.of("b", "d")),
                Map.of("id", "D", "topics", List.of("b", "d", "a"), "userData", remembered)));
    assertThrows(EndlessLoop.class, () -> answer("kafka.assignor.sticky", group));
    Map<String, Object> simple =
        Map.of("topics", Map.of("t", 1), "members", List.of(Map.of("id", "A", "topics", List.of("t"))));
    assertEquals(Map.of("A", List.of(List.of("t", 0))), answer("kafka.assignor.sticky", simple));
  }

  @Test
  void roundsOverPartitionsWithLeaders() throws Throwable {
    Map<String, Object> history =
        Map.of(
            "topics", Map.of("t", List.of(true, false, true)),
            "steps", List.of(
                RECORD, RECORD, RECORD, Map.of("op", "topics", "topics", Map.of("t", List.of(false, false))), RECORD,
                Map.of("op", "topics", "topics", Map.of()), RECORD));
    assertEquals(
        Arrays.asList(0, 2, 0, null, 1, null, Map.of("error", Map.of("kind", "ArithmeticException"))),
        answer("kafka.partitioner.round-robin", history));
  }

  @Test
  void refusesRacks() {
    Map<String, Object> member = Map.of("id", "A", "topics", List.of("t"), "rack", "r");
    assertThrows(InputException.class,
        () -> answer("kafka.assignor.range", Map.of("topics", Map.of("t", 1), "members", List.of(member))));
    Map<String, Object> racked = Map.of("t", List.of(Map.of("partition", 0, "racks", List.of("r"))));
    assertThrows(InputException.class,
        () -> answer("kafka.assignor.range", Map.of("topics", racked, "members", List.of())));
  }
}
