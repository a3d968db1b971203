package io.jarparity.flink;

/** A user's class whose fields hold values of any type: a serializer says which. */
public final class Bean {
  public Object a;
  public Object b;
  public Object c;
  public Object d;
  public Object e;

  /** An object whose fields are null. */
  public Bean() {}
}
