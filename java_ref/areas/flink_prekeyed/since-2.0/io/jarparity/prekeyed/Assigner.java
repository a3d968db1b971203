package io.jarparity.prekeyed;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.state.KeyGroupRange;

/**
 * The assigner of one task, as a table of the task's own key groups: a bit says whether a group is taken, and beside it
 * stands the split that took it.
 */
final class Assigner {
  private final KeyGroupRange own;
  private final BitSet taken = new BitSet();
  private final Map<String, Integer> offsets = new TreeMap<>();

  Assigner(KeyGroupRange own) {
    this.own = own;
  }

  /** A split comes: it is mapped to the first group that nobody uses. */
  int added(String split) {
    if (offsets.containsKey(split)) {
      throw new IllegalArgumentException("the split " + split + " is mapped already");
    }
    int offset = taken.nextClearBit(0);
    if (offset >= own.getNumberOfKeyGroups()) {
      throw new IllegalStateException("more splits than key groups in " + own);
    }
    return take(split, offset);
  }

  /** A split comes back from a snapshot, with the group that it had. */
  void restored(String split, int group) {
    take(split, group - own.getStartKeyGroup());
  }

  /** A split goes, and leaves its group to others. */
  int removed(String split) {
    int group = groupOf(split);
    offsets.remove(split);
    taken.clear(group - own.getStartKeyGroup());
    return group;
  }

  /** The group in which the keys of a split live. */
  int groupOf(String split) {
    Integer offset = offsets.get(split);
    if (offset == null) {
      throw new IllegalArgumentException("the split " + split + " is not mapped in this task");
    }
    return own.getStartKeyGroup() + offset;
  }

  /** The splits with their groups. */
  Map<String, Integer> mapping() {
    Map<String, Integer> groups = new TreeMap<>();
    offsets.forEach((split, offset) -> groups.put(split, own.getStartKeyGroup() + offset));
    return groups;
  }

  /** What nobody uses, as first and last group of each gap. */
  List<List<Integer>> gaps() {
    List<List<Integer>> gaps = new ArrayList<>();
    int size = own.getNumberOfKeyGroups();
    int next;
    for (int from = taken.nextClearBit(0); from < size; from = taken.nextClearBit(next)) {
      int used = taken.nextSetBit(from);
      next = used < 0 ? size : used;
      gaps.add(List.of(own.getStartKeyGroup() + from, own.getStartKeyGroup() + next - 1));
    }
    return gaps;
  }

  private int take(String split, int offset) {
    taken.set(offset);
    offsets.put(split, offset);
    return own.getStartKeyGroup() + offset;
  }
}
