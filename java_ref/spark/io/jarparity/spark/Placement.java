package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import io.jarparity.bridge.BridgeException;
import io.jarparity.bridge.KeyByKey;
import io.jarparity.bridge.OriginalThrew;
import java.io.Serializable;

/** One placement of a line, asked for each key of a task. */
final class Placement implements Serializable {
  private static final long serialVersionUID = 1;

  private final ShippedLine line;
  private final String operation;
  private final String parameters;
  private final String field;
  private final SqlKey key;
  private transient KeyByKey asked;

  Placement(ShippedLine line, String operation, String parameters, String field, SqlKey key) {
    this.line = line;
    this.operation = operation;
    this.parameters = parameters;
    this.field = field;
    this.key = key;
  }

  /** The original's answer to a value of Spark. */
  int of(Object value) throws OriginalThrew {
    try {
      if (asked == null) {
        asked = Bridge.keyByKey(line.open(), operation, parameters, field);
      }
      return key.ask(asked, value);
    } catch (BridgeException failed) {
      throw Faults.readable(failed);
    }
  }
}
