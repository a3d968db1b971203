package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** The bytes in which members and leader talk. */
final class ProtocolOperations {
  private ProtocolOperations() {}

  static void register(Registry registry) {
    registry.operation("kafka.protocol.subscription", ProtocolOperations::subscription);
    registry.operation("kafka.protocol.assignment", ProtocolOperations::assignment);
    registry.operation("kafka.protocol.sticky-user-data", ProtocolOperations::stickyUserData);
  }

  private static Operation.Call subscription(Input in) {
    if (decodes(in)) {
      byte[] bytes = in.field("bytes").hex();
      return () -> GroupApi.decodeSubscription(ByteBuffer.wrap(bytes)).json();
    }
    short version = version(in);
    SubscriptionData subscription = SubscriptionData.read(in);
    return () -> Bytes.json(Bytes.of(GroupApi.encode(subscription, version)));
  }

  private static Operation.Call assignment(Input in) {
    if (decodes(in)) {
      byte[] bytes = in.field("bytes").hex();
      return () -> {
        AssignmentData decoded = GroupApi.decodeAssignment(ByteBuffer.wrap(bytes));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("partitions", TopicPartitions.json(decoded.partitions()));
        json.put("userData", Bytes.json(decoded.userData()));
        return json;
      };
    }
    short version = version(in);
    AssignmentData assignment =
        new AssignmentData(
            TopicPartitions.read(in.field("partitions")),
            SubscriptionData.given(in, "userData").map(Input::hex).orElse(null));
    return () -> Bytes.json(Bytes.of(GroupApi.encode(assignment, version)));
  }

  private static Operation.Call stickyUserData(Input in) {
    if (decodes(in)) {
      byte[] bytes = in.field("bytes").hex();
      return () -> {
        StickyData decoded = GroupApi.decodeStickyUserData(ByteBuffer.wrap(bytes));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("partitions", TopicPartitions.json(decoded.partitions()));
        json.put("generation", decoded.generation().orElse(null));
        return json;
      };
    }
    List<TopicPartition> partitions = TopicPartitions.read(in.field("partitions"));
    Optional<Input> generation = SubscriptionData.given(in, "generation");
    if (generation.isPresent() && !Subscriptions.features().stickyGeneration()) {
      throw generation.get().expected("absent: the sticky assignor's user data carries it from 2.3 on");
    }
    int told = generation.map(Input::int32).orElse(SubscriptionData.NO_GENERATION);
    // The public way: what an assignor that was told these partitions sends.
    return () -> {
      Assignor assignor = GroupApi.assignor("sticky");
      assignor.onAssignment(new AssignmentData(partitions, null), "group", told, "member", Optional.empty());
      return Bytes.json(Bytes.of(assignor.userData(Set.of())));
    };
  }

  private static boolean decodes(Input in) {
    Input direction = in.field("direction");
    return switch (direction.text()) {
      case "decode" -> true;
      case "encode" -> false;
      default -> throw direction.expected("encode or decode");
    };
  }

  private static short version(Input in) {
    Input version = in.field("version");
    short number = (short) version.number(Short.MIN_VALUE, Short.MAX_VALUE);
    if (number != 0 && !GroupApi.knowsVersions()) {
      throw version.expected("0: this line knows no other version of the protocol");
    }
    return number;
  }
}
