package io.jarparity.kafka;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Bytes of buffers and as JSON. */
public final class Bytes {
  private Bytes() {}

  /** What remains in a buffer, which stays as it is; null for null. */
  public static byte[] of(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** Hex, or null. */
  static String json(byte[] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }
}
