package io.jarparity.spark;

import io.jarparity.bridge.Bridge;
import io.jarparity.bridge.BridgeException;
import io.jarparity.bridge.KeyByKey;
import io.jarparity.bridge.OriginalThrew;
import org.apache.spark.sql.api.java.UDF1;

/** Where the original puts a key; null where it throws, and for null, which is never asked. */
public final class PlacementUdf implements UDF1<Object, Integer> {
  private static final long serialVersionUID = 1;

  private final ShippedLine line;
  private final String operation;
  private final String parameters;
  private final String field;
  private final SqlKey key;
  private transient KeyByKey asked;

  /**
   * Opens nothing yet: this is made on the driver.
   *
   * @param line see {@link ShippedLine}, as for {@code sums}
   * @param parameters JSON: what all keys share
   * @param field the field of the operation's input that is the key
   * @param key the key's type: see {@link SqlKey}
   */
  public PlacementUdf(String line, String sums, String operation, String parameters, String field, String key) {
    this.line = new ShippedLine(line, sums);
    this.operation = operation;
    this.parameters = parameters;
    this.field = field;
    this.key = SqlKey.of(key);
  }

  @Override
  public Integer call(Object value) {
    if (value == null) {
      return null;
    }
    try {
      if (asked == null) {
        asked = Bridge.keyByKey(line.open(), operation, parameters, field);
      }
      return key.ask(asked, value);
    } catch (OriginalThrew answer) {
      return null;
    } catch (BridgeException failed) {
      throw Faults.readable(failed);
    }
  }
}
