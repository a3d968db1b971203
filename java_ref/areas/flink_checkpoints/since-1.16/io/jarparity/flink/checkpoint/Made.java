package io.jarparity.flink.checkpoint;

import java.util.ArrayList;
import java.util.List;

/** What a part of the input stands for, made when the original is asked: its constructors refuse some. */
@FunctionalInterface
interface Made<T> {
  T make() throws Exception;

  /** All of them, in order. */
  static <T> List<T> all(List<Made<T>> parts) throws Exception {
    List<T> made = new ArrayList<>(parts.size());
    for (Made<T> part : parts) {
      made.add(part.make());
    }
    return made;
  }
}
