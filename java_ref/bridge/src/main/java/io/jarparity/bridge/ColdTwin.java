package io.jarparity.bridge;

import io.jarparity.bridge.spi.Input;
import java.nio.file.Path;
import java.util.List;

/**
 * A line loaded once more, to ask an original whose compiled code has begun to throw exceptions without their message.
 * The twin's classes are other classes to the JVM, not compiled yet, so they tell it.
 */
final class ColdTwin {
  private final String name;
  private final List<Path> jars;
  private Line line;

  ColdTwin(String name, List<Path> jars) {
    this.name = name;
    this.jars = jars;
  }

  /**
   * The answer with its message.
   *
   * @throws BridgeException code of the JDK itself, of which there is one copy only, has lost the message
   */
  synchronized Reply reply(String operation, Input input) {
    Reply reply = line == null ? null : line.reply(operation, input);
    if (reply == null || reply.isBare()) {
      renew();
      reply = line.reply(operation, input);
    }
    if (reply.isBare()) {
      throw new BridgeException(
          operation + " on " + name + ": the JVM gives an exception without its message any more;"
              + " start it with -XX:-OmitStackTraceInFastThrow");
    }
    return reply;
  }

  private void renew() {
    if (line != null) {
      line.close();
    }
    line = new Line(name, jars);
  }
}
