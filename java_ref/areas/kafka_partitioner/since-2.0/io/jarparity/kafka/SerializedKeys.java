package io.jarparity.kafka;

import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.BulkShape;
import io.jarparity.bridge.spi.ColumnKind;
import org.apache.kafka.common.serialization.DoubleSerializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.LongSerializer;

/** What a producer hashes: the bytes that the line's own serializers make of the keys of a column. */
@FunctionalInterface
public interface SerializedKeys {
  /** Columns of keys: texts come as the UTF-8 that their serializer would make. */
  BulkShape SHAPE =
      BulkShape.of(ColumnKind.UTF8, ColumnKind.BINARY, ColumnKind.LONG, ColumnKind.INTEGER, ColumnKind.DOUBLE);

  /** The bytes of a row's key. */
  byte[] of(Block block, int row);

  /** The keys of a column of that kind. */
  @SuppressWarnings("resource") // these serializers hold nothing
  static SerializedKeys of(ColumnKind kind) {
    return switch (kind) {
      case UTF8, BINARY -> Block::bytes;
      case LONG -> {
        LongSerializer serializer = new LongSerializer();
        yield (block, row) -> serializer.serialize(null, block.longs()[row]);
      }
      case INTEGER -> {
        IntegerSerializer serializer = new IntegerSerializer();
        yield (block, row) -> serializer.serialize(null, block.integers()[row]);
      }
      case DOUBLE -> {
        DoubleSerializer serializer = new DoubleSerializer();
        yield (block, row) -> serializer.serialize(null, block.doubles()[row]);
      }
      case BOOLEAN, INTS -> throw new IllegalArgumentException("no keys come as a column of kind " + kind);
    };
  }
}
