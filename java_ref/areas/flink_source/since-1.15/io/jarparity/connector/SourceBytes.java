package io.jarparity.connector;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumStateSerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;

/** {@link KafkaPartitionSplitSerializer} and {@link KafkaSourceEnumStateSerializer}. */
final class SourceBytes {
  private static final HexFormat HEX = HexFormat.of();

  private SourceBytes() {}

  static void register(Registry registry) {
    registry.operation("flink.kafka-source.split-bytes", SourceBytes::split);
    EnumeratorStates states = EnumeratorStates.ofThisConnector();
    registry.operation("flink.kafka-source.state-bytes", in -> state(in, states));
  }

  private static Operation.Call split(Input in) {
    KafkaPartitionSplitSerializer serializer = new KafkaPartitionSplitSerializer();
    if (decodes(in)) {
      int version = in.field("version").int32();
      byte[] bytes = in.field("bytes").hex();
      return () -> SplitFields.json(serializer.deserialize(version, bytes));
    }
    SplitFields split = SplitFields.read(in.field("split"));
    return () -> HEX.formatHex(serializer.serialize(split.split()));
  }

  private static Operation.Call state(Input in, EnumeratorStates states) {
    KafkaSourceEnumStateSerializer serializer = new KafkaSourceEnumStateSerializer();
    if (decodes(in)) {
      int version = in.field("version").int32();
      byte[] bytes = in.field("bytes").hex();
      return () -> states.json(serializer.deserialize(version, bytes));
    }
    List<SplitFields> assigned = SplitFields.readAll(in.field("assigned"));
    List<SplitFields> unassigned = SplitFields.readAll(in.field("unassigned"));
    boolean finished = in.field("initialDiscoveryFinished").bool();
    if (!states.haveStatuses() && !(unassigned.isEmpty() && finished)) {
      throw in.field("unassigned").expected("empty, and the discovery finished: state has neither before 3.1");
    }
    return () -> HEX.formatHex(serializer.serialize(states.state(assigned, unassigned, finished)));
  }

  private static boolean decodes(Input in) {
    Input direction = in.field("direction");
    return switch (direction.text()) {
      case "decode" -> true;
      case "encode" -> false;
      default -> throw direction.expected("encode or decode");
    };
  }
}
