package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.KeyReader.Hashing;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Registry;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** Flink's own kinds of keys: {@code TupleN}, {@code Row} and the binary row of SQL. */
final class CompositeKeys {
  private CompositeKeys() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.key("tuple", (value, around) -> tuple(value, keys));
    registry.key("row", (value, around) -> row(value, keys));
    registry.key("row-data", (value, around) -> new BinaryRow(value).write());
  }

  private static Tuple tuple(Input value, Keys keys) {
    // A tuple asks its fields for their own hash codes, also where it stands in a row.
    List<Object> fields = keys.readAll(value, Hashing.BY_IDENTITY);
    if (fields.size() > Tuple.MAX_ARITY) {
      throw value.expected("an array of at most " + Tuple.MAX_ARITY + " keys");
    }
    Tuple tuple = Tuple.newInstance(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      tuple.setField(fields.get(i), i);
    }
    return tuple;
  }

  private static Row row(Input value, Keys keys) {
    Input kind = value.field("kind");
    // A row hashes what is in it, through lists and rows, by content.
    List<Object> fields = keys.readAll(value.field("fields"), Hashing.BY_CONTENT);
    Row row = Row.withPositions(kind(kind), fields.size());
    for (int i = 0; i < fields.size(); i++) {
      row.setField(i, fields.get(i));
    }
    return row;
  }

  static RowKind kind(Input kind) {
    String text = kind.text();
    return Arrays.stream(RowKind.values())
        .filter(known -> known.shortString().equals(text))
        .findFirst()
        .orElseThrow(() -> kind.expected("+I, -U, +U or -D"));
  }
}
