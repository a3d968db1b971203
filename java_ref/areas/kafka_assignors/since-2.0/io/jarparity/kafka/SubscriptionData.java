package io.jarparity.kafka;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.InputException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What a member tells the group's leader, in no line's own class.
 *
 * @param topics the topics that it subscribes to, in its order
 * @param userData bytes of its assignor, or null
 * @param instance its group instance id, if it is a static member
 * @param owned the partitions that it owns
 * @param generation the generation in which it got them; -1 if it has none
 * @param rack its rack
 */
record SubscriptionData(
    List<String> topics,
    byte[] userData,
    Optional<String> instance,
    List<TopicPartition> owned,
    int generation,
    Optional<String> rack) {
  /** The generation of who has none. */
  static final int NO_GENERATION = -1;

  /**
   * Reads the fields of a subscription.
   *
   * @throws InputException there is one that the line's {@code Subscription} doesn't carry
   */
  static SubscriptionData read(Input in) {
    SubscriptionFeatures line = Subscriptions.features();
    List<String> topics = in.field("topics").items().stream().map(Input::text).toList();
    byte[] userData = given(in, "userData").map(Input::hex).orElse(null);
    Optional<Input> instance = given(in, "instance");
    Optional<Input> owned = given(in, "owned").filter(partitions -> !partitions.items().isEmpty());
    Optional<Input> generation = given(in, "generation");
    Optional<Input> rack = given(in, "rack");
    if (!line.owned()) {
      refuse(instance, "2.4");
      refuse(owned, "2.4");
    }
    if (!line.racks()) {
      refuse(generation, "3.4");
      refuse(rack, "3.4");
    }
    return new SubscriptionData(
        topics,
        userData,
        instance.map(Input::text),
        owned.map(TopicPartitions::read).orElse(List.of()),
        generation.map(Input::int32).orElse(NO_GENERATION),
        rack.map(Input::text));
  }

  /** The fields as a decoded subscription has them. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("topics", topics);
    json.put("userData", Bytes.json(userData));
    json.put("owned", TopicPartitions.json(owned));
    json.put("generation", generation < 0 ? null : generation);
    json.put("rack", rack.orElse(null));
    return json;
  }

  /** A new buffer with the user data, or null: originals read the buffers that they get to their end. */
  public ByteBuffer userDataBuffer() {
    return userData == null ? null : ByteBuffer.wrap(userData.clone());
  }

  /** The same with other user data. */
  SubscriptionData withUserData(byte[] other) {
    return new SubscriptionData(topics, other, instance, owned, generation, rack);
  }

  static Optional<Input> given(Input in, String name) {
    return in.optional(name).filter(value -> !value.isNull());
  }

  private static void refuse(Optional<Input> field, String since) {
    if (field.isPresent()) {
      throw field.get().expected("absent: a Subscription carries it from " + since + " on");
    }
  }
}
