package io.jarparity.bridge;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lines that are open in this JVM. */
final class Lines {
  private final Map<String, Line> open = new TreeMap<>();

  /**
   * Opens a line; once more with the same JARs changes nothing.
   *
   * @throws BridgeException a JAR is missing or damaged, no adapter serves the line, or it is open with other JARs
   */
  synchronized void open(String name, List<String> jars) {
    List<Path> paths = LineLoader.readable(jars);
    Line known = open.get(name);
    if (known == null) {
      open.put(name, new Line(name, paths));
    } else if (!known.jars().equals(paths)) {
      throw new BridgeException("the line " + name + " is open with other JARs: " + known.jars());
    }
  }

  /**
   * An open line.
   *
   * @throws BridgeException it is not open; the message lists those that are
   */
  synchronized Line get(String name) {
    Line line = open.get(name);
    if (line == null) {
      String those = open.isEmpty() ? "none is" : "open are " + String.join(", ", open.keySet());
      throw new BridgeException("the line " + name + " is not open; " + those);
    }
    return line;
  }
}
