package io.jarparity.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Strings as UTF-8, or bytes: all offsets, then all bytes. */
final class TextBuffer extends KeyBuffer {
  private final int[] ends;
  private final boolean isBinary;
  private byte[] bytes = new byte[1 << 16];
  private int length;

  TextBuffer(int most, boolean isBinary) {
    super(most);
    this.ends = new int[most];
    this.isBinary = isBinary;
  }

  @Override
  int size() {
    return length;
  }

  @Override
  void append(InternalRow row, int index) {
    if (isBinary) {
      byte[] key = row.getBinary(0);
      reserve(key.length);
      System.arraycopy(key, 0, bytes, length, key.length);
      length += key.length;
    } else {
      UTF8String key = row.getUTF8String(0);
      reserve(key.numBytes());
      key.writeToMemory(bytes, Platform.BYTE_ARRAY_OFFSET + (long) length);
      length += key.numBytes();
    }
    ends[index] = length;
  }

  @Override
  byte[] keys(int rows) {
    int head = Integer.BYTES * (rows + 1);
    byte[] keys = new byte[head + length];
    ByteBuffer.wrap(keys).order(ByteOrder.LITTLE_ENDIAN).putInt(0).slice().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer()
        .put(ends, 0, rows);
    System.arraycopy(bytes, 0, keys, head, length);
    length = 0;
    return keys;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
