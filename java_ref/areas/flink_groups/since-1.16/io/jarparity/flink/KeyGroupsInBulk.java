package io.jarparity.flink;

import io.jarparity.bridge.spi.Block;
import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.BulkShape;
import io.jarparity.bridge.spi.ColumnKind;
import io.jarparity.bridge.spi.Registry;
import java.util.function.ToIntFunction;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** {@link KeyGroupRangeAssignment} on whole columns: the public methods, asked once for each boxed key. */
final class KeyGroupsInBulk {
  private static final BulkShape KEYS =
      BulkShape.of(ColumnKind.LONG, ColumnKind.INTEGER, ColumnKind.DOUBLE, ColumnKind.BOOLEAN, ColumnKind.UTF8);

  private KeyGroupsInBulk() {}

  static void register(Registry registry) {
    registry.bulk("flink.key-group.of-key", KEYS, (parameters, kind) -> {
      int maxParallelism = parameters.field("maxParallelism").int32();
      return ofKeys(kind, key -> KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism));
    });
    registry.bulk("flink.key-group.operator-of-key", KEYS, (parameters, kind) -> {
      int maxParallelism = parameters.field("maxParallelism").int32();
      int parallelism = parameters.field("parallelism").int32();
      return ofKeys(kind, key -> KeyGroupRangeAssignment.assignKeyToParallelOperator(key, maxParallelism, parallelism));
    });
    registry.bulk("flink.key-group.of-hash", BulkShape.of(ColumnKind.INTEGER), (parameters, kind) -> {
      int maxParallelism = parameters.field("maxParallelism").int32();
      return (block, answers) -> {
        int[] hashes = block.integers();
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hashes[i], maxParallelism);
        }
      };
    });
    registry.bulk("flink.key-group.operator-of-group", BulkShape.ofInts(3, 1), (parameters, kind) ->
        KeyGroupsInBulk::operatorsOfGroups);
    registry.bulk("flink.key-group.range-of-operator", BulkShape.ofInts(3, 2), (parameters, kind) ->
        KeyGroupsInBulk::rangesOfOperators);
  }

  /** Rows of key group, max parallelism and parallelism. */
  private static void operatorsOfGroups(Block block, int[] answers) {
    int[] fields = block.integers();
    for (int i = 0, rows = block.rows(); i < rows; i++) {
      answers[i] =
          KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(fields[3 * i + 1], fields[3 * i + 2], fields[3 * i]);
    }
  }

  /** Rows of max parallelism, parallelism and operator; answers of start and end. */
  private static void rangesOfOperators(Block block, int[] answers) {
    int[] fields = block.integers();
    for (int i = 0, rows = block.rows(); i < rows; i++) {
      KeyGroupRange range =
          KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
              fields[3 * i], fields[3 * i + 1], fields[3 * i + 2]);
      answers[2 * i] = range.getStartKeyGroup();
      answers[2 * i + 1] = range.getEndKeyGroup();
    }
  }

  // A loop for each type, so that the compiler sees the type of the key and need not allocate it.
  private static BulkOperation.Call ofKeys(ColumnKind kind, ToIntFunction<Object> original) {
    return switch (kind) {
      case LONG -> (block, answers) -> {
        long[] keys = block.longs();
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = original.applyAsInt(keys[i]);
        }
      };
      case INTEGER -> (block, answers) -> {
        int[] keys = block.integers();
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = original.applyAsInt(keys[i]);
        }
      };
      case DOUBLE -> (block, answers) -> {
        double[] keys = block.doubles();
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = original.applyAsInt(keys[i]);
        }
      };
      case BOOLEAN -> (block, answers) -> {
        boolean[] keys = block.booleans();
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = original.applyAsInt(keys[i]);
        }
      };
      case UTF8 -> (block, answers) -> {
        for (int i = 0, rows = block.rows(); i < rows; i++) {
          answers[i] = original.applyAsInt(block.text(i));
        }
      };
      case BINARY, INTS -> throw new IllegalArgumentException("no keys come as a column of kind " + kind);
    };
  }
}
