package io.jarparity.flink;

import io.jarparity.bridge.spi.BulkShape;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.Registry;
import org.apache.flink.util.MathUtils;

/** A key's own hash code, and what Flink's arithmetic makes of integers. */
final class KeyHashes {
  private KeyHashes() {}

  static void register(Registry registry) {
    registry.operation("flink.key.hash", in -> {
      Object key = registry.keys().read(in.field("key"));
      return () -> key.hashCode();
    });
    registry.operation("flink.math.murmur-hash", in -> {
      int value = in.field("value").int32();
      return () -> MathUtils.murmurHash(value);
    });
    registry.operation("flink.math.round-up-to-power-of-two", in -> {
      int value = in.field("value").int32();
      return () -> MathUtils.roundUpToPowerOfTwo(value);
    });
    BulkShape integers = BulkShape.of(ColumnKind.INTEGER);
    registry.bulk("flink.math.murmur-hash", integers, (parameters, kind) -> (block, answers) -> {
      int[] values = block.integers();
      for (int i = 0, rows = block.rows(); i < rows; i++) {
        answers[i] = MathUtils.murmurHash(values[i]);
      }
    });
  }
}
