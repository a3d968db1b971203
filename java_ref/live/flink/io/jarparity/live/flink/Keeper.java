package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.AggregatingState;
import org.apache.flink.api.common.state.AggregatingStateDescriptor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReducingState;
import org.apache.flink.api.common.state.ReducingStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * An operator with keyed state of every kind. A record says what is put into its key's state, or that all of it is
 * forgotten; the operator then tells all that this key has.
 */
final class Keeper extends Reporter {
  private static final long serialVersionUID = 1;
  private static final long[] WINDOWS = {-10, 0, 10};
  private static final long SIZE = 10;

  private transient ValueState<Long> total;
  private transient ListState<String> words;
  private transient MapState<String, Long> pages;
  private transient ReducingState<Long> sum;
  private transient AggregatingState<Long, String> mean;

  Keeper(String job, String name) {
    super(job, name, true);
  }

  @Override
  void openState() throws Exception {
    total = getPartitionedState(new ValueStateDescriptor<>("total", Types.LONG));
    words = getPartitionedState(new ListStateDescriptor<>("words", Types.STRING));
    pages = getPartitionedState(new MapStateDescriptor<>("pages", Types.STRING, Types.LONG));
    sum = getPartitionedState(new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
    mean =
        getPartitionedState(
            new AggregatingStateDescriptor<>("mean", new Mean(), Types.TUPLE(Types.LONG, Types.LONG)));
  }

  @Override
  void record(JsonNode record, ObjectNode seen) throws Exception {
    if (record.path("forget").asBoolean()) {
      total.clear();
      words.clear();
      pages.clear();
      sum.clear();
      mean.clear();
      for (long start : WINDOWS) {
        inWindow(start).clear();
      }
    }
    if (record.has("put")) {
      put(record.get("put"));
    }
    tell(seen.putObject("state"));
  }

  private void put(JsonNode put) throws Exception {
    if (put.has("total")) {
      total.update(number(put.get("total")));
    }
    for (JsonNode word : put.path("words")) {
      words.add(word.asText());
    }
    for (Map.Entry<String, JsonNode> page : put.path("pages").properties()) {
      pages.put(page.getKey(), number(page.getValue()));
    }
    if (put.has("sum")) {
      sum.add(number(put.get("sum")));
    }
    if (put.has("mean")) {
      mean.add(number(put.get("mean")));
    }
    for (Map.Entry<String, JsonNode> window : put.path("windows").properties()) {
      inWindow(Long.parseLong(window.getKey())).update(number(window.getValue()));
    }
  }

  /** What is there; nothing of what isn't. */
  private void tell(ObjectNode state) throws Exception {
    tell(state, "total", total.value());
    if (words.get() != null) {
      ArrayNode told = state.putArray("words");
      words.get().forEach(told::add);
    }
    if (pages.entries() != null && pages.entries().iterator().hasNext()) {
      ObjectNode told = state.putObject("pages");
      for (Map.Entry<String, Long> page : pages.entries()) {
        tell(told, page.getKey(), page.getValue());
      }
    }
    tell(state, "sum", sum.get());
    tell(state, "mean", mean.get());
    for (long start : WINDOWS) {
      Long number = inWindow(start).value();
      if (number != null) {
        tell(state.withObject("/windows"), Long.toString(start), number);
      }
    }
  }

  private static void tell(ObjectNode state, String name, Object value) {
    if (value != null) {
      state.put(name, value.toString());
    }
  }

  private ValueState<Long> inWindow(long start) throws Exception {
    return getPartitionedState(
        new TimeWindow(start, start + SIZE),
        new TimeWindow.Serializer(),
        new ValueStateDescriptor<>("in-window", Types.LONG));
  }

  private static long number(JsonNode number) {
    return Long.parseLong(number.asText());
  }

  /** Keeps sum and count, and gives both. */
  private static final class Mean implements AggregateFunction<Long, Tuple2<Long, Long>, String> {
    private static final long serialVersionUID = 1;

    @Override
    public Tuple2<Long, Long> createAccumulator() {
      return Tuple2.of(0L, 0L);
    }

    @Override
    public Tuple2<Long, Long> add(Long value, Tuple2<Long, Long> before) {
      return Tuple2.of(before.f0 + value, before.f1 + 1);
    }

    @Override
    public String getResult(Tuple2<Long, Long> accumulator) {
      return accumulator.f0 + "/" + accumulator.f1;
    }

    @Override
    public Tuple2<Long, Long> merge(Tuple2<Long, Long> one, Tuple2<Long, Long> other) {
      return Tuple2.of(one.f0 + other.f0, one.f1 + other.f1);
    }
  }
}
