package io.jarparity.kafka.batch;

import io.jarparity.kafka.batch.BatchBytes.BatchHead;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.record.TimestampType;

/**
 * A builder of batches by its longest constructor: what compression is, where the stream's class is, and whether there
 * is a delete horizon, differs from release to release.
 */
final class Builders {
  private static final int PARAMETERS_BEFORE_THE_HORIZON = 13;

  private Builders() {}

  static <T> T made(Class<T> type, ByteBuffer buffer, BatchHead head) {
    Constructor<?> longest = Arrays.stream(type.getConstructors())
        .filter(each -> each.getParameterTypes()[0] != ByteBuffer.class)
        .max(Comparator.comparing(Constructor::getParameterCount))
        .orElseThrow();
    Class<?>[] types = longest.getParameterTypes();
    try {
      List<Object> arguments = new ArrayList<>(List.of(
          types[0].getConstructor(ByteBuffer.class).newInstance(buffer),
          head.magic(),
          types[2].getField("NONE").get(null),
          TimestampType.forName(head.timestampType()),
          head.baseOffset(),
          head.logAppendTime(),
          head.producerId(),
          head.producerEpoch(),
          head.baseSequence(),
          head.transactional(),
          head.control(),
          head.partitionLeaderEpoch(),
          Integer.MAX_VALUE));
      if (types.length > PARAMETERS_BEFORE_THE_HORIZON) {
        arguments.add(head.deleteHorizon());
      }
      return type.cast(longest.newInstance(arguments.toArray()));
    } catch (InvocationTargetException thrown) {
      throw (RuntimeException) thrown.getCause();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A batch's records one after the other, as consumers take them: its plain iterator reserves memory for all. */
  @SuppressWarnings("unchecked")
  static <T, R> Iterator<R> streamed(Class<T> type, T batch) {
    Method streaming = Arrays.stream(type.getMethods())
        .filter(each -> each.getName().equals("streamingIterator") && each.getParameterCount() == 1)
        .findFirst()
        .orElseThrow();
    try {
      return (Iterator<R>) streaming.invoke(batch, streaming.getParameterTypes()[0].getField("NO_CACHING").get(null));
    } catch (InvocationTargetException thrown) {
      throw (RuntimeException) thrown.getCause();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** None where batches don't say it, and where this release's don't. */
  static <T> Optional<Long> deleteHorizon(Class<T> type, T batch) {
    try {
      OptionalLong horizon = (OptionalLong) type.getMethod("deleteHorizonMs").invoke(batch);
      return horizon.isPresent() ? Optional.of(horizon.getAsLong()) : Optional.empty();
    } catch (NoSuchMethodException unknown) {
      return Optional.empty();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
