package io.jarparity.bridge.spi;

/**
 * The way to one generation of an original's API: registers the operations that it can ask of the original.
 *
 * <p>Found by {@link java.util.ServiceLoader} inside a line's class loader, beside adapters for other originals. So the
 * class that implements this interface must load where its own original is absent: it names classes of the original
 * only in other classes, which {@link #register} reaches.
 */
public interface Adapter {
  /** The adapter's name in messages, such as {@code flink}. */
  String name();

  /** Whether this adapter speaks the API of that line, such as {@code kafka-clients} {@code 2.0.1}. */
  boolean serves(String family, String version);

  /** Registers operations and kinds of keys. Called once, before any operation runs. */
  void register(Registry registry);
}
