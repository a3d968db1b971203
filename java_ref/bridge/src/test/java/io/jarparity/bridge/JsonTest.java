package io.jarparity.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void carriesLoneSurrogatesBothWays() {
    String lone = "\ud800 \udc00\ud83d \ud83d\ude00 é\u0000\u2028";
    String json = Json.write(lone);
    assertTrue(json.chars().allMatch(c -> c < 0x80), json);
    assertEquals(lone, Json.read("text", json));
    assertEquals(lone, Json.read("text", '"' + lone.replace("\u0000", "\\u0000") + '"'), "unescaped");
    assertEquals(Map.of(lone, 1), Json.read("text", Json.write(Map.of(lone, 1))));
  }

  @Test
  void readsWhatItWrites() {
    Object value = Arrays.asList(null, true, false, Integer.MIN_VALUE, "", List.of(), Map.of("a", List.of(1)));
    assertEquals(value, Json.read("value", Json.write(value)));
  }

  @Test
  void readsLongTextsAndNumbers() {
    String text = "x".repeat(30_000_000);
    assertEquals(text, Json.read("text", '"' + text + '"'));
    assertEquals(2147483648L, Json.read("number", "2147483648"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "1 2", "1,2", "[1", "{\"a\":1,\"a\":2}", "nul", "\"\\ud8\"", "1]", "'a'"})
  void saysThatATextIsNoJson(String text) {
    BridgeException refused = assertThrows(BridgeException.class, () -> Json.read("the thing", text));
    assertTrue(refused.getMessage().startsWith("the thing "), refused.getMessage());
  }

  @Test
  void writesRepliesInOrder() {
    Json.Answers answers = new Json.Answers();
    answers.add(new Reply.Value(null));
    answers.add(new Reply.Thrown(new IllegalArgumentException("é")));
    answers.add(new Reply.Thrown(new ArithmeticException()));
    assertEquals(
        "[{\"value\":null},{\"error\":{\"kind\":\"IllegalArgumentException\",\"message\":\"\\u00E9\"}},"
            + "{\"error\":{\"kind\":\"ArithmeticException\",\"message\":null}}]",
        answers.end());
  }

  @Test
  void refusesValuesWithoutAJsonForm() {
    // A 64-bit number would lose digits in many readers of JSON: an adapter must send it as a string.
    assertThrows(BridgeException.class, () -> Json.write(List.of(1L)));
    assertThrows(BridgeException.class, () -> Json.write(Map.of("a", 1.5)));
  }
}
