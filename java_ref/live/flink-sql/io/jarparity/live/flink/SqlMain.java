package io.jarparity.live.flink;

import com.fasterxml.jackson.core.JsonProcessingException;

/** A mini cluster of Flink in this process, whose jobs may have queries, too. */
public final class SqlMain {
  private SqlMain() {}

  /** As {@link Main}. */
  public static void main(String[] arguments) throws InterruptedException, JsonProcessingException {
    Jobs.add("sql", Sql::job);
    Main.main(arguments);
  }
}
