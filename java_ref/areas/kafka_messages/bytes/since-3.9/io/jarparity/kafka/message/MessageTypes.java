package io.jarparity.kafka.message;

import io.jarparity.bridge.spi.Input;
import org.apache.kafka.common.protocol.Message;

/** The generated classes of messages, by the names of the schemas. */
final class MessageTypes {
  private static final String GENERATED = "org.apache.kafka.common.message.";

  private MessageTypes() {}

  static Class<?> named(Input name) {
    try {
      return Class.forName(GENERATED + name.text() + "Data");
    } catch (ClassNotFoundException noRequest) {
      try {
        return Class.forName(GENERATED + name.text());
      } catch (ClassNotFoundException missing) {
        throw name.expected("a message that this release has");
      }
    }
  }

  static Message made(Class<?> type) {
    try {
      return (Message) type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The classes themselves write and read any version as one that they have. */
  static boolean has(Message message, short version) {
    return version >= message.lowestSupportedVersion() && version <= message.highestSupportedVersion();
  }
}
