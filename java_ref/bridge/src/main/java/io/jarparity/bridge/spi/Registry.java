package io.jarparity.bridge.spi;

/** Where an adapter says what it can ask of the original. A second entry of one name is an error. */
public interface Registry {
  /** An operation on single inputs. */
  void operation(String name, Operation operation);

  /** The form of an operation that takes a whole column. */
  void bulk(String name, BulkShape shape, BulkOperation operation);

  /** A type of key beyond the JDK's own, such as {@code row}. */
  void key(String type, KeyReader reader);

  /** Reads keys of all types that any adapter of this line registers. */
  Keys keys();
}
