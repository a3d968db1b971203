package io.jarparity.adapter.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;

/** {@link KeyGroupRange} and {@link KeyGroupRangeOffsets}. */
final class KeyGroupRanges {
  private KeyGroupRanges() {}

  /** A range as input says it; Flink has not seen it yet. */
  record Bounds(int start, int end) {
    static Bounds read(Input range) {
      return new Bounds(range.field("start").int32(), range.field("end").int32());
    }

    KeyGroupRange range() {
      return new KeyGroupRange(start, end);
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.key-group-range.intersection", in -> {
      Bounds a = Bounds.read(in.field("a"));
      Bounds b = Bounds.read(in.field("b"));
      return () -> json(a.range().getIntersection(b.range()));
    });
    registry.operation("flink.key-group-range.offsets", in -> {
      Bounds range = Bounds.read(in.field("range"));
      long[] offsets = in.field("offsets").items().stream().mapToLong(Input::int64).toArray();
      int probe = in.field("probe").int32();
      return () -> Long.toString(new KeyGroupRangeOffsets(range.range(), offsets).getKeyGroupOffset(probe));
    });
  }

  static Map<String, Object> json(KeyGroupRange range) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("start", range.getStartKeyGroup());
    json.put("end", range.getEndKeyGroup());
    return json;
  }
}
