package org.apache.flink.runtime.state;

import io.jarparity.upstream.Python;
import java.io.Serializable;
import java.util.Iterator;
import java.util.Map;

/** Stands in for Flink's range of key groups: what two ranges share is the port's; the rest is only kept. */
public class KeyGroupRange implements KeyGroupsList, Serializable {
  /** The original's: snapshots hold ranges. */
  private static final long serialVersionUID = 4869121477592070607L;

  public static final KeyGroupRange EMPTY_KEY_GROUP_RANGE = new KeyGroupRange();

  private final int startKeyGroup;
  private final int endKeyGroup;

  private KeyGroupRange() {
    startKeyGroup = 0;
    endKeyGroup = -1;
  }

  public KeyGroupRange(int startKeyGroup, int endKeyGroup) {
    if (startKeyGroup < 0 || startKeyGroup > endKeyGroup) {
      throw new IllegalArgumentException();
    }
    this.startKeyGroup = startKeyGroup;
    this.endKeyGroup = endKeyGroup;
    if (getNumberOfKeyGroups() < 0) {
      throw new IllegalArgumentException("Potential overflow detected.");
    }
  }

  public static KeyGroupRange of(int startKeyGroup, int endKeyGroup) {
    return startKeyGroup <= endKeyGroup ? new KeyGroupRange(startKeyGroup, endKeyGroup) : EMPTY_KEY_GROUP_RANGE;
  }

  public KeyGroupRange getIntersection(KeyGroupRange other) {
    if (isEmpty() || other.isEmpty()) {
      return EMPTY_KEY_GROUP_RANGE; // no input of the operation
    }
    Map<String, Object> shared =
        Python.object(
            Python.ask("flink.key-group-range.intersection", Map.of("a", document(), "b", other.document())));
    return of((Integer) shared.get("start"), (Integer) shared.get("end"));
  }

  @Override
  public boolean contains(int keyGroup) {
    return startKeyGroup <= keyGroup && keyGroup <= endKeyGroup;
  }

  @Override
  public int getNumberOfKeyGroups() {
    return 1 + endKeyGroup - startKeyGroup;
  }

  public int getStartKeyGroup() {
    return startKeyGroup;
  }

  public int getEndKeyGroup() {
    return endKeyGroup;
  }

  @Override
  public int getKeyGroupId(int index) {
    if (index < 0 || index > getNumberOfKeyGroups()) {
      throw new IndexOutOfBoundsException("Key group index out of bounds: " + index);
    }
    return startKeyGroup + index;
  }

  @Override
  public Iterator<Integer> iterator() {
    return new Iterator<>() {
      private int next = startKeyGroup;

      @Override
      public boolean hasNext() {
        return next <= endKeyGroup;
      }

      @Override
      public Integer next() {
        return next++;
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyGroupRange range
        && startKeyGroup == range.startKeyGroup
        && endKeyGroup == range.endKeyGroup;
  }

  @Override
  public int hashCode() {
    return 31 * startKeyGroup + endKeyGroup;
  }

  @Override
  public String toString() {
    return "KeyGroupRange{startKeyGroup=" + startKeyGroup + ", endKeyGroup=" + endKeyGroup + '}';
  }

  public String prettyPrintInterval() {
    return "[" + startKeyGroup + ", " + endKeyGroup + "]";
  }

  private boolean isEmpty() {
    return startKeyGroup > endKeyGroup;
  }

  private Map<String, Object> document() {
    return Map.of("start", startKeyGroup, "end", endKeyGroup);
  }
}
