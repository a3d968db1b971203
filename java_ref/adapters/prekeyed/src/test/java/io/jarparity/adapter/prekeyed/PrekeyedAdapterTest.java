package io.jarparity.adapter.prekeyed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.junit.jupiter.api.Test;

class PrekeyedAdapterTest {
  private static final String NAME = "flink.prekeyed.mapping";

  private static List<?> played(int operator, Object... steps) throws Throwable {
    Registrations registered = new Registrations();
    new PrekeyedAdapter().register(registered);
    Map<String, Object> input =
        Map.of("maxParallelism", 8, "parallelism", 2, "operator", operator, "steps", List.of(steps));
    return (List<?>) registered.operations().get(NAME).read(Input.root(NAME, input)).answer();
  }

  private static Map<String, Object> split(String op, String split) {
    return Map.of("op", op, "split", split);
  }

  private static Map<String, Object> record(String split, Object... value) {
    Map<String, Object> step = new HashMap<>(Map.of("op", "record", "split", split));
    step.put("key", Map.of("type", "string", "value", "k"));
    Arrays.stream(value).forEach(v -> step.put("value", v));
    return step;
  }

  private static Map<String, Object> kind(Class<?> kind) {
    return Map.of("error", Map.of("kind", kind.getSimpleName()));
  }

  private static Map<String, Object> seen(int group, String value) {
    Map<String, Object> seen = new HashMap<>();
    seen.put("keyGroup", group);
    seen.put("value", value);
    return seen;
  }

  @Test
  void servesFlink2() {
    PrekeyedAdapter adapter = new PrekeyedAdapter();
    assertTrue(adapter.serves("flink", "2.1.3"));
    assertFalse(adapter.serves("flink", "1.20.5"));
    assertFalse(adapter.serves("kafka-clients", "4.4.0"));
  }

  @Test
  void givesTheFirstGroupThatNobodyUses() {
    Assigner assigner = new Assigner(new KeyGroupRange(4, 6));
    assertEquals(4, assigner.added("a"));
    assertEquals(5, assigner.added("b"));
    assertEquals(4, assigner.removed("a"));
    assertEquals(List.of(List.of(4, 4), List.of(6, 6)), assigner.gaps());
    assertEquals(4, assigner.added("c"));
    assertEquals(6, assigner.added("d"));
    assertEquals(List.of(), assigner.gaps());
    assertThrows(IllegalStateException.class, () -> assigner.added("e"));
    assertThrows(IllegalArgumentException.class, () -> assigner.added("d"));
    assertThrows(IllegalArgumentException.class, () -> assigner.removed("a"));
    assertEquals(Map.of("b", 5, "c", 4, "d", 6), assigner.mapping());
  }

  @Test
  void keepsStateInTheGroupOfTheSplit() throws Throwable {
    assertEquals(
        List.of(
            Map.of("keyGroup", 4, "free", List.of(List.of(5, 7))),
            seen(4, null),
            seen(4, "1"),
            kind(IllegalArgumentException.class),
            Map.of("4", List.of(List.of("k", "1")))),
        played(1, split("addSplit", "a"), record("a", "1"), record("a"), record("b"), Map.of("op", "dump")));
  }

  @Test
  void carriesStateAndMappingThroughASnapshot() throws Throwable {
    Map<String, Object> onTwo = new HashMap<>(record("a"));
    onTwo.put("operator", 2);
    assertEquals(
        List.of(
            Map.of("keyGroup", 4, "free", List.of(List.of(5, 7))),
            seen(4, null),
            Map.of("2", Map.of("a", 4)),
            seen(4, "1"),
            kind(IllegalArgumentException.class)),
        played(1, split("addSplit", "a"), record("a", "1"), Map.of("op", "rescale", "parallelism", 4), onTwo,
            Map.of("op", "rescale", "parallelism", 9)));
  }

  @Test
  void refusesWhatIsNoTaskOrStep() {
    assertThrows(IllegalArgumentException.class, () -> played(-1));
    assertThrows(InputException.class, () -> played(0, split("nothing", "a")));
    assertThrows(InputException.class, () -> played(0, Map.of("op", "addSplit")));
  }
}
