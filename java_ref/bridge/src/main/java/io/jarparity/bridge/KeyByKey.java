package io.jarparity.bridge;

import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One placement asked for key after key, by a caller inside this JVM that has them one at a time, as Spark's tasks do.
 * Not for several threads at once.
 */
public final class KeyByKey {
  private final Line line;
  private final String operation;
  private final Map<String, Object> parameters = new LinkedHashMap<>();
  private final String field;
  private final int[] answer = new int[1];
  private Row row;
  private BulkOperation.Call call;

  /**
   * Reads the parameters that all keys share.
   *
   * @param field the field of the operation's input that is the key
   * @throws BridgeException the parameters are no JSON object
   */
  KeyByKey(Line line, String operation, String parametersJson, String field) {
    this.line = line;
    this.operation = operation;
    this.field = field;
    if (!(Json.read("the parameters of " + operation, parametersJson) instanceof Map<?, ?> shared)) {
      throw new BridgeException("the parameters of " + operation + " must be a JSON object");
    }
    shared.forEach((name, value) -> parameters.put((String) name, value));
  }

  /** The original's answer to a string, which it may remember the hash code of. */
  public int of(String key) throws OriginalThrew {
    row(ColumnKind.UTF8).text = key;
    return asked();
  }

  public int of(byte[] key) throws OriginalThrew {
    row(ColumnKind.BINARY).bytes = key;
    return asked();
  }

  public int of(long key) throws OriginalThrew {
    row(ColumnKind.LONG).longs[0] = key;
    return asked();
  }

  public int of(int key) throws OriginalThrew {
    row(ColumnKind.INTEGER).integers[0] = key;
    return asked();
  }

  public int of(double key) throws OriginalThrew {
    row(ColumnKind.DOUBLE).doubles[0] = key;
    return asked();
  }

  public int of(boolean key) throws OriginalThrew {
    row(ColumnKind.BOOLEAN).booleans[0] = key;
    return asked();
  }

  /**
   * The original's answer to a key of any type.
   *
   * @param key the JSON of the operation's field, as plain values: null, Boolean, Number, String, List and Map
   */
  public int ofDocument(Object key) throws OriginalThrew {
    Map<String, Object> input = new LinkedHashMap<>(parameters);
    input.put(field, key);
    Reply reply = line.reply(operation, Input.root(operation, input));
    if (reply instanceof Reply.Thrown thrown) {
      throw new OriginalThrew(thrown.exception());
    }
    if (((Reply.Value) reply).value() instanceof Integer value) {
      return value;
    }
    throw new BridgeException(operation + " answers " + ((Reply.Value) reply).value() + ", which is no int");
  }

  private int asked() throws OriginalThrew {
    Throwable thrown = line.ask(operation, call, row, answer);
    if (thrown != null) {
      throw new OriginalThrew(thrown);
    }
    return answer[0];
  }

  /** The one row, in the kind of its first key. */
  private Row row(ColumnKind kind) {
    if (row == null) {
      call = line.call(operation, Input.root(operation + ", parameters", parameters), kind);
      row = new Row(kind);
    } else if (row.kind != kind) {
      throw new BridgeException(operation + " was asked for a key of kind " + row.kind + ", and now of kind " + kind);
    }
    return row;
  }

  /** A block of one row. */
  private static final class Row implements Block {
    private final ColumnKind kind;
    private final long[] longs = {0};
    private final int[] integers = {0};
    private final double[] doubles = {0};
    private final boolean[] booleans = {false};
    private String text;
    private byte[] bytes;

    Row(ColumnKind kind) {
      this.kind = kind;
    }

    @Override
    public int rows() {
      return 1;
    }

    @Override
    public long[] longs() {
      return longs;
    }

    @Override
    public int[] integers() {
      return integers;
    }

    @Override
    public double[] doubles() {
      return doubles;
    }

    @Override
    public boolean[] booleans() {
      return booleans;
    }

    @Override
    public String text(int row) {
      return text;
    }

    @Override
    public byte[] bytes(int row) {
      // An operation on bytes takes texts, too, as UTF-8.
      return kind == ColumnKind.UTF8 ? text.getBytes(StandardCharsets.UTF_8) : bytes;
    }
  }
}
