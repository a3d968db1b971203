package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;

/** Valves whose channels carry several subpartitions, which are there from 1.19 on; called by reflection. */
final class SharedChannels {
  private static final String INDEXES = "org.apache.flink.runtime.io.network.partition.ResultSubpartitionIndexSet";
  private static final String WATERMARK = "org.apache.flink.streaming.api.watermark.InternalWatermark";

  private SharedChannels() {}

  /** The subpartitions that a channel carries, both ends included. */
  record Subpartitions(int first, int last) {
    static Subpartitions read(Input channel) {
      return new Subpartitions(channel.field("first").int32(), channel.field("last").int32());
    }
  }

  static StatusWatermarkValve valve(List<Subpartitions> channels) throws Throwable {
    Class<?> indexes = Class.forName(INDEXES);
    Object sets = Array.newInstance(indexes, channels.size());
    for (int i = 0; i < channels.size(); i++) {
      Subpartitions channel = channels.get(i);
      Array.set(sets, i, made(indexes, new Class<?>[] {int.class, int.class}, channel.first(), channel.last()));
    }
    return (StatusWatermarkValve) made(StatusWatermarkValve.class, new Class<?>[] {sets.getClass()}, sets);
  }

  static Watermark watermark(long timestamp, int subpartition) {
    try {
      return (Watermark)
          made(Class.forName(WATERMARK), new Class<?>[] {long.class, int.class}, timestamp, subpartition);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable missing) {
      throw new LinkageError("InternalWatermark can't be made on this line", missing);
    }
  }

  private static Object made(Class<?> type, Class<?>[] parameters, Object... arguments) throws Throwable {
    try {
      return type.getConstructor(parameters).newInstance(arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
