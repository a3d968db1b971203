package io.jarparity.adapter.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdkAdapterTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new JdkAdapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get(operation).read(Input.root(operation, input)).answer();
  }

  private static Map<String, Object> text(String value) {
    return Map.of("type", "string", "value", value);
  }

  private static Map<String, Object> partition(int partition) {
    return Map.of("type", "topic-partition", "value", List.of("t", partition));
  }

  private static Map<String, Object> step(String op, Map<String, Object> key) {
    return Map.of("op", op, "key", key);
  }

  @Test
  void servesJavaOnly() {
    assertTrue(new JdkAdapter().serves("java", "17"));
    assertFalse(new JdkAdapter().serves("flink", "2.3.0"));
  }

  @Test
  void hashesAndComparesUtf16() throws Throwable {
    assertEquals(291564465, answer("java.string.hash", Map.of("a", "héllo😀")));
    assertEquals(0xd800, answer("java.string.hash", Map.of("a", "\ud800")));
    assertEquals(1, answer("java.string.compare", Map.of("a", "\uffff", "b", "😀")));
    assertEquals(-1, answer("java.string.compare", Map.of("a", "a", "b", "abc")));
    assertEquals(0, answer("java.string.compare", Map.of("a", "", "b", "")));
  }

  @Test
  void iteratesMapsAsTheyAre() throws Throwable {
    // putIfAbsent in place of computeIfAbsent would give another order: the one inserts at the end of a bin.
    List<Map<String, Object>> steps =
        IntStream.range(0, 30).mapToObj(i -> step(i % 3 == 0 ? "put" : "computeIfAbsent", partition(64 * i))).toList();
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 30; i++) {
      TopicPartition key = new TopicPartition("t", 64 * i);
      if (i % 3 == 0) {
        map.put(key, key);
      } else {
        map.computeIfAbsent(key, absent -> absent);
      }
    }
    List<Map<String, Object>> expected =
        map.keySet().stream().map(key -> partition(((TopicPartition) key).partition())).toList();
    assertEquals(expected, answer("java.hash-map.order", Map.of("steps", steps)));
  }

  @Test
  void iteratesSetsAfterRemovals() throws Throwable {
    List<Map<String, Object>> steps =
        List.of(step("add", text("AaAa")), step("add", text("BBBB")), step("add", text("AaBB")),
            step("remove", text("AaAa")), step("add", text("AaAa")));
    Set<String> set = new HashSet<>(List.of());
    set.add("AaAa");
    set.add("BBBB");
    set.add("AaBB");
    set.remove("AaAa");
    set.add("AaAa");
    List<Map<String, Object>> expected = set.stream().map(JdkAdapterTest::text).toList();
    assertEquals(expected, answer("java.hash-set.order", Map.of("steps", steps)));
    assertEquals(List.of(), answer("java.hash-set.order", Map.of("steps", List.of())));
  }

  @Test
  void refusesOtherStepsAndKeys() {
    for (Map<String, Object> step :
        List.of(step("add", text("a")), step("put", Map.of("type", "long", "value", "1")),
            step("put", Map.of("type", "null")),
            step("put", Map.of("type", "topic-partition", "value", List.of("t"))))) {
      Map<String, Object> input = Map.of("steps", List.of(step));
      assertThrows(InputException.class, () -> answer("java.hash-map.order", input), step.toString());
    }
  }
}
