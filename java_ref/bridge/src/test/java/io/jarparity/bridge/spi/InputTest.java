package io.jarparity.bridge.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class InputTest {
  private static Input of(Object value) {
    return Input.root("input 3", Map.of("a", value)).field("a");
  }

  private static void refused(String message, Executable read) {
    assertEquals(message, assertThrows(InputException.class, read).getMessage());
  }

  @Test
  void readsEveryKindOfValue() {
    assertEquals(Integer.MIN_VALUE, of(Integer.MIN_VALUE).int32());
    assertEquals(Long.MIN_VALUE, of("-9223372036854775808").int64());
    assertEquals(0x8000000000000000L, of("0x8000000000000000").bits(16));
    assertEquals("\ud800", of("\ud800").text());
    assertTrue(of(true).bool());
    assertArrayEquals(new byte[] {0, -1}, of("00ff").hex());
    assertEquals(2, of(List.of("x", "y")).items().size());
    assertFalse(of(1).isNull());
    Map<String, Object> withNull = new HashMap<>();
    withNull.put("a", null);
    assertTrue(Input.root("input", withNull).field("a").isNull());
    assertTrue(Input.root("input", withNull).optional("b").isEmpty());
  }

  @Test
  void namesTheFieldAndWhatStandsThere() {
    refused("input 3, a: must be a whole number from -2147483648 to 2147483647, but is 2147483648",
        () -> of(2147483648L).int32());
    refused("input 3, a: must be a whole number from -2147483648 to 2147483647, but is 1.5", () -> of(1.5).int32());
    refused("input 3, a: must be a whole number from -2147483648 to 2147483647, but is \"1\"", () -> of("1").int32());
    refused("input 3, a: must be a decimal string from -128 to 127, but is \"128\"",
        () -> of("128").decimal(-128, 127));
    refused("input 3, a: must be a decimal string from -128 to 127, but is 5", () -> of(5).decimal(-128, 127));
    refused("input 3, a: must be 0x and 8 hex digits, but is \"0x1\"", () -> of("0x1").bits(8));
    refused("input 3, a: must be 0x and 8 hex digits, but is \"0x0000000g\"", () -> of("0x0000000g").bits(8));
    refused("input 3, a: must be bytes as hex, two digits a byte, but is \"abc\"", () -> of("abc").hex());
    refused("input 3, a: must be true or false, but is \"true\"", () -> of("true").bool());
    refused("input 3, a: must be a string, but is an object", () -> of(Map.of()).text());
    refused("input 3, a: must be an array, but is an object", () -> of(Map.of()).items());
    refused("input 3, a: must be an object, but is an array", () -> of(List.of()).field("b"));
    refused("input 3, a: field b is missing", () -> of(Map.of()).field("b"));
    refused("input 3, a.b[1].c: must be a string, but is 7",
        () -> of(Map.of("b", List.of(0, Map.of("c", 7)))).field("b").items().get(1).field("c").text());
  }
}
