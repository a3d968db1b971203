package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import io.jarparity.bridge.BridgeException;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.api.java.UDF3;

/**
 * The answers of several lines to a JSON array of inputs of any operation, as {@link Bridge#answersOfLines} takes and
 * gives them.
 */
public final class AskUdf implements UDF3<String, String, String, String> {
  private static final long serialVersionUID = 1;

  private final List<ShippedLine> lines;

  /**
   * Opens nothing yet: this is made on the driver.
   *
   * @param lines for each the name and sums of {@link ShippedLine}
   */
  public AskUdf(String[][] lines) {
    this.lines = Arrays.stream(lines).map(line -> new ShippedLine(line[0], line[1])).toList();
  }

  @Override
  public String call(String operation, String asked, String inputs) {
    try {
      for (ShippedLine line : lines) {
        if (asked.contains('"' + line.name() + '"')) {
          line.open();
        }
      }
      return Bridge.answersOfLines(operation, asked, inputs);
    } catch (BridgeException failed) {
      throw Faults.readable(failed);
    }
  }
}
