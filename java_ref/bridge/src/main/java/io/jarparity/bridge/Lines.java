package io.jarparity.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The lines that are open in this JVM. */
final class Lines {
  private final Map<String, Line> open = new TreeMap<>();

  /**
   * Opens a line; once more with the same JARs, or copies of them, changes nothing.
   *
   * @throws BridgeException a JAR is missing or damaged, no adapter serves the line, or it is open with other JARs
   */
  synchronized void open(String name, List<String> jars) {
    List<Path> paths = LineLoader.readable(jars);
    Line known = open.get(name);
    if (known == null) {
      open.put(name, new Line(name, paths));
    } else if (!same(known.jars(), paths)) {
      throw new BridgeException("the line " + name + " is open with other JARs: " + known.jars());
    }
  }

  /** Whether these are the same JARs in the same order; copies of them in another folder are. */
  private static boolean same(List<Path> open, List<Path> given) {
    if (open.size() != given.size()) {
      return false;
    }
    for (int i = 0; i < open.size(); i++) {
      if (!open.get(i).equals(given.get(i)) && !isCopy(open.get(i), given.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCopy(Path open, Path given) {
    try {
      return open.getFileName().equals(given.getFileName()) && Files.mismatch(open, given) < 0;
    } catch (IOException unreadable) {
      throw new BridgeException("the JAR " + open + " or " + given + " can't be read: " + unreadable, unreadable);
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
