package io.jarparity.flink;

import io.jarparity.flink.WatermarkSteps.Step;
import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Registry;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkOutputMultiplexer;

/** A {@link WatermarkOutputMultiplexer} whose outputs come and go. */
final class MultiplexedWatermarks {
  private static final String LISTENER = WatermarkOutputMultiplexer.class.getName() + "$WatermarkUpdateListener";

  private final List<Object> emitted = new ArrayList<>();
  private final List<Object> heard = new ArrayList<>();
  private final WatermarkOutputMultiplexer multiplexer = new WatermarkOutputMultiplexer(new Recorder());

  private MultiplexedWatermarks() {}

  /** What is downstream. */
  private final class Recorder implements WatermarkOutput {
    @Override
    public void emitWatermark(Watermark watermark) {
      emitted.add(List.of("watermark", Long.toString(watermark.getTimestamp())));
    }

    @Override
    public void markIdle() {
      emitted.add(List.of("idle"));
    }

    @Override
    public void markActive() {
      emitted.add(List.of("active"));
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.watermark.multiplexer", in -> {
      List<Step<MultiplexedWatermarks>> steps = WatermarkSteps.read(in, MultiplexedWatermarks::step);
      return () -> WatermarkSteps.made(steps, new MultiplexedWatermarks());
    });
  }

  private static Step<MultiplexedWatermarks> step(Input step) {
    Input op = step.field("op");
    if ("periodic".equals(op.text())) {
      return history -> history.seen(history.multiplexer::onPeriodicEmit);
    }
    String name = step.field("output").text();
    boolean deferred = step.optional("deferred").map(Input::bool).orElse(false);
    switch (op.text()) {
      case "register":
        boolean idles = step.optional("idles").map(Input::bool).orElse(false);
        return history -> history.seen(() -> history.register(name, idles));
      case "unregister":
        return history -> history.unregister(name);
      case "watermark":
        Watermark watermark = new Watermark(step.field("timestamp").int64());
        return history -> history.seen(() -> history.output(name, deferred).emitWatermark(watermark));
      case "idle":
        return history -> history.seen(() -> history.output(name, deferred).markIdle());
      case "active":
        return history -> history.seen(() -> history.output(name, deferred).markActive());
      default:
        throw op.expected("register, unregister, watermark, idle, active or periodic");
    }
  }

  private WatermarkOutput output(String name, boolean deferred) {
    return deferred ? multiplexer.getDeferredOutput(name) : multiplexer.getImmediateOutput(name);
  }

  private Object unregister(String name) throws Throwable {
    List<Boolean> returned = new ArrayList<>();
    Map<String, Object> seen = seen(() -> returned.add(multiplexer.unregisterOutput(name)));
    seen.put("returned", returned.get(0));
    return seen;
  }

  /**
   * With a listener where the release knows any, 1.17 and newer: one shape of registration each. A listener that idles
   * marks its output idle when it hears of a watermark.
   */
  private void register(String name, boolean idles) throws Throwable {
    Method register =
        Stream.of(WatermarkOutputMultiplexer.class.getMethods())
            .filter(method -> "registerNewOutput".equals(method.getName()) && method.getParameterCount() == 2)
            .findFirst()
            .orElse(null);
    if (register == null) {
      multiplexer.registerNewOutput(name);
      return;
    }
    ClassLoader loader = getClass().getClassLoader();
    Class<?> listener = Class.forName(LISTENER, true, loader);
    Object proxy =
        Proxy.newProxyInstance(loader, new Class<?>[] {listener}, (self, method, arguments) -> {
          Object told = arguments[0] instanceof Long timestamp ? Long.toString(timestamp) : arguments[0];
          boolean idle = "onIdleUpdate".equals(method.getName());
          heard.add(List.of(idle ? "idle" : "watermark", name, told));
          if (idles && !idle) {
            output(name, false).markIdle();
          }
          return null;
        });
    try {
      register.invoke(multiplexer, name, proxy);
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  /** A call of the original. */
  @FunctionalInterface
  private interface Call {
    void make() throws Throwable;
  }

  private Map<String, Object> seen(Call call) throws Throwable {
    emitted.clear();
    heard.clear();
    call.make();
    Map<String, Object> seen = new HashMap<>();
    seen.put("emitted", List.copyOf(emitted));
    seen.put("listener", List.copyOf(heard));
    return seen;
  }
}
