package io.jarparity.spark;

import io.jarparity.bridge.OriginalThrew;
import org.apache.spark.sql.api.java.UDF1;

/**
 * What the original throws for a key, {@code NullPointerException: …}, or null: asked only where {@link PlacementUdf}
 * gave null, so that it costs nothing in the ordinary case.
 */
public final class ThrownUdf implements UDF1<Object, String> {
  private static final long serialVersionUID = 1;

  private final Placement placement;

  /** As {@link PlacementUdf}. */
  public ThrownUdf(
      String line, String archive, String sums, String operation, String parameters, String field, String key) {
    placement = new Placement(new ShippedLine(line, archive, sums), operation, parameters, field, SqlKey.of(key));
  }

  @Override
  public String call(Object key) {
    if (key == null) {
      return null;
    }
    try {
      placement.of(key);
      return null;
    } catch (OriginalThrew answer) {
      return answer.getMessage();
    }
  }
}
