package io.jarparity.adapter.flinkconnector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.jarparity.bridge.Registrations;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.flink.util.FlinkRuntimeException;
import org.junit.jupiter.api.Test;

class SourceBytesTest {
  private static final String SPLIT = "000374c3a400000003000000000000002a0000000000000063";

  private static Object asked(String operation, Map<String, Object> input) throws Throwable {
    Registrations registered = new Registrations();
    new FlinkConnectorAdapter().register(registered);
    return registered.operations().get("flink.kafka-source." + operation).read(Input.root("input", input)).answer();
  }

  private static Object encoded(Object... split) throws Throwable {
    return asked("split-bytes", Map.of("direction", "encode", "split", Arrays.asList(split)));
  }

  private static Object decoded(String operation, int version, String bytes) throws Throwable {
    return asked(operation, Map.of("direction", "decode", "version", version, "bytes", bytes));
  }

  private static Object written(List<Object> assigned, List<Object> unassigned, boolean finished) throws Throwable {
    return asked(
        "state-bytes",
        Map.of(
            "direction", "encode",
            "assigned", assigned,
            "unassigned", unassigned,
            "initialDiscoveryFinished", finished));
  }

  @Test
  void writesAndReadsSplits() throws Throwable {
    assertEquals(SPLIT, encoded("tä", 3, "42", "99"));
    assertEquals(List.of("tä", 3, "42", "99"), decoded("split-bytes", 0, SPLIT));
    assertEquals(
        Arrays.asList("tä", 3, "42", null), decoded("split-bytes", 0, (String) encoded("tä", 3, "42", null)));
  }

  @Test
  void throwsWhatTheOriginalThrows() {
    assertThrows(EOFException.class, () -> decoded("split-bytes", 0, "0003"));
    assertThrows(FlinkRuntimeException.class, () -> encoded("t", 0, "-7", null));
    assertThrows(IOException.class, () -> decoded("state-bytes", 9, ""));
  }

  @Test
  void writesStateInTheOrderOfTheInput() throws Throwable {
    List<Object> first = Arrays.asList("b", 1, "5", null);
    List<Object> second = Arrays.asList("a", 0, "5", null);
    assertEquals("00000002" + "00016200000001" + "00016100000000", written(List.of(first, second), List.of(), true));
  }

  @Test
  void givesStateSorted() throws Throwable {
    Object state = decoded("state-bytes", 1, "00000003" + "00016200000001" + "00016200000000" + "00016100000007");
    assertEquals(
        Map.of("assignedPartitions", List.of(List.of("a", 7), List.of("b", 0), List.of("b", 1))), state);
  }

  @Test
  void refusesWhatThisConnectorsStateCantHold() {
    List<Object> split = Arrays.asList("a", 0, "5", null);
    assertThrows(InputException.class, () -> written(List.of(), List.of(split), true));
    assertThrows(InputException.class, () -> written(List.of(), List.of(), false));
  }

  @Test
  void refusesWhatIsNoInput() {
    assertThrows(InputException.class, () -> encoded("a", 0, "5"));
    assertThrows(InputException.class, () -> encoded("a", 0, 5, null));
    assertThrows(InputException.class, () -> asked("split-bytes", Map.of("direction", "sideways")));
  }
}
