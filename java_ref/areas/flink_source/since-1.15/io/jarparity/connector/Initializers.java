package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import java.util.Locale;
import org.apache.flink.connector.kafka.source.enumerator.initializer.NoStoppingOffsetsInitializer;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

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
      default -> throw type.expected("earliest, latest, committed, timestamp or offsets");
    };
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
