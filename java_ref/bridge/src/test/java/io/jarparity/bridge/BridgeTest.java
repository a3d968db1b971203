package io.jarparity.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.jarparity.bridge.spi.Delegate;
import io.jarparity.bridge.spi.DelegateException;
import io.jarparity.bridge.spi.Delegates;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BridgeTest {
  // Open lines keep their JARs open, which Windows does not delete.
  @TempDir(cleanup = CleanupMode.NEVER)
  static Path folder;

  static Path adapter;

  @BeforeAll
  static void openTwoVersions() throws IOException {
    Path one = FakeJars.original(folder, "1.0");
    adapter = FakeJars.adapter(folder, one);
    Bridge.open("fake 1.0", jars(one, adapter));
    Bridge.open("fake 2.0", jars(FakeJars.original(folder, "2.0"), adapter));
  }

  private static String jars(Path... jars) {
    return Json.write(Stream.of(jars).map(Path::toString).toList());
  }

  private static String answer(String operation, String input) {
    return Bridge.answers("fake 1.0", operation, "[" + input + "]");
  }

  private static String thrown(String what) {
    return answer("fake.throw", "{\"what\":\"" + what + "\"}");
  }

  private static String refused(Executable call) {
    return assertThrows(BridgeException.class, call).getMessage();
  }

  @Test
  void keysAreAskedOneByOne() throws OriginalThrew {
    KeyByKey lengths = Bridge.keyByKey("fake 1.0", "fake.lengths", "{}", "text");
    assertEquals(3, lengths.of("abc"));
    assertEquals(0, lengths.of(""));
    assertEquals(
        "fake.lengths was asked for a key of kind utf8, and now of kind long", refused(() -> lengths.of(1L)));
    KeyByKey doubled = Bridge.keyByKey("fake 1.0", "fake.double", "{\"by\":1}", "value");
    assertEquals(14, doubled.of(7));
    assertEquals(
        "the line fake 1.0 has no bulk operation with one answer to a key of kind binary fake.double",
        refused(() -> Bridge.keyByKey("fake 1.0", "fake.double", "{\"by\":1}", "value").of(new byte[0])));
    KeyByKey byZero = Bridge.keyByKey("fake 1.0", "fake.double", "{\"by\":0}", "value");
    for (int i = 0; i < 2; i++) { // once more: one that threw is asked again
      assertEquals(
          "ArithmeticException: / by zero", assertThrows(OriginalThrew.class, () -> byZero.of(1)).getMessage());
    }
  }

  @Test
  void documentsOfKeysAreAskedOneByOne() throws OriginalThrew {
    KeyByKey quotients = Bridge.keyByKey("fake 1.0", "fake.divide", "{}", "by");
    assertEquals(1, quotients.ofDocument(1));
    assertEquals(
        "ArithmeticException: / by zero",
        assertThrows(OriginalThrew.class, () -> quotients.ofDocument(0)).getMessage());
    assertEquals(
        "fake.divide, by: must be a whole number from -2147483648 to 2147483647, but is \"a\"",
        refused(() -> quotients.ofDocument("a")));
    assertEquals(
        "fake.version answers 1.0, which is no int",
        refused(() -> Bridge.keyByKey("fake 1.0", "fake.version", "{}", "key").ofDocument(null)));
    assertEquals(
        "the parameters of fake.divide must be a JSON object",
        refused(() -> Bridge.keyByKey("fake 1.0", "fake.divide", "[]", "by")));
  }

  @Test
  void callsOfLinesAreHandedOnAsText() {
    Bridge.delegate("test", (method, arguments) -> switch (method) {
      case "echo" -> "{\"value\":" + arguments + "}";
      case "fail" -> "{\"error\":{\"kind\":\"ValueError\",\"message\":\"no\"}}";
      default -> "{}";
    });
    Delegate delegate = Delegates.find("test").orElseThrow();
    assertEquals(Map.of("a", List.of("😀")), delegate.call("echo", Map.of("a", List.of("😀"))));
    Exception failed = assertThrows(DelegateException.class, () -> delegate.call("fail", Map.of()));
    assertEquals("ValueError: no", failed.getMessage());
    assertEquals(
        "what the delegate test gave for rest has neither a value nor an error",
        refused(() -> delegate.call("rest", Map.of())));
    Bridge.withdraw("test");
    assertTrue(Delegates.find("test").isEmpty());
  }

  @Test
  void holdsTwoVersionsAtOnce() {
    assertEquals("[{\"value\":\"1.0\"}]", Bridge.answers("fake 1.0", "fake.version", "[{}]"));
    assertEquals("[{\"value\":\"2.0\"}]", Bridge.answers("fake 2.0", "fake.version", "[{}]"));
    assertThrows(ClassNotFoundException.class, () -> Class.forName("original.Original"),
        "the bridge sees a line's class");
  }

  @Test
  void asksSeveralLinesForOneBatch() {
    String both = "{\"fake 1.0\":null,\"fake 2.0\":null}";
    assertEquals("[[[0,{\"value\":\"1.0\"},{\"value\":\"2.0\"}]],[[0,1]]]",
        Bridge.answersOfLines("fake.version", both, "[{}]"));
    // Equal answers are written once, errors too; the second line is asked for the last input only.
    String byZero = "{\"error\":{\"kind\":\"ArithmeticException\",\"message\":\"/ by zero\"}}";
    assertEquals("[[[0,{\"value\":1}],[0," + byZero + "],[1," + byZero + "]],[[0,-1],[0,0]]]",
        Bridge.answersOfLines(
            "fake.divide", "{\"fake 1.0\":null,\"fake 2.0\":[2]}", "[{\"by\":1},{\"by\":0},{\"by\":0}]"));
    assertEquals("[[],[]]", Bridge.answersOfLines("fake.divide", both, "[]"));
  }

  @Test
  void asksOneLineAfterTheOtherWhereTheCallersCodeMayBeCalled() {
    Bridge.delegate("callers", (method, arguments) -> "{\"value\":null}");
    try {
      String here = Json.write(Thread.currentThread().getName());
      assertEquals("[[[0,{\"value\":" + here + "}]],[[0,0]]]",
          Bridge.answersOfLines("fake.thread", "{\"fake 1.0\":null,\"fake 2.0\":null}", "[{}]"));
    } finally {
      Bridge.withdraw("callers");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 512, 1000})
  void answersBatchesOfAnyLength(int count) {
    String inputs = Json.write(IntStream.range(0, count).mapToObj(i -> Map.of("by", i % 3)).toList());
    String single = Bridge.answers("fake 1.0", "fake.divide", inputs);
    String rows = single.replace("{\"value\"", "[0,{\"value\"").replace("{\"error\"", "[0,{\"error\"");
    String expected = rows.replaceAll("(\"value\":\\d+}|zero\"}})", "$1]");
    assertEquals("[" + expected + ",[[0,0]]]",
        Bridge.answersOfLines("fake.divide", "{\"fake 1.0\":null,\"fake 2.0\":null}", inputs));
  }

  @Test
  void saysWhichLineOrInputOfABatchIsWrong() {
    assertTrue(refused(() -> Bridge.answersOfLines("fake.version", "{\"fake 3.0\":null}", "[{}]"))
        .startsWith("the line fake 3.0 is not open"));
    assertEquals("fake.divide, input 1: field by is missing",
        refused(() -> Bridge.answersOfLines("fake.divide", "{\"fake 1.0\":null}", "[{\"by\":1},{}]")));
    assertEquals("fake.divide, input 1: field by is missing",
        refused(() -> Bridge.answersOfLines(
            "fake.divide", "{\"fake 1.0\":null,\"fake 2.0\":null}", "[{\"by\":1},{}]")));
    assertEquals("lines, fake 1.0: must be an array, but is 5",
        refused(() -> Bridge.answersOfLines("fake.divide", "{\"fake 1.0\":5}", "[]")));
  }

  @Test
  void showsALineTheJdkAndTheInterfacesOnly() {
    for (String visible : List.of("java.sql.Timestamp", "io.jarparity.bridge.spi.Operation", "original.Original")) {
      assertEquals("[{\"value\":true}]", answer("fake.sees", "{\"class\":\"" + visible + "\"}"), visible);
    }
    for (String hidden :
        List.of("io.jarparity.bridge.Bridge", "com.fasterxml.jackson.core.JsonFactory", "org.junit.jupiter.api.Test")) {
      String message = refused(() -> answer("fake.sees", "{\"class\":\"" + hidden + "\"}"));
      assertTrue(message.contains("ClassNotFoundException: " + hidden), message);
    }
  }

  @Test
  void setsAndRestoresTheContextLoader() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertEquals("[{\"value\":\"true\"}]", answer("fake.context", "{}"));
    assertSame(before, Thread.currentThread().getContextClassLoader());
    thrown("argument");
    assertSame(before, Thread.currentThread().getContextClassLoader());
  }

  @Test
  void answersWithWhatTheOriginalThrew() {
    assertEquals(
        "[{\"error\":{\"kind\":\"IllegalArgumentException\",\"message\":\"caf\\u00E9 \\uD800\"}}]", thrown("argument"));
    assertEquals("[{\"error\":{\"kind\":\"AssertionError\",\"message\":\"not so\"}}]", thrown("assertion"));
    assertEquals("[{\"error\":{\"kind\":\"IOException\",\"message\":\"disk\"}}]", thrown("checked"));
    assertEquals("[{\"error\":{\"kind\":\"IllegalStateException\",\"message\":\"inside\"}}]", thrown("wrapped"));
    assertEquals("[{\"error\":{\"kind\":\"Special\",\"message\":\"deep\"}}]", thrown("nested"));
    assertTrue(thrown("refused").startsWith("[{\"error\":{\"kind\":\"IdentityHashedKey\""));
  }

  @Test
  void neverAnswersWithItsOwnFailures() {
    String unread = refused(() -> thrown("in read"));
    assertTrue(unread.contains("failed to read an input: java.lang.IllegalArgumentException"), unread);
    String unlinked = refused(() -> thrown("linkage"));
    assertTrue(unlinked.contains("NoClassDefFoundError: original/Absent"), unlinked);
    assertEquals("fake.throw, input 0: field what is missing", refused(() -> answer("fake.throw", "{}")));
    assertEquals("fake.divide, input 1: must be an object, but is 5",
        refused(() -> answer("fake.divide", "{\"by\":1},5")));
    assertTrue(refused(() -> answer("fake.long", "{}")).contains("java.lang.Long, which has no JSON form"));
    String torn = refused(() -> answer("fake.divide", "{\"by\":"));
    assertTrue(torn.startsWith("the inputs of fake.divide can't be read as JSON: "), torn);
    assertTrue(refused(() -> Bridge.answers("fake 1.0", "fake.divide", "{}")).contains("must be a JSON array"));
  }

  @Test
  void letsPassTheEndOfTheJvm() {
    assertThrows(StackOverflowError.class, () -> thrown("stack"));
    assertThrows(OutOfMemoryError.class, () -> thrown("memory"));
  }

  @Test
  void givesNoAnswerOnceCompiledCodeLosesTheMessage() {
    String message = refused(() -> thrown("stripped"));
    assertTrue(message.endsWith("ArithmeticException without its message; start it with -XX:-OmitStackTraceInFastThrow"), message);
  }

  @Test
  void listsOperationsAndOpenLines() {
    assertEquals(
        "[\"fake.context\",\"fake.divide\",\"fake.long\",\"fake.sees\",\"fake.thread\",\"fake.throw\",\"fake.version\"]",
        Bridge.operations("fake 1.0"));
    String closed = refused(() -> Bridge.operations("fake 3.0"));
    assertTrue(closed.startsWith("the line fake 3.0 is not open; open are fake 1.0, fake 2.0"), closed);
    String unknown = refused(() -> answer("fake.nothing", "{}"));
    assertTrue(unknown.startsWith("the line fake 1.0 has no operation fake.nothing; it has"), unknown);
    assertTrue(Bridge.about().contains("\"bridge\":\"0."), Bridge.about());
  }

  @Test
  void opensOnceAndSaysWhyItDoesNot() throws IOException {
    Path one = folder.resolve("original-1.0.jar");
    Bridge.open("fake 1.0", jars(one, adapter));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path copy = Files.copy(one, elsewhere.resolve(one.getFileName()));
    Bridge.open("fake 1.0", jars(copy, adapter));
    Path other = Files.copy(adapter, Files.createDirectory(folder.resolve("other")).resolve(one.getFileName()));
    assertTrue(refused(() -> Bridge.open("fake 1.0", jars(other, adapter))).contains("is open with other JARs"));
    assertTrue(refused(() -> Bridge.open("fake 1.0", jars(adapter))).contains("is open with other JARs"));
    assertTrue(refused(() -> Bridge.open("other 1.0", jars(one))).contains("registers an operation"));
    Path again = FakeJars.listing(folder, "fake.FakeAdapter");
    assertTrue(refused(() -> Bridge.open("fake twice", jars(one, adapter, again))).contains("is registered twice"));
    Path gone = FakeJars.listing(folder, "fake.Gone", "fake.GoneToo");
    assertTrue(refused(() -> Bridge.open("fake gone", jars(one, gone))).contains("fake.Gone of the line fake gone"));
    assertTrue(refused(() -> Bridge.open("fake", jars(one, adapter))).contains("a family, one space and a version"));
    assertTrue(refused(() -> Bridge.open("fake 9", jars(folder.resolve("gone.jar")))).contains("there is no JAR"));
    assertTrue(refused(() -> Bridge.open("fake 9", "[\"gone.jar\"]")).contains("no absolute path"));
    assertTrue(refused(() -> Bridge.open("fake 9", "[1]")).contains("must be a JSON array of paths"));
    Path damaged = Files.write(folder.resolve("damaged.jar"), new byte[] {1, 2, 3});
    assertTrue(refused(() -> Bridge.open("fake 9", jars(damaged, adapter))).contains("damaged.jar is damaged"));
  }

  @Test
  void namesTheJarOfADamagedClass() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Path broken =
        FakeJars.jar(folder.resolve("broken.jar"), empty, Map.of("original/Original.class", new byte[] {1, 2, 3, 4}));
    Bridge.open("fake broken", jars(broken, adapter));
    String message = refused(() -> Bridge.answers("fake broken", "fake.version", "[{}]"));
    assertTrue(message.contains("ClassFormatError: original.Original") && message.contains("broken.jar"), message);
  }

  @Test
  void answersColumnsBlockByBlock() {
    int rows = 3 * BulkRun.BLOCK + 5;
    ByteBuffer column = ByteBuffer.allocateDirect(4 * rows).order(ByteOrder.LITTLE_ENDIAN);
    IntStream.range(0, rows).forEach(column::putInt);
    ByteBuffer out = ByteBuffer.allocateDirect(4 * rows);
    String parameters = "{\"kind\":\"integer\",\"rows\":" + rows + ",\"width\":1,\"by\":1}";
    Bridge.bulkDirect("fake 1.0", "fake.double", parameters, column.rewind(), out);
    byte[] bytes = new byte[4 * rows];
    column.get(0, bytes);
    int[] expected = IntStream.range(0, rows).map(i -> 2 * i).toArray();
    int[] direct = new int[rows];
    out.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(direct);
    assertArrayEquals(expected, direct);
    int[] copied = new int[rows];
    ByteBuffer answers = ByteBuffer.wrap(Bridge.bulk("fake 1.0", "fake.double", parameters, bytes));
    answers.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(copied);
    assertArrayEquals(expected, copied);
  }

  @Test
  void namesTheRowForWhichTheOriginalThrew() {
    int rows = 2 * BulkRun.BLOCK;
    ByteBuffer column = ByteBuffer.allocate(4 * rows).order(ByteOrder.LITTLE_ENDIAN);
    column.putInt(4 * (BulkRun.BLOCK + 7), -1);
    String parameters = "{\"kind\":\"ints\",\"rows\":" + rows + ",\"width\":2}";
    assertEquals(
        "fake.twice on fake 1.0, row " + (BulkRun.BLOCK + 7) + ": the original threw IllegalStateException: negative",
        refused(() -> Bridge.bulk("fake 1.0", "fake.twice", parameters, column.array())));
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', quoteCharacter = '`', value = {
    "fake.double; {'kind':'long','rows':0,'width':1}; 0; must be one of [integer]",
    "fake.double; {'kind':'integer','rows':0,'width':2,'by':1}; 0; must be 1, the answers",
    "fake.double; {'kind':'integer','rows':1,'width':1,'by':1}; 3; has 4 bytes, not 3",
    "fake.double; {'kind':'integer','rows':-1,'width':1,'by':1}; 0; rows: must be a whole number",
    "fake.double; {'kind':'integer','rows':0,'width':1}; 0; field by is missing",
    "fake.divide; {'kind':'integer','rows':0,'width':1}; 0; has no bulk operation fake.divide"
  })
  void saysWhatDoesNotFitAColumn(String operation, String parameters, int bytes, String sentence) {
    String message = refused(() -> Bridge.bulk("fake 1.0", operation, parameters.replace('\'', '"'), new byte[bytes]));
    assertTrue(message.contains(sentence), message);
  }

  @Test
  void wantsJustTheRoomForTheAnswers() {
    String parameters = "{\"kind\":\"integer\",\"rows\":1,\"width\":1,\"by\":1}";
    ByteBuffer column = ByteBuffer.allocateDirect(4);
    ByteBuffer out = ByteBuffer.allocateDirect(8);
    String message = refused(() -> Bridge.bulkDirect("fake 1.0", "fake.double", parameters, column, out));
    assertTrue(message.contains("take 4 bytes, the buffer for them has 8"), message);
    String none = "{\"kind\":\"utf8\",\"rows\":0,\"width\":1}";
    assertEquals(0, Bridge.bulk("fake 1.0", "fake.lengths", none, new byte[4]).length);
  }

  @Test
  void answersManyThreads() {
    String inputs = Json.write(IntStream.range(0, 1000).mapToObj(i -> Map.of("by", i % 2)).toList());
    String expected = Bridge.answers("fake 1.0", "fake.divide", inputs);
    assertTrue(
        IntStream.range(0, 64).parallel().allMatch(i -> {
          Bridge.open("fake 1.0", jars(folder.resolve("original-1.0.jar"), adapter));
          return Bridge.answers(i % 2 == 0 ? "fake 1.0" : "fake 2.0", "fake.divide", inputs).equals(expected);
        }));
    assertTrue(Arrays.asList(expected.split(",")).contains("[{\"error\":{\"kind\":\"ArithmeticException\""));
  }
}
