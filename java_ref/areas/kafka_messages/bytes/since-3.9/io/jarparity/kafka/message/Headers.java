package io.jarparity.kafka.message;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;

/** What stands in front of a request or a response. */
final class Headers {
  private Headers() {}

  static void register(Registry registry) {
    registry.operation("kafka.message.header", Headers::call);
  }

  private static Operation.Call call(Input in) {
    ApiMessage message = (ApiMessage) MessageTypes.made(MessageTypes.named(in.field("message")));
    boolean request = in.field("message").text().endsWith("Request");
    short version = (short) in.field("version").number(Short.MIN_VALUE, Short.MAX_VALUE);
    return () -> {
      if (!MessageTypes.has(message, version)) {
        throw new UnsupportedVersionException("version " + version + " of " + message.getClass().getSimpleName());
      }
      ApiMessageType type = ApiMessageType.fromApiKey(message.apiKey());
      Map<String, Object> answer = new HashMap<>();
      answer.put("api", (int) message.apiKey());
      answer.put("header", (int) (request ? type.requestHeaderVersion(version) : type.responseHeaderVersion(version)));
      return answer;
    };
  }
}
