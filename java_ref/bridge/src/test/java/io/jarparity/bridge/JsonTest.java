package io.jarparity.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
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

  @Test
  void readsEveryForm() {
    String json = " { \"a\\n\\u00e9\" : [ -0, 12e-1, -1.5E+2, 99999999999999999999 ], \"\\/\\b\\f\\r\\t\\\"\" : { } } ";
    List<Object> numbers = List.of(0, 1.2, -150.0, new BigInteger("99999999999999999999"));
    assertEquals(Map.of("a\né", numbers, "/\b\f\r\t\"", Map.of()), Json.read("text", json));
    assertEquals(Long.MIN_VALUE, Json.read("number", "-9223372036854775808"));
    assertEquals(List.of(List.of(), 1), Json.read("list", "[[],1]"));
  }

  @Test
  void readsElementsOneByOne() {
    JsonReader elements = new JsonReader("the things", "[1, {} ] ");
    elements.enter();
    assertTrue(elements.advance());
    assertEquals(1, elements.value());
    assertTrue(elements.advance());
    assertEquals(Map.of(), elements.value());
    assertFalse(elements.advance());
    assertThrows(BridgeException.class, new JsonReader("the things", "{}")::enter);
    JsonReader none = new JsonReader("the things", "[] 1");
    none.enter();
    assertThrows(BridgeException.class, () -> none.advance());
  }

  @Test
  void aTextOfBracketsDoesNotEndTheStack() {
    BridgeException refused = assertThrows(BridgeException.class, () -> Json.read("it", "[".repeat(1_000_000)));
    assertTrue(refused.getMessage().contains("deeper than 1000"), refused.getMessage());
    String deep = "[".repeat(1000) + "]".repeat(1000);
    assertEquals(deep, Json.write(Json.read("it", deep)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "1 2", "1,2", "[1", "{\"a\":1,\"a\":2}", "nul", "\"\\ud8\"", "1]", "'a'",
    "01", "-", "1.", ".5", "1e", "+1", "\"a", "\"\\", "\"\\x\"", "\"\\u00g0\"", "\"\u0001\"", "\"\\n\u0001\"", "{a:1}", "{\"a\"}",
    "{\"a\":1,}", "[1,]", "[,1]", "{\"\\u0061\":1,\"a\":2}", "\"\\uff１1\"", "tru", "{\"a"})
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
