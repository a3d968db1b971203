package io.jarparity.bridge;

import io.jarparity.bridge.spi.BulkOperation;
import io.jarparity.bridge.spi.BulkShape;
import io.jarparity.bridge.spi.KeyReader;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What the adapters of one line registered. */
public final class Registrations implements Registry {
  /** A bulk operation and its shape. */
  public record Bulk(BulkShape shape, BulkOperation operation) {}

  private final Map<String, Operation> operations = new TreeMap<>();
  private final Map<String, Bulk> bulks = new TreeMap<>();
  private final Keys keys = new Keys();

  @Override
  public void operation(String name, Operation operation) {
    if (operations.putIfAbsent(name, operation) != null) {
      throw new IllegalArgumentException("the operation " + name + " is registered twice");
    }
  }

  @Override
  public void bulk(String name, BulkShape shape, BulkOperation operation) {
    if (bulks.putIfAbsent(name, new Bulk(shape, operation)) != null) {
      throw new IllegalArgumentException("the bulk operation " + name + " is registered twice");
    }
  }

  @Override
  public void key(String type, KeyReader reader) {
    keys.register(type, reader);
  }

  @Override
  public Keys keys() {
    return keys;
  }

  /** The operations on single inputs, by name in order. */
  public Map<String, Operation> operations() {
    return Collections.unmodifiableMap(operations);
  }

  /** The bulk operations, by name in order. */
  public Map<String, Bulk> bulks() {
    return Collections.unmodifiableMap(bulks);
  }
}
