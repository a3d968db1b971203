package io.jarparity.flink;

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

    KeyGroupRange rangeOrEmpty() {
      return KeyGroupRange.of(start, end);
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.key-group-range.intersection", in -> {
      Bounds a = Bounds.read(in.field("a"));
      Bounds b = Bounds.read(in.field("b"));
      return () -> json(a.range().getIntersection(b.range()));
    });
    registry.operation("flink.key-group-range.of", in -> {
      Bounds bounds = Bounds.read(in);
      Input other = in.field("other");
      Bounds compared = other.isNull() ? null : Bounds.read(other);
      int keyGroup = in.field("keyGroup").int32();
      int position = in.field("position").int32();
      return () -> described(bounds.rangeOrEmpty(), compared == null ? null : compared.rangeOrEmpty(), keyGroup, position);
    });
    registry.operation("flink.key-group-range.offsets", in -> {
      Bounds range = Bounds.read(in.field("range"));
      long[] offsets = in.field("offsets").items().stream().mapToLong(Input::int64).toArray();
      int probe = in.field("probe").int32();
      return () -> Long.toString(new KeyGroupRangeOffsets(range.range(), offsets).getKeyGroupOffset(probe));
    });
  }

  private static Map<String, Object> described(KeyGroupRange range, KeyGroupRange other, int keyGroup, int position) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("range", json(range));
    json.put("keyGroups", range.getNumberOfKeyGroups());
    json.put("text", range.toString());
    json.put("equal", range.equals(other));
    json.put("contains", range.contains(keyGroup));
    json.put("keyGroupAt", range.getKeyGroupId(position));
    return json;
  }

  static Map<String, Object> json(KeyGroupRange range) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("start", range.getStartKeyGroup());
    json.put("end", range.getEndKeyGroup());
    return json;
  }
}
