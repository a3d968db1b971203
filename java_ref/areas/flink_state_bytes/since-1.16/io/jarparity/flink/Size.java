package io.jarparity.flink;

/** An enum with a constant of a class of its own. */
public enum Size {
  SMALL,
  LARGE {
    @Override
    public int metres() {
      return 100;
    }
  };

  /** How large it is. */
  public int metres() {
    return 1;
  }
}
