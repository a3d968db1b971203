package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import io.jarparity.bridge.BridgeException;
import org.apache.spark.sql.api.java.UDF2;

/** The answers to a JSON array of inputs of any operation, as {@link Bridge#answers} gives them. */
public final class AskUdf implements UDF2<String, String, String> {
  private static final long serialVersionUID = 1;

  private final ShippedLine line;

  /** As {@link ShippedLine} has them. */
  public AskUdf(String line, String archive, String sums) {
    this.line = new ShippedLine(line, archive, sums);
  }

  @Override
  public String call(String operation, String inputs) {
    try {
      return Bridge.answers(line.open(), operation, inputs);
    } catch (BridgeException failed) {
      throw Faults.readable(failed);
    }
  }
}
