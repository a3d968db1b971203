package io.jarparity.bridge.spi;

import java.util.Map;

/** Somebody outside the JVM, to whom a class of a line hands its calls on. */
@FunctionalInterface
public interface Delegate {
  /**
   * Hands a call on.
   *
   * @param arguments by name; values as of {@link Operation.Call#answer}
   * @return a value of the same kinds
   * @throws DelegateException what was called failed
   */
  Object call(String method, Map<String, Object> arguments);
}
