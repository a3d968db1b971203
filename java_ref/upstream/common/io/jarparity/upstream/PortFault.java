package io.jarparity.upstream;

/** The port gave no answer: no test may take this for an exception that it expects. */
public final class PortFault extends Error {
  private static final long serialVersionUID = 1L;

  public PortFault(String message) {
    super(message);
  }
}
