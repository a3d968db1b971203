package io.jarparity.adapter.flinkconnector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnumeratorHistoryTest {
  private static final Map<String, Object> START = Map.of("op", "start");
  private static final Map<String, Object> SNAPSHOT = Map.of("op", "snapshot");
  private static final Map<String, Object> FIND =
      Map.of("op", "discover", "partitions", List.of(List.of("a", 0), List.of("a", 1)));

  private static Map<String, Object> reader(int reader) {
    return Map.of("op", "addReader", "reader", reader);
  }

  private static List<?> played(Map<String, Object> fields, Object... steps) throws Throwable {
    Map<String, Object> input = new HashMap<>();
    input.put("parallelism", 2);
    input.put("discoveryIntervalMs", "1000");
    input.put("boundedness", "CONTINUOUS_UNBOUNDED");
    input.put("start", Map.of("type", "earliest"));
    input.put("stop", null);
    input.put("endOffsets", List.of());
    input.putAll(fields);
    input.put("steps", List.of(steps));
    Registrations registered = new Registrations();
    new FlinkConnectorAdapter().register(registered);
    String name = "flink.kafka-source.enumerator";
    return (List<?>) registered.operations().get(name).read(Input.root(name, input)).answer();
  }

  private static Map<String, Object> seen(Object assigned) {
    return Map.of("assign", assigned, "noMoreSplits", List.of());
  }

  private static List<Object> split(String topic, int partition, String start) {
    return Arrays.asList(topic, partition, start, null);
  }

  private static Map<String, Object> error(String kind) {
    return Map.of("error", Map.of("kind", kind));
  }

  @Test
  void readersGetTheirSplitsBeforeAndAfter() throws Throwable {
    List<?> seen = played(Map.of(), START, reader(0), FIND, reader(1));
    assertEquals(seen(List.of(Map.of("0", List.of(split("a", 1, "-2"))))), seen.get(2));
    assertEquals(seen(List.of(Map.of("1", List.of(split("a", 0, "-2"))))), seen.get(3));
  }

  @Test
  void offsetsComeFromTheInput() throws Throwable {
    Map<String, Object> given = Map.of("type", "offsets", "offsets", List.of(List.of("a", 0, "5")));
    Map<String, Object> fields =
        Map.of(
            "start", given,
            "committedOffsets", List.of(),
            "beginningOffsets", List.of(List.of("a", 1, "7")));
    Object seen = played(fields, START, reader(0), FIND).get(2);
    assertEquals(seen(List.of(Map.of("0", List.of(split("a", 1, "7"))))), seen);
    assertEquals(error("FlinkRuntimeException"), played(Map.of("start", given), START, reader(0), FIND).get(2));
  }

  @Test
  void theLineOf115NeverEndsWithAnIntervalOfZero() throws Throwable {
    Map<String, Object> bounded = Map.of("boundedness", "BOUNDED", "discoveryIntervalMs", "0");
    assertEquals(List.of(), ((Map<?, ?>) played(bounded, START, reader(0), FIND).get(2)).get("noMoreSplits"));
    Map<String, Object> once = Map.of("boundedness", "BOUNDED", "discoveryIntervalMs", "-1");
    assertEquals(List.of(0), ((Map<?, ?>) played(once, START, reader(0), FIND).get(2)).get("noMoreSplits"));
  }

  @Test
  void aSnapshotIsRestored() throws Throwable {
    Map<String, Object> restore = Map.of("op", "restore");
    List<?> seen = played(Map.of(), START, reader(1), FIND, SNAPSHOT, restore, SNAPSHOT, START, reader(1), FIND);
    Object state = Map.of("assignedPartitions", List.of(List.of("a", 0)));
    assertEquals(state, ((Map<?, ?>) seen.get(3)).get("state"));
    assertEquals(state, ((Map<?, ?>) seen.get(5)).get("state"));
    assertEquals(seen(List.of()), seen.get(8));
  }

  @Test
  void whatTheOriginalThrowsIsAnObservation() throws Throwable {
    Map<String, Object> unregistered = Map.of("op", "addReader", "reader", 0, "registered", false);
    assertEquals(error("IllegalStateException"), played(Map.of(), START, unregistered).get(1));
    Map<String, Object> fails = Map.of("op", "discover", "partitions", List.of(), "fails", true);
    assertEquals(error("FlinkRuntimeException"), played(Map.of(), START, fails).get(1));
    Map<String, Object> damaged = Map.of("op", "restore", "version", 4, "state", "00");
    assertEquals(error("IOException"), played(Map.of(), START, damaged).get(1));
  }

  @Test
  void refusesWhatIsNoInput() {
    assertThrows(InputException.class, () -> played(Map.of(), Map.of("op", "stop")));
    assertThrows(InputException.class, () -> played(Map.of("boundedness", "ENDLESS"), START));
    assertThrows(InputException.class, () -> played(Map.of("start", Map.of("type", "newest")), START));
  }
}
