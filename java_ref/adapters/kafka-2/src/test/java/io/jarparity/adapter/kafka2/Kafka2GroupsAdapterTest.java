package io.jarparity.adapter.kafka2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.protocol.types.SchemaException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against 2.0.1. */
class Kafka2GroupsAdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new Kafka2GroupsAdapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private static Map<String, Object> member(String id, String... topics) {
    return Map.of("id", id, "topics", List.of(topics));
  }

  @ParameterizedTest
  @CsvSource({"kafka-clients,2.0.1,true", "kafka-clients,2.3.1,true", "kafka-clients,2.4.0,false",
    "kafka-clients,4.4.0,false", "flink,2.0.0,false"})
  void servesWhatHasTheOldInterface(String family, String version, boolean served) {
    assertEquals(served, new Kafka2GroupsAdapter().serves(family, version));
  }

  @Test
  void assignsInTheOriginalsOrder() throws Throwable {
    Map<String, Object> group =
        Map.of("topics", Map.of("T1", 3, "T2", 2), "members", List.of(member("C0", "T1", "T2"), member("C1", "T1", "T2")));
    assertEquals(
        Map.of(
            "C0", List.of(List.of("T1", 0), List.of("T1", 2), List.of("T2", 1)),
            "C1", List.of(List.of("T1", 1), List.of("T2", 0))),
        answer("kafka.assignor.round-robin", group));
  }

  @Test
  void remembersThroughAHistory() throws Throwable {
    Map<String, Object> history =
        Map.of(
            "assignor", "sticky",
            "topics", Map.of("t", 2),
            "userData", true,
            "steps", List.of(
                Map.of("op", "join", "member", "A", "topics", List.of("t")),
                Map.of("op", "rebalance"),
                Map.of("op", "rebalance")));
    Map<String, Object> all = Map.of("A", List.of(List.of("t", 0), List.of("t", 1)));
    assertEquals(
        List.of(
            Map.of("assignment", all, "userData", Map.of("A", "")),
            Map.of("assignment", all, "userData", Map.of("A", "0000000100017400000002" + "0000000000000001"))),
        answer("kafka.assignor.rebalances", history));
  }

  @Test
  void writesAndReadsBytes() throws Throwable {
    Map<String, Object> encode =
        Map.of("direction", "encode", "version", 0, "topics", List.of("b", "a"), "userData", "0102");
    assertEquals("0000" + "00000002" + "000162" + "000161" + "00000002" + "0102",
        answer("kafka.protocol.subscription", encode));
    assertThrows(SchemaException.class,
        () -> answer("kafka.protocol.assignment", Map.of("direction", "decode", "bytes", "00")));
    assertEquals(
        List.of(List.of("b", 3)),
        ((Map<?, ?>)
                answer(
                    "kafka.protocol.sticky-user-data",
                    Map.of("direction", "decode", "bytes", "000000010001620000000100000003")))
            .get("partitions"));
  }

  @Test
  void refusesFieldsThatTheLineDoesNotCarry() {
    for (Map<String, Object> field :
        List.<Map<String, Object>>of(
            Map.of("rack", "r"), Map.of("generation", 1), Map.of("instance", "i"),
            Map.of("owned", List.of(List.of("t", 0))))) {
      Map<String, Object> member = new HashMap<>(member("A", "t"));
      member.putAll(field);
      Map<String, Object> group = Map.of("topics", Map.of("t", 1), "members", List.of(member));
      InputException refused = assertThrows(InputException.class, () -> answer("kafka.assignor.sticky", group));
      String name = field.keySet().iterator().next();
      assertEquals(true, refused.getMessage().contains("members[0]." + name), refused.getMessage());
    }
    assertThrows(InputException.class,
        () -> answer("kafka.protocol.assignment",
            Map.of("direction", "encode", "version", 1, "partitions", List.of())));
  }
}
