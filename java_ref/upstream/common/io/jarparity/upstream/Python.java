package io.jarparity.upstream;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The way from a class that stands in for an original to the port: an operation and its input, and the answer. */
public final class Python {
  /** What Python implements: JSON in, JSON out, as bytes, which cross without being converted. */
  public interface Port {
    /** The reply, {@code {"value"}}, {@code {"error":{"kind","message"}}} or {@code {"fault"}}. */
    byte[] answer(String operation, byte[] input);
  }

  private static final AtomicLong CALLS = new AtomicLong();

  /** Where exceptions that an answer names by their simple names are looked for. */
  private static final List<String> PACKAGES =
      List.of(
          "java.lang",
          "java.util",
          "java.nio",
          "org.apache.kafka.common.protocol.types",
          "org.apache.kafka.common.errors",
          "org.apache.kafka.coordinator.group.api.assignor",
          "org.apache.kafka.coordinator.group.streams.assignor");

  private static volatile Port port;

  private Python() {}

  /** Sets the port before any test runs. */
  public static void use(Port given) {
    port = given;
  }

  /** How often the port was asked. */
  public static long calls() {
    return CALLS.get();
  }

  /** The port's answer; the original's exception, where the answer is an error. */
  public static Object ask(String operation, Object input) {
    return reply(operation, input).get("value");
  }

  /** As {@link #ask}, with all that stands beside the answer. */
  public static Map<String, Object> reply(String operation, Object input) {
    CALLS.incrementAndGet();
    Map<String, Object> reply = object(Json.read(port.answer(operation, Json.write(input))));
    if (reply.get("error") instanceof Map<?, ?> error) {
      throw Python.<RuntimeException>asThrown(thrown((String) error.get("kind"), (String) error.get("message")));
    }
    if (reply.get("fault") instanceof String fault) {
      throw new PortFault(operation + ": " + fault);
    }
    return reply;
  }

  /** A JSON object. */
  @SuppressWarnings("unchecked") // what was read as an object has strings as keys
  public static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  private static Throwable thrown(String kind, String message) {
    for (String where : PACKAGES) {
      try {
        Class<? extends Throwable> type = Class.forName(where + "." + kind).asSubclass(Throwable.class);
        try {
          return type.getConstructor(String.class).newInstance(message);
        } catch (NoSuchMethodException noMessage) {
          return type.getConstructor().newInstance();
        }
      } catch (ClassNotFoundException elsewhere) {
        continue;
      } catch (ReflectiveOperationException | ClassCastException unusable) {
        return new PortFault("the port's " + kind + " can't be thrown: " + unusable);
      }
    }
    return new PortFault(kind + ": " + message);
  }

  @SuppressWarnings("unchecked") // the compiler is told of another type than is thrown
  private static <T extends Throwable> T asThrown(Throwable any) throws T {
    throw (T) any;
  }
}
