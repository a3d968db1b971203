package io.jarparity.bridge;

import java.lang.reflect.InvocationTargetException;
import java.util.Set;

/** Tells what an original threw from what went wrong around it. */
final class Failures {
  /** The exceptions that HotSpot prepares. */
  private static final Set<Class<?>> PREPARED =
      Set.of(
          ArithmeticException.class,
          ArrayIndexOutOfBoundsException.class,
          ArrayStoreException.class,
          ClassCastException.class,
          NullPointerException.class);

  private Failures() {}

  /**
   * What the original threw, which is its answer.
   *
   * @throws BridgeException a class can't be linked: the line's JARs and the adapter don't fit, or a JAR is damaged
   * @throws VirtualMachineError the JVM is at its end: memory or stack
   */
  static Throwable ofOriginal(String where, Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof InvocationTargetException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof VirtualMachineError end) {
      throw end;
    }
    if (cause instanceof BridgeException own) {
      throw own;
    }
    if (cause instanceof LinkageError || cause instanceof ClassNotFoundException) {
      throw unlinked(where, cause);
    }
    if (isStripped(cause)) {
      throw new BridgeException(
          where + ": the JVM has begun to throw " + cause.getClass().getSimpleName()
              + " without its message; start it with -XX:-OmitStackTraceInFastThrow");
    }
    return cause;
  }

  /**
   * Whether the JVM's compiler has stripped the exception: once the same implicit check has failed often, compiled code
   * throws one prepared exception with neither message nor stack trace.
   */
  private static boolean isStripped(Throwable thrown) {
    return PREPARED.contains(thrown.getClass()) && thrown.getMessage() == null && thrown.getStackTrace().length == 0;
  }

  /** The failure to load what an operation needs: {@code java.lang.NoClassDefFoundError: org/slf4j/LoggerFactory}. */
  static BridgeException unlinked(String where, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null && root instanceof LinkageError && root.getCause() != root) {
      root = root.getCause();
    }
    String why = root == cause ? "" : " (" + root + ")";
    return new BridgeException(
        where + ": the line's JARs lack or break a class that the original or the adapter needs: " + cause + why,
        cause);
  }
}
