package io.jarparity.flink;

import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Registry;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** {@link KeyGroupRangeAssignment} on single inputs. */
final class KeyGroups {
  private KeyGroups() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.operation("flink.key-group.of-key", in -> {
      Object key = keys.read(in.field("key"));
      int maxParallelism = in.field("maxParallelism").int32();
      return () -> KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    });
    registry.operation("flink.key-group.of-hash", in -> {
      int hash = in.field("hash").int32();
      int maxParallelism = in.field("maxParallelism").int32();
      return () -> KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, maxParallelism);
    });
    registry.operation("flink.key-group.operator-of-key", in -> {
      Object key = keys.read(in.field("key"));
      int maxParallelism = in.field("maxParallelism").int32();
      int parallelism = in.field("parallelism").int32();
      return () -> KeyGroupRangeAssignment.assignKeyToParallelOperator(key, maxParallelism, parallelism);
    });
    registry.operation("flink.key-group.operator-of-group", in -> {
      int keyGroup = in.field("keyGroup").int32();
      int maxParallelism = in.field("maxParallelism").int32();
      int parallelism = in.field("parallelism").int32();
      return () -> KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(maxParallelism, parallelism, keyGroup);
    });
    registry.operation("flink.key-group.range-of-operator", in -> {
      int maxParallelism = in.field("maxParallelism").int32();
      int parallelism = in.field("parallelism").int32();
      int operator = in.field("operator").int32();
      return () ->
          KeyGroupRanges.json(
              KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(maxParallelism, parallelism, operator));
    });
    registry.operation("flink.key-group.default-max-parallelism", in -> {
      int parallelism = in.field("parallelism").int32();
      return () -> KeyGroupRangeAssignment.computeDefaultMaxParallelism(parallelism);
    });
    registry.operation("flink.key-group.check-parallelism", in -> {
      int parallelism = in.field("parallelism").int32();
      return () -> {
        KeyGroupRangeAssignment.checkParallelismPreconditions(parallelism);
        return null;
      };
    });
  }
}
