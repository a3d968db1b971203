package io.jarparity.upstream.kafka;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Buffers as hex, and back. */
public final class Bytes {
  private Bytes() {}

  /** What remains in a buffer, which stays where it is; null for null. */
  public static String hex(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** A buffer; null for null. */
  public static ByteBuffer buffer(Object hex) {
    return hex == null ? null : ByteBuffer.wrap(HexFormat.of().parseHex((String) hex));
  }
}
