package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.data.binary.BinaryRowData;

/** The bytes of a binary row, and their hash; rows as state holds them. */
final class BinaryRows {
  private BinaryRows() {}

  static void register(Registry registry) {
    registry.operation("flink.table.row-hash", in -> {
      BinaryRow row = new BinaryRow(in.field("fields"));
      return () -> describe(row.write());
    });
    registry.operation(
        "flink.table.row-bytes",
        in ->
            in.optional("direction").map(Input::text).equals(Optional.of("decode"))
                ? RowBytes.decoded(in)
                : RowBytes.encoded(in));
  }

  private static Map<String, Object> describe(BinaryRowData row) {
    byte[] bytes = new byte[row.getSizeInBytes()];
    row.getSegments()[0].get(row.getOffset(), bytes); // what a writer completed lies in one segment
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("bytes", HexFormat.of().formatHex(bytes));
    answer.put("hash", row.hashCode());
    return answer;
  }
}
