package io.jarparity.adapter.kafka24;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Delegate;
import io.jarparity.bridge.spi.DelegateException;
import io.jarparity.bridge.spi.Delegates;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.RebalanceProtocol;
import org.apache.kafka.clients.consumer.internals.PartitionAssignorAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users' own assignors, against 2.5.0. */
class OwnAssignorTest {
  private static final String NAME = "OwnAssignorTest";

  private final Registrations registered = new Registrations();
  private final List<String> calls = new ArrayList<>();

  @BeforeEach
  void register() {
    new Kafka24Adapter().register(registered);
  }

  @AfterEach
  void withdraw() {
    Delegates.remove(NAME);
  }

  private Object answer(Map<String, Object> input) throws Throwable {
    String operation = "kafka.assignor.custom";
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private static Map<String, Object> group(String assignor, Object... members) {
    return Map.of("assignor", assignor, "topics", Map.of("t", 2, "u", 1), "members", List.of(members));
  }

  private static Map<String, Object> member(String id, String... topics) {
    return Map.of("id", id, "topics", List.of(topics));
  }

  /** A delegate with fixed answers. */
  private void delegate(String base, Object assigned) {
    Map<String, Object> answers = new HashMap<>();
    answers.put("configured", "0");
    answers.put("base", base);
    answers.put("name", "mine");
    answers.put("version", 3);
    answers.put("supportedProtocols", List.of("COOPERATIVE", "EAGER"));
    answers.put("subscriptionUserData", "0a");
    answers.put("assign", assigned);
    answers.put("assignCounts", assigned);
    answers.put("assignPartitions", assigned);
    answers.put("onAssignment", null);
    Delegate delegate = (method, arguments) -> {
      calls.add(method + " " + arguments);
      return answers.get(method);
    };
    Delegates.put(NAME, delegate);
  }

  @Test
  void weighsInsideTheRealBase() throws Throwable {
    Map<?, ?> answer =
        (Map<?, ?>) answer(
            Map.of(
                "assignor", "weighted",
                "topics", Map.of("t", 4),
                "members", List.of(
                    Map.of("id", "A", "topics", List.of("t"), "setting", "3"), member("B", "t"))));
    assertEquals(
        Map.of("A", List.of(List.of("t", 0), List.of("t", 1), List.of("t", 2)), "B", List.of(List.of("t", 3))),
        answer.get("assignment"));
    assertEquals(Map.of("A", "00000003", "B", "00000001"), answer.get("userData"));
    assertEquals(List.of("EAGER"), answer.get("supportedProtocols"));
    assertEquals(0, answer.get("version"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.jarparity.adapter.kafka24.OwnConsumerPartitionAssignor",
    "io.jarparity.adapter.kafka24.OwnBaseAssignor", "io.jarparity.adapter.kafka24.OwnRackBaseAssignor"})
  void isMadeByAConsumersConfiguration(String name) {
    delegate("interface", Map.of());
    Map<String, Object> configs = Map.of("jarparity.assignor", NAME, "jarparity.assignor.setting", "7");
    ConsumerPartitionAssignor made = PartitionAssignorAdapter.getAssignorInstances(List.of(name), configs).get(0);
    assertEquals("mine", made.name());
    assertEquals(3, made.version());
    assertEquals(List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER), made.supportedProtocols());
    assertEquals(10, made.subscriptionUserData(Set.of("t")).get());
    assertEquals("configured {setting=7}", calls.get(0));
    assertThrows(IllegalArgumentException.class,
        () -> PartitionAssignorAdapter.getAssignorInstances(List.of(name), Map.of("jarparity.assignor", "nobody")));
  }

  @Test
  void handsTheInterfacesCallsOn() throws Throwable {
    delegate("interface", Map.of("A", Map.of("partitions", List.of(List.of("t", 1)), "userData", "ff")));
    Map<?, ?> answer = (Map<?, ?>) answer(group(NAME, member("A", "t"), member("B", "u")));
    assertEquals(Map.of("A", List.of(List.of("t", 1))), answer.get("assignment"));
    assertEquals(Map.of("A", "0a", "B", "0a"), answer.get("userData"));
    Map<?, ?> told = (Map<?, ?>) ((Map<?, ?>) answer.get("onAssignment")).get("A");
    assertEquals("ff", told.get("userData"));
    assertEquals("A", told.get("member"));
    assertNull(((Map<?, ?>) answer.get("onAssignment")).get("B"), "who is not answered is not told");
  }

  @ParameterizedTest
  @ValueSource(strings = {"counts", "partitions"})
  void theOlderBaseAsksForCounts(String base) throws Throwable {
    delegate(base, Map.of("A", List.of(List.of("u", 0))));
    Map<?, ?> answer = (Map<?, ?>) answer(group(NAME, member("A", "gone", "u", "t")));
    assertEquals(
        List.of(List.of("t", 2), List.of("u", 1)), ((Map<?, ?>) answer.get("seen")).get("partitionsPerTopic"));
    assertEquals(1, calls.stream().filter(call -> call.startsWith("assignCounts ")).count());
  }

  @Test
  void whatTheDelegateThrowsIsTheAnswer() {
    Delegates.put(NAME, (method, arguments) -> {
      throw new DelegateException("ValueError", "no");
    });
    Exception thrown = assertThrows(DelegateException.class, () -> answer(group(NAME, member("A", "t"))));
    assertEquals("ValueError: no", thrown.getMessage());
  }

  @Test
  void refusesWhatIsNoGroup() {
    assertThrows(InputException.class, () -> answer(group("nobody", member("A", "t"))));
    assertThrows(InputException.class, () -> answer(group("weighted")));
    assertThrows(InputException.class, () -> answer(group("weighted", member("A", "t", "t"))));
    assertThrows(InputException.class, () -> answer(group("weighted", member("A", "t"), member("A", "t"))));
    assertThrows(InputException.class,
        () -> answer(group("weighted", Map.of("id", "A", "topics", List.of(), "setting", "0"))));
  }
}
