package io.jarparity.adapter.kafka2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Delegates;
import io.jarparity.bridge.spi.Input;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.internals.PartitionAssignor;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users' own assignors, against 2.0.1. */
class OwnAssignorTest {
  private static final String NAME = "OwnAssignorTest of 2.0";

  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new Kafka2GroupsAdapter().register(registered);
  }

  @AfterEach
  void withdraw() {
    Delegates.remove(NAME);
  }

  private Map<?, ?> answer(String assignor, Map<String, Object> topics, Map<String, Object> member) throws Throwable {
    String operation = "kafka.assignor.custom";
    Map<String, Object> input = Map.of("assignor", assignor, "topics", topics, "members", List.of(member));
    return (Map<?, ?>) registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  @Test
  void theOldInterfaceKnowsNeitherProtocolsNorGenerations() throws Throwable {
    Map<?, ?> answer = answer("weighted", Map.of("t", 1), Map.of("id", "A", "topics", List.of("t")));
    assertNull(answer.get("version"));
    assertNull(answer.get("supportedProtocols"));
    assertEquals(Map.of("A", "00000001"), answer.get("userData"));
    Map<?, ?> told = (Map<?, ?>) ((Map<?, ?>) answer.get("onAssignment")).get("A");
    assertEquals(List.of(List.of("t", 0)), told.get("partitions"));
    assertEquals("", told.get("userData"));
    assertNull(told.get("generation"));
  }

  @Test
  void racksOfPartitionsAreThere() throws Throwable {
    Map<String, Object> racked = Map.of("t", List.of(Map.of("partition", 0, "racks", List.of("r"))));
    Map<String, Object> member = Map.of("id", "A", "topics", List.of("t"), "setting", "r");
    Map<?, ?> answer = answer("rack-preferring", racked, member);
    assertEquals(Map.of("A", List.of(List.of("t", 0))), answer.get("assignment"));
    assertEquals(Map.of("A", "72"), answer.get("userData"));
  }

  @ParameterizedTest
  @ValueSource(classes = {OwnPartitionAssignor.class, OwnBaseAssignor.class})
  void isMadeByAConsumersConfiguration(Class<?> assignor) {
    Map<String, Object> answers = new HashMap<>(Map.of("configured", "0", "name", "mine"));
    answers.put("subscriptionUserData", null);
    Delegates.put(NAME, (method, arguments) -> answers.get(method));
    Map<String, Object> configs =
        Map.of(
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(assignor.getName()),
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class,
            "jarparity.assignor", NAME);
    PartitionAssignor made =
        new ConsumerConfig(configs)
            .getConfiguredInstances(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, PartitionAssignor.class)
            .get(0);
    assertEquals("mine", made.name());
    assertEquals(0, made.subscription(Set.of("t")).userData().remaining());
  }
}
