package io.jarparity.bridge;

import io.jarparity.bridge.spi.Delegate;
import io.jarparity.bridge.spi.DelegateException;
import java.util.Map;
import java.util.function.BinaryOperator;

/** A delegate with which JSON text is exchanged. */
final class TextDelegate implements Delegate {
  private final String name;
  private final BinaryOperator<String> target;

  TextDelegate(String name, BinaryOperator<String> target) {
    this.name = name;
    this.target = target;
  }

  @Override
  public Object call(String method, Map<String, Object> arguments) {
    String what = "what the delegate " + name + " gave for " + method;
    if (Json.read(what, target.apply(method, Json.write(arguments))) instanceof Map<?, ?> answer) {
      if (answer.containsKey("value")) {
        return answer.get("value");
      }
      if (answer.get("error") instanceof Map<?, ?> error) {
        throw new DelegateException(String.valueOf(error.get("kind")), String.valueOf(error.get("message")));
      }
    }
    throw new BridgeException(what + " has neither a value nor an error");
  }
}
