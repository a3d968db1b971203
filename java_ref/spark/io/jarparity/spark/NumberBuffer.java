package io.jarparity.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;

/** Values of a fixed width. */
final class NumberBuffer extends KeyBuffer {
  private final String type;
  private final ByteBuffer values;

  NumberBuffer(int most, String type) {
    super(most);
    this.type = type;
    this.values = ByteBuffer.allocate(most * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  int size() {
    return values.position();
  }

  @Override
  void append(InternalRow row, int index) {
    switch (type) {
      case "long" -> values.putLong(row.getLong(0));
      case "double" -> values.putDouble(row.getDouble(0));
      case "integer" -> values.putInt(row.getInt(0));
      default -> values.put((byte) (row.getBoolean(0) ? 1 : 0));
    }
  }

  @Override
  byte[] keys(int rows) {
    byte[] keys = Arrays.copyOf(values.array(), values.position());
    values.clear();
    return keys;
  }
}
