package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;

/** Ranges of key groups, and the offsets of each. */
final class Ranges {
  private Ranges() {}

  static Made<KeyGroupRange> in(Input in) {
    int start = in.field("start").int32();
    int end = in.field("end").int32();
    return () -> KeyGroupRange.of(start, end);
  }

  static Made<KeyGroupRangeOffsets> offsets(Input in) {
    Made<KeyGroupRange> range = in(in.field("range"));
    long[] offsets = numbers(in.field("offsets")).stream().mapToLong(Long::longValue).toArray();
    return () -> new KeyGroupRangeOffsets(range.make(), offsets);
  }

  static List<Long> numbers(Input in) {
    List<Long> numbers = new ArrayList<>();
    for (Input number : in.items()) {
      numbers.add(number.int64());
    }
    return numbers;
  }

  static Map<String, Object> out(KeyGroupRange range) {
    return Map.of("start", range.getStartKeyGroup(), "end", range.getEndKeyGroup());
  }

  static List<String> out(KeyGroupRangeOffsets offsets) {
    List<String> numbers = new ArrayList<>();
    offsets.forEach(pair -> numbers.add(pair.f1.toString()));
    return numbers;
  }

  static List<String> out(Iterable<Long> numbers) {
    List<String> out = new ArrayList<>();
    numbers.forEach(number -> out.add(number.toString()));
    return out;
  }
}
