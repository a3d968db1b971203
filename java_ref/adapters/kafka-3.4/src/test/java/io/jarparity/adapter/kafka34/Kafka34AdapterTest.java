package io.jarparity.adapter.kafka34;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Against 3.4.0. */
class Kafka34AdapterTest {
  private static final Map<String, Object> REBALANCE = Map.of("op", "rebalance");

  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new Kafka34Adapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private static Map<String, Object> join(String member, String... topics) {
    return Map.of("op", "join", "member", member, "topics", List.of(topics));
  }

  private static Map<String, Object> history(String assignor, Object... steps) {
    return Map.of("assignor", assignor, "topics", Map.of("t", 2), "steps", List.of(steps));
  }

  @ParameterizedTest
  @CsvSource({"kafka-clients,3.3.2,false", "kafka-clients,3.4.0,true", "kafka-clients,4.4.0,true", "flink,4.0.0,false"})
  void servesWhatKnowsRacks(String family, String version, boolean served) {
    assertEquals(served, new Kafka34Adapter().serves(family, version));
  }

  @Test
  void writesAllFieldsOfASubscription() throws Throwable {
    Map<String, Object> fields = new HashMap<>();
    fields.putAll(Map.of("topics", List.of("a", "b"), "userData", "0102", "generation", 7, "rack", "r1"));
    fields.put("owned", List.of(List.of("a", 0), List.of("b", 0), List.of("b", 1)));
    Map<String, Object> encode = new HashMap<>(fields);
    encode.putAll(Map.of("direction", "encode", "version", 3));
    Object bytes = answer("kafka.protocol.subscription", encode);
    assertEquals(
        "0003" + "00000002000161000162" + "000000020102"
            + "0000000200016100000001000000000001620000000200000000" + "00000001" + "00000007" + "00027231",
        bytes);
    assertEquals(fields, answer("kafka.protocol.subscription", Map.of("direction", "decode", "bytes", bytes)));
  }

  @Test
  void cooperativeMembersGiveUpFirst() throws Throwable {
    List<Object> both = List.of(List.of("t", 0), List.of("t", 1));
    assertEquals(
        List.of(
            Map.of("A", both),
            Map.of("A", both.subList(0, 1), "B", List.of()),
            Map.of("A", both.subList(0, 1), "B", both.subList(1, 2))),
        answer(
            "kafka.assignor.rebalances",
            history("cooperative-sticky", join("A", "t"), REBALANCE, join("B", "t"), REBALANCE, REBALANCE)));
  }

  @Test
  void nobodyGetsNothing() throws Throwable {
    assertEquals(List.of(Map.of()), answer("kafka.assignor.rebalances", history("sticky", REBALANCE)));
  }

  static Stream<Map<String, Object>> impossible() {
    return Stream.of(
        history("sticky", join("A", "t"), join("A", "t")),
        history("sticky", join("A", "t", "t")),
        history("sticky", Map.of("op", "leave", "member", "A")),
        history("sticky", Map.of("op", "addTopic", "topic", "t", "partitions", 3)),
        history("sticky", Map.of("op", "addPartitions", "topic", "u", "partitions", 3)),
        history("sticky", Map.of("op", "addPartitions", "topic", "t", "partitions", 1)),
        history("sticky", Map.of("op", "jump")),
        history("stickiest", REBALANCE));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void refusesStepsThatCannotBeMade(Map<String, Object> history) {
    assertThrows(InputException.class, () -> answer("kafka.assignor.rebalances", history));
  }

  @Test
  void refusesGroupsThatCannotBe() {
    Map<String, Object> member = Map.of("id", "A", "topics", List.of("t"));
    for (Map<String, Object> group :
        List.<Map<String, Object>>of(
            Map.of("topics", Map.of("t", -1), "members", List.of(member)),
            Map.of("topics", Map.of("t", 1), "members", List.of(member, member)),
            Map.of("topics", Map.of("t", 1), "members", List.of(Map.of("topics", List.of("t")))),
            Map.of(
                "topics", Map.of("t", List.of(Map.of("partition", 0), Map.of("partition", 0))),
                "members", List.of(member)))) {
      InputException refused = assertThrows(InputException.class, () -> answer("kafka.assignor.range", group));
      assertTrue(refused.getMessage().startsWith("kafka.assignor.range, "), refused.getMessage());
    }
  }

  @Test
  void racksMakeNoDifferenceToRangeYet() throws Throwable {
    Map<String, Object> racked =
        Map.of("t", List.of(Map.of("partition", 0, "racks", List.of("r1", "r2")), Map.of("partition", 1)));
    Map<String, Object> member = Map.of("id", "A", "topics", List.of("t"), "rack", "r1");
    assertEquals(
        Map.of("A", List.of(List.of("t", 0), List.of("t", 1))),
        answer("kafka.assignor.range", Map.of("topics", racked, "members", List.of(member))));
  }
}
