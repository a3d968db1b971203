package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import io.jarparity.bridge.BridgeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkFiles;

/**
 * A line whose JARs came to this executor as files: opened once in each JVM, by the bridge's own loader, so that Spark's
 * class path stays as it is and several lines can be asked in one job.
 */
final class ShippedLine implements Serializable {
  private static final long serialVersionUID = 1;
  private static final Map<String, String> OPEN = new ConcurrentHashMap<>();

  private final String name;
  private final String sums;

  /**
   * Opens nothing yet: this is made on the driver.
   *
   * @param name family, one space and version
   * @param sums a line for each JAR: its SHA-256, two spaces, its name among Spark's files
   */
  ShippedLine(String name, String sums) {
    this.name = name;
    this.sums = sums;
  }

  String name() {
    return name;
  }

  /**
   * The line's name, once it is open.
   *
   * @throws BridgeException a JAR is missing or is not the locked one, or the line can't be opened
   */
  String open() {
    String opened = OPEN.computeIfAbsent(name, absent -> {
      Bridge.open(name, jars());
      return sums;
    });
    if (!opened.equals(sums)) {
      throw new BridgeException("this executor has opened the line " + name + " with other JARs: use a new session");
    }
    return name;
  }

  private String jars() {
    List<String> paths = new ArrayList<>();
    for (String sum : sums.split("\n")) {
      int space = sum.indexOf("  ");
      Path jar = Path.of(SparkFiles.get(sum.substring(space + 2))).toAbsolutePath();
      String found = digest(jar);
      if (!found.equals(sum.substring(0, space))) {
        throw new BridgeException(
            "the JAR " + jar + " of the line " + name + " is not the one that was shipped: its SHA-256 is " + found
                + ", not " + sum.substring(0, space));
      }
      paths.add('"' + jar.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"');
    }
    return "[" + String.join(",", paths) + "]";
  }

  private String digest(Path jar) {
    try (InputStream file = Files.newInputStream(jar);
        DigestInputStream read = new DigestInputStream(file, MessageDigest.getInstance("SHA-256"))) {
      read.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(read.getMessageDigest().digest());
    } catch (IOException unreadable) {
      throw new BridgeException(
          "the JAR " + jar + " of the line " + name + " did not reach this executor: " + unreadable, unreadable);
    } catch (NoSuchAlgorithmException impossible) {
      throw new BridgeException("this JVM has no SHA-256", impossible);
    }
  }
}
