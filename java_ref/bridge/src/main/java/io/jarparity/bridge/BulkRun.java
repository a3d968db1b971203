package io.jarparity.bridge;

import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.BulkShape;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.Input;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One bulk operation over one column, block by block, so that arrays stay in the processor's cache. */
final class BulkRun {
  /** Rows of a block: 64 KB of longs. */
  static final int BLOCK = 8192;

  /** Gives the buffer for so many bytes of answers. */
  @FunctionalInterface
  interface Output {
    ByteBuffer ofBytes(int bytes);
  }

  private final String where;
  private final BulkShape shape;
  private final BulkOperation.Call call;
  private final Columns column;
  private final int rows;

  /**
   * Reads the parameters and checks the column against them.
   *
   * @throws BridgeException they don't fit each other or the operation
   */
  BulkRun(String where, Registrations.Bulk asked, Input parameters, ByteBuffer data) {
    this.where = where;
    this.shape = asked.shape();
    try {
      ColumnKind kind = kind(parameters.field("kind"));
      rows = (int) parameters.field("rows").number(0, Integer.MAX_VALUE);
      Input width = parameters.field("width");
      if (width.int32() != shape.width()) {
        throw width.expected(shape.width() + ", the answers that a row gets");
      }
      column = new Columns(where, kind, rows, shape.fields(), data);
      call = asked.operation().read(parameters, kind);
    } catch (RuntimeException | LinkageError unread) {
      throw Line.unread(where, unread);
    }
  }

  /**
   * Asks the original for every row; answers are written as 32-bit little-endian integers.
   *
   * @throws BridgeException the original threw for a row, which the message names
   */
  void run(Output output) {
    long bytes = (long) rows * shape.width() * Integer.BYTES;
    if (bytes > Integer.MAX_VALUE - 8) { // the longest array of a JVM
      throw new BridgeException(
          where + ": " + rows + " rows have more answers than one array holds; send fewer at once");
    }
    ByteBuffer out = output.ofBytes((int) bytes).duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (out.remaining() != bytes) {
      throw new BridgeException(
          where + ": the answers take " + bytes + " bytes, the buffer for them has " + out.remaining());
    }
    int[] answers = new int[Math.min(BLOCK, rows) * shape.width()];
    var ints = out.asIntBuffer();
    for (int row = 0; row < rows; row += BLOCK) {
      int count = Math.min(BLOCK, rows - row);
      column.moveTo(row, count);
      try {
        call.answer(column, answers);
      } catch (Throwable thrown) { // of any type: it is the original's
        throw ofRow(row, count, answers, Failures.ofOriginal(where, thrown));
      }
      ints.put(answers, 0, count * shape.width());
    }
  }

  /** Finds the row for which the original throws by asking for the block's rows one by one. */
  private BridgeException ofRow(int first, int count, int[] answers, Throwable thrown) {
    for (int row = first; row < first + count; row++) {
      column.moveTo(row, 1);
      try {
        call.answer(column, answers);
      } catch (Throwable again) { // of any type: it is the original's
        Throwable of = Failures.ofOriginal(where, again);
        return new BridgeException(
            where + ", row " + row + ": the original threw " + of.getClass().getSimpleName()
                + (of.getMessage() == null ? "" : ": " + of.getMessage()),
            of);
      }
    }
    return new BridgeException(
        where + ", rows " + first + " to " + (first + count - 1) + ": the original threw " + thrown
            + ", but not when asked row by row", thrown);
  }

  private ColumnKind kind(Input name) {
    String text = name.text();
    return shape.kinds().stream()
        .filter(kind -> kind.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> name.expected("one of " + shape.kinds().stream().sorted().toList()));
  }
}
