package io.jarparity.flink;

/** An enum as a user has one. */
public enum Colour {
  RED,
  GREEN,
  BLUE
}
