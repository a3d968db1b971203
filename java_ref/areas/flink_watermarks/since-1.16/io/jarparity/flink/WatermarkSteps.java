package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Histories of watermarks: steps that are read first, and made one after the other. */
final class WatermarkSteps {
  private WatermarkSteps() {}

  /** A step, ready to be made on an original; what it gives is its observation. */
  @FunctionalInterface
  interface Step<T> {
    Object make(T original) throws Throwable;
  }

  static <T> List<Step<T>> read(Input in, Function<Input, Step<T>> read) {
    return in.field("steps").items().stream().map(read).toList();
  }

  /** One observation a step; what the original throws is one. */
  static <T> List<Object> made(List<Step<T>> steps, T original) {
    List<Object> observations = new ArrayList<>(steps.size());
    for (Step<T> step : steps) {
      try {
        observations.add(step.make(original));
      } catch (VirtualMachineError | LinkageError fault) {
        throw fault;
      } catch (Throwable thrown) {
        observations.add(Map.of("error", Map.of("kind", thrown.getClass().getSimpleName())));
      }
    }
    return observations;
  }
}
