package io.jarparity.upstream.flink;

import io.jarparity.upstream.Python;
import java.util.Locale;
import java.util.Map;

/** Keys of records on their way to the port: those that have a document whole, others as their hash codes. */
public final class Keys {
  private Keys() {}

  /** The port's key group of a key. */
  public static int group(Object key, int maxParallelism) {
    Map<String, Object> document = document(key);
    return document == null
        ? groupOfHash(key.hashCode(), maxParallelism)
        : (Integer) Python.ask("flink.key-group.of-key", Map.of("key", document, "maxParallelism", maxParallelism));
  }

  /** The port's key group of a hash code. */
  public static int groupOfHash(int hash, int maxParallelism) {
    return (Integer) Python.ask("flink.key-group.of-hash", Map.of("hash", hash, "maxParallelism", maxParallelism));
  }

  private static Map<String, Object> document(Object key) {
    if (key instanceof String text) {
      return Map.of("type", "string", "value", text);
    }
    if (key instanceof Integer || key instanceof Long || key instanceof Short || key instanceof Byte) {
      return Map.of("type", key.getClass().getSimpleName().toLowerCase(Locale.ROOT), "value", key.toString());
    }
    return key instanceof Boolean truth ? Map.of("type", "boolean", "value", truth) : null;
  }
}
