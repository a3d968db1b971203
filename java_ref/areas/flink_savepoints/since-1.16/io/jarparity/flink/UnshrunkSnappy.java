package io.jarparity.flink;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.flink.runtime.state.StreamCompressionDecorator;
import org.apache.flink.runtime.util.NonClosingInputStreamDecorator;
import org.apache.flink.runtime.util.NonClosingOutputStreamDecorator;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyFramedOutputStream;

/**
 * What {@code SnappyStreamCompressionDecorator} is, but for the ratio from which on a block is used that Snappy made
 * shorter: here none is. The bytes of such a block are the native library's choice.
 */
final class UnshrunkSnappy extends StreamCompressionDecorator {
  private static final long serialVersionUID = 1L;
  private static final int BLOCK = 64 * 1024;

  @Override
  protected OutputStream decorateWithCompression(NonClosingOutputStreamDecorator stream) throws IOException {
    return new SnappyFramedOutputStream(stream, BLOCK, Double.MIN_VALUE);
  }

  @Override
  protected InputStream decorateWithCompression(NonClosingInputStreamDecorator stream) throws IOException {
    return new SnappyFramedInputStream(stream, false);
  }
}
