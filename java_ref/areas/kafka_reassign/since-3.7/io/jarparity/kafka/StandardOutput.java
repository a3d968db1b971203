package io.jarparity.kafka;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * {@link System#out}, of which one thread's part goes elsewhere for a while. The JVM has one for all lines, and other
 * threads print, too: so one thread at a time changes it, and what the others print passes through.
 */
final class StandardOutput extends OutputStream {
  private final PrintStream before;
  private final PrintStream mine;
  private final Thread thread = Thread.currentThread();

  private StandardOutput(PrintStream before, PrintStream mine) {
    this.before = before;
    this.mine = mine;
  }

  /** What prints. */
  interface Body {
    void run() throws Throwable;
  }

  /** Runs it, and gives what it prints on this thread to that stream, as UTF-8. */
  static void divert(PrintStream mine, Body body) throws Throwable {
    synchronized (Runtime.getRuntime()) {
      PrintStream before = System.out;
      System.setOut(new PrintStream(new StandardOutput(before, mine), true, StandardCharsets.UTF_8));
      try {
        body.run();
      } finally {
        System.setOut(before);
      }
    }
  }

  private PrintStream target() {
    return Thread.currentThread() == thread ? mine : before;
  }

  @Override
  public void write(int character) {
    target().write(character);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    target().write(bytes, offset, length);
  }
}
