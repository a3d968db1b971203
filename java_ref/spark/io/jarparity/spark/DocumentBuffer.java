package io.jarparity.spark;

import io.jarparity.bridge.Json;
import java.nio.charset.StandardCharsets;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import scala.Function1;

/** Keys of any type, a line of JSON each. */
final class DocumentBuffer extends KeyBuffer {
  private final String type;
  private final DataType column;
  private final Function1<Object, Object> external;
  private final StringBuilder lines = new StringBuilder();

  DocumentBuffer(int most, String type, DataType column) {
    super(most);
    this.type = type;
    this.column = column;
    this.external = CatalystTypeConverters.createToScalaConverter(column);
  }

  @Override
  int size() {
    return lines.length();
  }

  @Override
  void append(InternalRow row, int index) {
    lines.append(Json.write(SqlKey.document(type, external.apply(row.get(0, column))))).append('\n');
  }

  @Override
  byte[] keys(int rows) {
    byte[] keys = lines.toString().getBytes(StandardCharsets.US_ASCII);
    lines.setLength(0);
    return keys;
  }
}
