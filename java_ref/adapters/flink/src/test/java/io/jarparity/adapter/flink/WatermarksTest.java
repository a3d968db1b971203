package io.jarparity.adapter.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On the release that the adapter is compiled against, 1.16: no listeners, and the watermark stays when all idle. */
class WatermarksTest {
  private final Registrations registered = new Registrations();

  @BeforeEach
  void register() {
    new FlinkAdapter().register(registered);
  }

  private List<?> played(String name, Map<String, Object> around, Object... steps) throws Throwable {
    Map<String, Object> input = new HashMap<>(around);
    input.put("steps", List.of(steps));
    return (List<?>) registered.operations().get(name).read(Input.root(name, input)).answer();
  }

  private static Map<String, Object> step(String op, String field, Object name, String... timestamp) {
    Map<String, Object> step = new HashMap<>(Map.of("op", op, field, name));
    List.of(timestamp).forEach(t -> step.put("timestamp", t));
    return step;
  }

  private static Map<String, Object> seen(Object... emitted) {
    return Map.of("emitted", List.of(emitted), "listener", List.of());
  }

  private static Map<String, Object> error(String kind) {
    return Map.of("error", Map.of("kind", kind));
  }

  @Test
  void combinesInputs() throws Throwable {
    assertEquals(
        List.of(
            Map.of("changed", false, "watermark", "-9223372036854775808", "idle", false),
            Map.of("changed", true, "watermark", "5", "idle", false),
            Map.of("changed", false, "watermark", "5", "idle", true),
            error("IllegalArgumentException")),
        played("flink.watermark.combined", Map.of("inputs", 2),
            step("watermark", "input", 0, "5"), step("idle", "input", 1), step("idle", "input", 0),
            step("active", "input", 2)));
  }

  @Test
  void tellsAllChannelsWhatIsNew() throws Throwable {
    List<Object> idle = List.of(List.of("idle"));
    List<Object> awake = List.of(List.of("active"), List.of("watermark", "6"));
    assertEquals(
        List.of(
            Map.of("received", List.of(idle, idle)),
            Map.of("received", List.of(List.of(), List.of())),
            Map.of("received", List.of(awake, awake)),
            Map.of("received", List.of(List.of(), List.of()))),
        played("flink.watermark.broadcast", Map.of("channels", 2),
            Map.of("op", "idle"), Map.of("op", "idle"), Map.of("op", "watermark", "timestamp", "6"),
            Map.of("op", "watermark", "timestamp", "5")));
    assertThrows(
        InputException.class,
        () -> played("flink.watermark.broadcast", Map.of("channels", 2), Map.of("op", "register")));
  }

  @Test
  void multiplexesOutputs() throws Throwable {
    assertEquals(
        List.of(
            seen(),
            error("IllegalStateException"),
            seen(List.of("watermark", "5")),
            seen(List.of("idle")),
            error("IllegalArgumentException"),
            Map.of("emitted", List.of(), "listener", List.of(), "returned", true),
            seen(List.of("idle"))),
        played("flink.watermark.multiplexer", Map.of(),
            step("register", "output", "a"), step("register", "output", "a"), step("watermark", "output", "a", "5"),
            step("idle", "output", "a"), step("active", "output", "b"), step("unregister", "output", "a"),
            Map.of("op", "periodic")));
  }

  @Test
  void letsWatermarksThroughTheValve() throws Throwable {
    assertEquals(
        List.of(
            Map.of("emitted", List.of(List.of("watermark", "5"))),
            Map.of("emitted", List.of(List.of("idle"))),
            Map.of("emitted", List.of(List.of("active"))),
            error("ArrayIndexOutOfBoundsException")),
        played("flink.watermark.valve", Map.of("channels", 1),
            step("watermark", "channel", 0, "5"), step("idle", "channel", 0), step("active", "channel", 0),
            step("watermark", "channel", 1, "6")));
    assertThrows(IllegalArgumentException.class, () -> played("flink.watermark.valve", Map.of("channels", 0)));
  }

  @Test
  void aggregatesReports() throws Throwable {
    List<Object> expected = new ArrayList<>(List.of(Map.of("changed", "5", "watermark", "5")));
    Map<String, Object> unchanged = new HashMap<>(Map.of("watermark", "5"));
    unchanged.put("changed", null);
    expected.add(unchanged);
    assertEquals(expected, played("flink.watermark.alignment", Map.of(),
        step("report", "key", "a", "5"), step("report", "key", "b", "7")));
  }

  @Test
  void refusesWhatIsNoStep() {
    for (String name : List.of("combined", "valve")) {
      Map<String, Object> around = Map.of("inputs", 1, "channels", 1);
      assertThrows(InputException.class,
          () -> played("flink.watermark." + name, around, Map.of("op", "up", "input", 0, "channel", 0)));
    }
    assertThrows(InputException.class, () -> played("flink.watermark.multiplexer", Map.of(), Map.of("op", "idle")));
    assertThrows(InputException.class, () -> played("flink.watermark.alignment", Map.of(), Map.of("op", "idle")));
    assertThrows(InputException.class,
        () -> played("flink.watermark.sampler", Map.of("capacity", 1), Map.of("op", "idle")));
  }
}
