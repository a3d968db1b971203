package io.jarparity.spark;

import io.jarparity.bridge.OriginalThrew;
import org.apache.spark.sql.api.java.UDF1;

/** Where the original puts a key; null where it throws, and for null, which is never asked. */
public final class PlacementUdf implements UDF1<Object, Integer> {
  private static final long serialVersionUID = 1;

  private final Placement placement;

  /**
   * Opens nothing yet: this is made on the driver.
   *
   * @param parameters JSON: what all keys share
   * @param field the field of the operation's input that is the key
   * @param key the key's type, in JSON: see {@link SqlKey}
   */
  public PlacementUdf(
      String line, String archive, String sums, String operation, String parameters, String field, String key) {
    placement = new Placement(new ShippedLine(line, archive, sums), operation, parameters, field, SqlKey.of(key));
  }

  @Override
  public Integer call(Object key) {
    if (key == null) {
      return null;
    }
    try {
      return placement.of(key);
    } catch (OriginalThrew answer) {
      return null;
    }
  }
}
