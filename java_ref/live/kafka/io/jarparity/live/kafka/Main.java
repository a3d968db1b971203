package io.jarparity.live.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.jarparity.live.Conversation;
import java.nio.file.Path;

/** Real brokers in this process. */
public final class Main {
  private Main() {}

  /** Does as told; the one argument is the folder for all that is written. */
  public static void main(String[] arguments) throws InterruptedException, JsonProcessingException {
    Path folder = Path.of(arguments[0]);
    Conversation.hold(new Commands(new Brokers(folder))::run, folder);
  }
}
