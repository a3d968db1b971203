package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.Method;
import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/**
 * A job with tumbling windows of three kinds of contents, and a keyed function with timers. Whatever fires is told, and
 * behind it the watermark that had it fire.
 */
final class Windowed {
  private static final long SIZE = 10;

  private Windowed() {}

  static void job(DataStream<String> scripted, JsonNode request) {
    DataStream<String> records =
        scripted.filter(record -> ScriptedWatermarks.read(record).get("op").asText().equals("record")).uid("records");
    tell(windows(records).reduce((one, other) -> Tuple2.of(one.f0, one.f1 + other.f1), new Told<>()), "summed", request);
    tell(windows(records).aggregate(new Mean(), new Told<>()), "mean", request);
    tell(windows(records).process(new Told<>()), "listed", request);
    tell(records.keyBy(Windowed::key, Types.STRING).process(new Timed()), "timed", request);
  }

  private static WindowedStream<Tuple2<String, Long>, String, TimeWindow> windows(DataStream<String> records) {
    return records
        .map(record -> Tuple2.of(key(record), Long.parseLong(ScriptedWatermarks.read(record).get("number").asText())))
        .returns(Types.TUPLE(Types.STRING, Types.LONG))
        .keyBy(pair -> pair.f0, Types.STRING)
        .window(tumbling());
  }

  private static void tell(SingleOutputStreamOperator<String> fired, String name, JsonNode request) {
    int parallelism = request.get("parallelism").asInt();
    fired
        .setParallelism(parallelism)
        .uid(name)
        .transform("told-" + name, Types.STRING, new Listener(request.get("name").asText(), name))
        .setParallelism(parallelism)
        .uid("told-" + name);
  }

  private static String key(String record) {
    return ScriptedWatermarks.read(record).get("key").get("value").asText();
  }

  /** Up to 1.20 a length is a Time, and from 1.20 on a Duration. */
  private static TumblingEventTimeWindows tumbling() {
    try {
      for (Method method : TumblingEventTimeWindows.class.getMethods()) {
        if (method.getName().equals("of") && method.getParameterCount() == 1) {
          Class<?> type = method.getParameterTypes()[0];
          Object length =
              type == Duration.class
                  ? Duration.ofMillis(SIZE)
                  : type.getMethod("milliseconds", long.class).invoke(null, SIZE);
          return (TumblingEventTimeWindows) method.invoke(null, length);
        }
      }
    } catch (ReflectiveOperationException changed) {
      throw new IllegalStateException(changed);
    }
    throw new IllegalStateException("TumblingEventTimeWindows has no method of(length) on this release");
  }

  private static ObjectNode fired(String key) {
    return JsonNodeFactory.instance.objectNode().put("op", "record").put("id", 0).put("key", key);
  }

  /** Keeps sum and count, and gives both. */
  private static final class Mean implements AggregateFunction<Tuple2<String, Long>, Tuple2<Long, Long>, String> {
    private static final long serialVersionUID = 1;

    @Override
    public Tuple2<Long, Long> createAccumulator() {
      return Tuple2.of(0L, 0L);
    }

    @Override
    public Tuple2<Long, Long> add(Tuple2<String, Long> value, Tuple2<Long, Long> before) {
      return Tuple2.of(before.f0 + value.f1, before.f1 + 1);
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

  /** Tells a window that fires, with all that is in it. */
  private static final class Told<I> extends ProcessWindowFunction<I, String, String, TimeWindow> {
    private static final long serialVersionUID = 1;

    @Override
    public void process(String key, Context context, Iterable<I> elements, Collector<String> out) {
      ObjectNode fired = fired(key).put("start", Long.toString(context.window().getStart()));
      ArrayNode values = fired.putArray("values");
      for (I each : elements) {
        values.add(String.valueOf(each instanceof Tuple2<?, ?> pair ? pair.f1 : each));
      }
      out.collect(fired.toString());
    }
  }

  /** Counts the records of a key, sets the timers that they name, and tells those that fire. */
  private static final class Timed extends KeyedProcessFunction<String, String, String> {
    private static final long serialVersionUID = 1;

    @Override
    public void processElement(String text, Context context, Collector<String> out) throws Exception {
      JsonNode record = ScriptedWatermarks.read(text);
      ValueState<Long> seen = seen();
      seen.update(seen.value() == null ? 1 : seen.value() + 1);
      for (JsonNode time : record.path("timers")) {
        context.timerService().registerEventTimeTimer(Long.parseLong(time.asText()));
      }
      for (JsonNode time : record.path("processingTimers")) {
        context.timerService().registerProcessingTimeTimer(Long.parseLong(time.asText()));
      }
      for (JsonNode time : record.path("deleted")) {
        context.timerService().deleteEventTimeTimer(Long.parseLong(time.asText()));
      }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<String> out) throws Exception {
      out.collect(
          fired(context.getCurrentKey())
              .put("time", Long.toString(time))
              .put("seen", String.valueOf(seen().value()))
              .toString());
    }

    private ValueState<Long> seen() {
      return getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG));
    }
  }

  /** Tells the job's channel what fired, and each watermark. */
  private static final class Listener extends Reporter {
    private static final long serialVersionUID = 1;

    Listener(String job, String name) {
      super(job, name, false);
    }

    @Override
    void openState() {}

    @Override
    void record(JsonNode record, ObjectNode seen) {
      seen.set("fired", record);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
      see(observation("watermark").put("timestamp", Long.toString(watermark.getTimestamp())));
      super.processWatermark(watermark);
    }
  }
}
