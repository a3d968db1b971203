package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** Namespaces of state: none, a string, or a window; {@code "w"} or {@code {"start":"0","end":"10"}} in JSON. */
final class Namespaces {
  private Namespaces() {}

  /** The serializer of a state's namespaces. */
  @SuppressWarnings("unchecked") // as the serializer of keys
  static TypeSerializer<Object> serializer(Input type) {
    TypeSerializer<?> serializer =
        switch (type.text()) {
          case "void" -> VoidNamespaceSerializer.INSTANCE;
          case "string" -> StringSerializer.INSTANCE;
          case "time-window" -> new TimeWindow.Serializer();
          default -> throw type.expected("void, string or time-window");
        };
    return (TypeSerializer<Object>) serializer;
  }

  /** A namespace as a step names it. */
  static Object read(Input namespace) {
    if (namespace.isNull()) {
      return null;
    }
    if (namespace.isObject()) {
      return new TimeWindow(namespace.field("start").int64(), namespace.field("end").int64());
    }
    return namespace.text();
  }

  /** The JSON of a namespace; null for none. */
  static Object json(Object namespace) {
    if (namespace instanceof VoidNamespace) {
      return null;
    }
    if (namespace instanceof TimeWindow window) {
      Map<String, Object> ends = new LinkedHashMap<>();
      ends.put("start", Long.toString(window.getStart()));
      ends.put("end", Long.toString(window.getEnd()));
      return ends;
    }
    return namespace;
  }
}
