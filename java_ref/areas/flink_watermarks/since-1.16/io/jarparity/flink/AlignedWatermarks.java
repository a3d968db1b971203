package io.jarparity.flink;

import io.jarparity.flink.WatermarkSteps.Step;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.runtime.source.coordinator.SourceCoordinator;

/** Alignment: the coordinator's aggregator, which isn't public, and the operator's sampler, which is new in 2.3. */
final class AlignedWatermarks {
  private static final String AGGREGATOR = SourceCoordinator.class.getName() + "$WatermarkAggregator";
  private static final String SAMPLER = "org.apache.flink.streaming.api.operators.source.WatermarkSampler";

  private AlignedWatermarks() {}

  static void register(Registry registry) {
    registry.operation("flink.watermark.alignment", in -> {
      List<Step<Object>> steps = WatermarkSteps.read(in, AlignedWatermarks::report);
      return () -> WatermarkSteps.made(steps, made(AGGREGATOR));
    });
    registry.operation("flink.watermark.sampler", in -> {
      int capacity = in.field("capacity").int32();
      List<Step<Object>> steps = WatermarkSteps.read(in, AlignedWatermarks::sampled);
      return () -> WatermarkSteps.made(steps, made(SAMPLER, capacity));
    });
  }

  private static Step<Object> report(Input step) {
    Input op = step.field("op");
    if (!"report".equals(op.text())) {
      throw op.expected("report");
    }
    String key = step.field("key").text();
    Watermark watermark = new Watermark(step.field("timestamp").int64());
    return aggregator -> {
      Map<String, Object> seen = new HashMap<>();
      Optional<?> changed = (Optional<?>) call(aggregator, "aggregate", key, watermark);
      seen.put("changed", changed.map(AlignedWatermarks::text).orElse(null));
      seen.put("watermark", text(call(aggregator, "getAggregatedWatermark")));
      return seen;
    };
  }

  private static Step<Object> sampled(Input step) {
    Input op = step.field("op");
    switch (op.text()) {
      case "watermark":
        long timestamp = step.field("timestamp").int64();
        return sampler -> {
          call(sampler, "addLatest", timestamp);
          return seen(sampler);
        };
      case "sample":
        return sampler -> {
          call(sampler, "sample");
          return seen(sampler);
        };
      default:
        throw op.expected("watermark or sample");
    }
  }

  private static Object seen(Object sampler) throws Throwable {
    String latest = call(sampler, "getLatest").toString();
    return Map.of("latest", latest, "oldest", call(sampler, "getOldestSample").toString());
  }

  private static String text(Object watermark) {
    return Long.toString(((Watermark) watermark).getTimestamp());
  }

  /** Javac gives a private class a second constructor, with a parameter more. */
  private static Object made(String name, Object... arguments) throws Throwable {
    Constructor<?> constructor =
        Stream.of(Class.forName(name, true, AlignedWatermarks.class.getClassLoader()).getDeclaredConstructors())
            .min(Comparator.comparingInt(Constructor::getParameterCount))
            .orElseThrow();
    constructor.setAccessible(true);
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Object call(Object original, String name, Object... arguments) throws Throwable {
    Method called =
        Stream.of(original.getClass().getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && !method.isSynthetic())
            .findFirst()
            .orElseThrow();
    called.setAccessible(true);
    try {
      return called.invoke(original, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
