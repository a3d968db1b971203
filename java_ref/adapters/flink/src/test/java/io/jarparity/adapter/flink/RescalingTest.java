package io.jarparity.adapter.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RescalingTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new FlinkAdapter().register(registered);
  }

  private Object answer(String operation, Map<String, Object> input) throws Throwable {
    return registered.operations().get("flink.rescale." + operation).read(Input.root(operation, input)).answer();
  }

  private static Map<String, Object> range(int start, int end) {
    return Map.of("start", start, "end", end);
  }

  private static Map<String, Object> change(int maxParallelism, int before, int after) {
    return Map.of("maxParallelism", maxParallelism, "oldParallelism", before, "newParallelism", after);
  }

  @Test
  void keyGroupsArePartitioned() throws Throwable {
    assertEquals(List.of(range(0, 3), range(4, 6), range(7, 9)), answer("partitions", change(10, 1, 3)));
    assertThrows(IllegalArgumentException.class, () -> answer("partitions", change(2, 1, 3)));
  }

  @Test
  void newSubtasksGetPiecesOfOldSnapshots() throws Throwable {
    assertEquals(
        List.of(
            List.of(range(0, 7)),
            List.of(range(8, 9), range(10, 14)),
            List.of(range(15, 19), range(20, 22)),
            List.of(range(23, 29))),
        answer("keyed-state", change(30, 3, 4)));
  }

  @Test
  void finishedSubtasksHaveNoSnapshot() throws Throwable {
    Map<String, Object> input = new LinkedHashMap<>(change(30, 3, 1));
    input.put("finished", List.of(1));
    assertEquals(List.of(List.of(range(0, 9), range(20, 29))), answer("keyed-state", input));
  }

  private static Map<String, Object> handle(String name, String mode, String... offsets) {
    return Map.of("handle", name, "states", Map.of("s", Map.of("mode", mode, "offsets", List.of(offsets))));
  }

  private static Map<String, Object> subtasks(int after, List<List<Map<String, Object>>> before) {
    return Map.of("oldParallelism", before.size(), "newParallelism", after, "subtasks", before);
  }

  @Test
  void operatorStateIsRepartitioned() throws Throwable {
    List<List<Map<String, Object>>> before =
        List.of(List.of(handle("b", "SPLIT_DISTRIBUTE", "0", "8", "16")), List.of(handle("a", "SPLIT_DISTRIBUTE", "0")));
    assertEquals(
        List.of(
            List.of(handle("b", "SPLIT_DISTRIBUTE", "0", "8")),
            List.of(handle("b", "SPLIT_DISTRIBUTE", "16")),
            List.of(handle("a", "SPLIT_DISTRIBUTE", "0"))),
        answer("operator-state", subtasks(3, before)));
    assertEquals(
        List.of(List.of(handle("a", "UNION", "0"), handle("b", "UNION", "8"))),
        answer("operator-state", subtasks(1, List.of(List.of(handle("b", "UNION", "8")), List.of(handle("a", "UNION", "0"))))));
  }

  @Test
  void anUnknownModeIsNoInput() {
    List<List<Map<String, Object>>> before = List.of(List.of(handle("a", "ALL")));
    InputException thrown = assertThrows(InputException.class, () -> answer("operator-state", subtasks(1, before)));
    assertTrue(thrown.getMessage().contains("must be one of [SPLIT_DISTRIBUTE, UNION, BROADCAST]"), thrown.getMessage());
    Map<String, Object> mapper = Map.of("mode", "range", "oldParallelism", 3, "newParallelism", 2, "newIndex", 0);
    assertThrows(InputException.class, () -> answer("in-flight", mapper));
  }

  @Test
  void mappersNameOldSubtasks() throws Throwable {
    Map<String, Object> round = Map.of("mode", "ROUND_ROBIN", "oldParallelism", 10, "newParallelism", 4, "newIndex", 1);
    assertEquals(List.of(1, 5, 9), answer("in-flight", round));
    Map<String, Object> none = Map.of("mode", "UNSUPPORTED", "oldParallelism", 3, "newParallelism", 2, "newIndex", 0);
    assertThrows(UnsupportedOperationException.class, () -> answer("in-flight", none));
  }
}
