package io.jarparity.bridge;

/** What an original threw, where its answer is an int and nothing else: that is an answer, too. */
public final class OriginalThrew extends Exception {
  private static final long serialVersionUID = 1;

  OriginalThrew(Throwable thrown) {
    super(text(thrown), thrown, false, false); // a million rows may throw: no stack trace
  }

  private static String text(Throwable thrown) {
    String kind = thrown.getClass().getSimpleName();
    return thrown.getMessage() == null ? kind : kind + ": " + thrown.getMessage();
  }
}
