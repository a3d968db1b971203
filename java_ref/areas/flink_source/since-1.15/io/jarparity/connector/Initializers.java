package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.connector.kafka.source.enumerator.initializer.NoStoppingOffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/** Where splits start and stop. */
final class Initializers {
  private Initializers() {}

  static OffsetsInitializer starting(Input in) {
    Input type = in.field("type");
    OffsetResetStrategy otherwise =
        in.optional("reset").map(Initializers::strategy).orElse(OffsetResetStrategy.EARLIEST);
    return switch (type.text()) {
      case "earliest" -> OffsetsInitializer.earliest();
      case "latest" -> OffsetsInitializer.latest();
      case "committed" -> OffsetsInitializer.committedOffsets();
      case "timestamp" -> OffsetsInitializer.timestamp(in.field("timestamp").int64());
      case "offsets" -> OffsetsInitializer.offsets(Partitions.offsets(in.field("offsets")), otherwise);
      case "custom" -> new Custom(Partitions.offsets(in.field("offsets")));
      default -> throw type.expected("earliest, latest, committed, timestamp, offsets or custom");
    };
  }

  /** The user's own: it gives the same offsets whatever it is asked. */
  private record Custom(Map<TopicPartition, Long> offsets) implements OffsetsInitializer {
    @Override
    public Map<TopicPartition, Long> getPartitionOffsets(
        Collection<TopicPartition> asked, PartitionOffsetsRetriever cluster) {
      return offsets;
    }

    @Override
    public OffsetResetStrategy getAutoOffsetResetStrategy() {
      return OffsetResetStrategy.NONE;
    }
  }

  static OffsetsInitializer stopping(Input in) {
    return in.isNull() ? new NoStoppingOffsetsInitializer() : starting(in);
  }

  private static OffsetResetStrategy strategy(Input reset) {
    try {
      return OffsetResetStrategy.valueOf(reset.text().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw reset.expected("earliest, latest or none");
    }
  }
}
