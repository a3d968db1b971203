package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/** SQL-typed fields, ready to be written by Flink's {@link BinaryRowWriter}. */
final class BinaryRow {
  private final List<SqlField> fields = new ArrayList<>();

  /** Reads an array of {@code {"type":…,"value":…}}. */
  BinaryRow(Input array) {
    for (Input document : array.items()) {
      SqlField field = SqlField.read(document);
      if (field.value() == null && field.hasRoomForNull()) {
        throw document.field("value").expected("a value, as NULL of this type has no agreed layout in a key");
      }
      fields.add(field);
    }
  }

  /** The row, written as Flink's generated key projections do. */
  BinaryRowData write() {
    BinaryRowData row = new BinaryRowData(fields.size());
    BinaryRowWriter writer = new BinaryRowWriter(row);
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).writer().write(writer, i);
    }
    writer.complete();
    return row;
  }
}
