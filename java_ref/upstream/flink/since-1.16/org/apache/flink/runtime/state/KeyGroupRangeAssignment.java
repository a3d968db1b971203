package org.apache.flink.runtime.state;

import io.jarparity.upstream.Python;
import io.jarparity.upstream.flink.Keys;
import java.util.Map;
import java.util.Objects;

/** Stands in for Flink's assignment of keys to groups, and of groups to operators: the port's. */
public final class KeyGroupRangeAssignment {
  public static final int DEFAULT_LOWER_BOUND_MAX_PARALLELISM = 1 << 7;
  public static final int UPPER_BOUND_MAX_PARALLELISM = 1 << 15;

  private static final String OPERATIONS = "flink.key-group.";
  private static final String NO_KEY = "Assigned key must not be null!";

  private KeyGroupRangeAssignment() {}

  public static int assignKeyToParallelOperator(Object key, int maxParallelism, int parallelism) {
    Objects.requireNonNull(key, NO_KEY);
    return computeOperatorIndexForKeyGroup(maxParallelism, parallelism, assignToKeyGroup(key, maxParallelism));
  }

  public static int assignToKeyGroup(Object key, int maxParallelism) {
    return Keys.group(Objects.requireNonNull(key, NO_KEY), maxParallelism);
  }

  public static int computeKeyGroupForKeyHash(int hash, int maxParallelism) {
    return Keys.groupOfHash(hash, maxParallelism);
  }

  public static KeyGroupRange computeKeyGroupRangeForOperatorIndex(int maxParallelism, int parallelism, int operator) {
    Map<String, Object> range =
        Python.object(
            Python.ask(
                OPERATIONS + "range-of-operator",
                Map.of("maxParallelism", maxParallelism, "parallelism", parallelism, "operator", operator)));
    return new KeyGroupRange((Integer) range.get("start"), (Integer) range.get("end"));
  }

  public static int computeOperatorIndexForKeyGroup(int maxParallelism, int parallelism, int keyGroup) {
    return (Integer)
        Python.ask(
            OPERATIONS + "operator-of-group",
            Map.of("keyGroup", keyGroup, "maxParallelism", maxParallelism, "parallelism", parallelism));
  }

  public static int computeDefaultMaxParallelism(int parallelism) {
    return (Integer) Python.ask(OPERATIONS + "default-max-parallelism", Map.of("parallelism", parallelism));
  }

  public static void checkParallelismPreconditions(int parallelism) {
    Python.ask(OPERATIONS + "check-parallelism", Map.of("parallelism", parallelism));
  }
}
