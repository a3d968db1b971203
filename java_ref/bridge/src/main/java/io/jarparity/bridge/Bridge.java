package io.jarparity.bridge;

import io.jarparity.bridge.spi.Delegates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * The whole bridge for a caller outside the JVM: static methods that take and give text, bytes and buffers, so that a
 * batch crosses at once. All may be called by many threads.
 *
 * <p>Every method throws {@link BridgeException} where the bridge can't do what was asked. What an original throws is
 * an answer, {@code {"error":{"kind":"IllegalArgumentException","message":"…"}}}.
 */
public final class Bridge {
  private static final Lines LINES = new Lines();

  private Bridge() {}

  /**
   * Opens a line in a class loader of its own; once more with the same JARs changes nothing.
   *
   * @param line family, one space and version: {@code flink 2.3.0}
   * @param jarsJson a JSON array of absolute paths: the line's JARs and all adapters'
   */
  public static void open(String line, String jarsJson) {
    if (!(Json.read("the JARs of the line " + line, jarsJson) instanceof List<?> jars)
        || !jars.stream().allMatch(String.class::isInstance)) {
      throw new BridgeException("the JARs of the line " + line + " must be a JSON array of paths");
    }
    LINES.open(line, jars.stream().map(String.class::cast).toList());
  }

  /** The operations of an open line: a JSON array of names, sorted. */
  public static String operations(String line) {
    return Json.write(LINES.get(line).operations());
  }

  /**
   * The original's answers.
   *
   * @param inputsJson a JSON array of inputs
   * @return a JSON array of {@code {"value":…}} or {@code {"error":{"kind","message"}}}, in order, in ASCII
   */
  public static String answers(String line, String operation, String inputsJson) {
    return LINES.get(line).answers(operation, inputsJson);
  }

  /**
   * The answers of several lines to one batch, which is read once.
   *
   * @param linesJson a JSON object: by line, in the order of the patterns, the places of those inputs that the line is
   *     asked for, or null for all
   * @param inputsJson as in {@link #answers}
   * @return a JSON array of two: for each input {@code [pattern, answer, answer, …]} with each distinct answer once;
   *     and the patterns, {@code [0, 0, 1, -1]} where the first two lines gave the first answer, the third one the
   *     second, and the fourth wasn't asked
   */
  public static String answersOfLines(String operation, String linesJson, String inputsJson) {
    return new Batch(operation, LINES, linesJson).answers(inputsJson);
  }

  /**
   * The original's answers to a column.
   *
   * @param parametersJson {@code kind}, {@code rows}, {@code width} and what all rows share, such as
   *     {@code maxParallelism}
   * @param column packed, little-endian; for {@code utf8} and {@code binary} {@code rows + 1} offsets, then the bytes
   * @return {@code rows * width} 32-bit little-endian integers
   */
  public static byte[] bulk(String line, String operation, String parametersJson, byte[] column) {
    ByteBuffer[] answers = new ByteBuffer[1];
    LINES.get(line)
        .bulk(operation, parametersJson, ByteBuffer.wrap(column), bytes -> answers[0] = ByteBuffer.allocate(bytes));
    return answers[0].array();
  }

  /** As {@link #bulk}, from and into memory that the caller shares with the JVM: direct buffers of just the size. */
  public static void bulkDirect(
      String line, String operation, String parametersJson, ByteBuffer column, ByteBuffer out) {
    LINES.get(line).bulk(operation, parametersJson, column, bytes -> out);
  }

  /**
   * The original's answers to keys that come one by one, for a caller inside this JVM.
   *
   * @param parametersJson what all keys share, such as {@code maxParallelism}
   * @param field the field of the operation's input that is the key
   */
  public static KeyByKey keyByKey(String line, String operation, String parametersJson, String field) {
    return new KeyByKey(LINES.get(line), operation, parametersJson, field);
  }

  /**
   * Lets classes of any line hand their calls on to the caller, until {@link #withdraw}; a name that was taken means the
   * new target.
   *
   * @param target takes a method's name and its arguments, a JSON object; gives {@code {"value":…}} or
   *     {@code {"error":{"kind","message"}}}
   */
  public static void delegate(String name, BinaryOperator<String> target) {
    Delegates.put(name, new TextDelegate(name, target));
  }

  /** Ends {@link #delegate}. */
  public static void withdraw(String name) {
    Delegates.remove(name);
  }

  /** The JVM and the bridge: {@code java.version}, {@code java.vendor}, {@code java.vm} and {@code bridge} as JSON. */
  public static String about() {
    Map<String, String> about = new LinkedHashMap<>();
    about.put("java.version", System.getProperty("java.version"));
    about.put("java.vendor", System.getProperty("java.vendor"));
    about.put("java.vm", System.getProperty("java.vm.name"));
    about.put("bridge", version());
    return Json.write(about);
  }

  private static String version() {
    try (InputStream text = Bridge.class.getResourceAsStream("version.txt")) {
      if (text == null) {
        throw new BridgeException("the bridge's JAR lacks its version.txt");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException damaged) {
      throw new BridgeException("the bridge's version.txt can't be read: " + damaged.getMessage(), damaged);
    }
  }
}
