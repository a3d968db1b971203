package io.jarparity.kafka.group;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A clock that stands until it is set. It starts at 1000 ms: a time of 0 means "never" to releases from 4.3 on. */
final class HandClock implements Time {
  private long now = 1000;

  void set(long time) {
    now = time;
  }

  @Override
  public long milliseconds() {
    return now;
  }

  @Override
  public long nanoseconds() {
    return now * 1_000_000;
  }

  @Override
  public void sleep(long ms) {
    throw new UnsupportedOperationException("nothing sleeps in a coordinator");
  }

  @Override
  public void waitObject(Object object, Supplier<Boolean> condition, long deadline) {
    throw new UnsupportedOperationException("nothing waits in a coordinator");
  }
}
