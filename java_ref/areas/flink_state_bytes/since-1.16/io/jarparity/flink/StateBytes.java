package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Keys;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.state.CompositeKeySerializationUtils;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.SerializedCompositeKeyBuilder;

/** State as bytes: key groups, composite keys, values. */
final class StateBytes {
  private static final HexFormat HEX = HexFormat.of();
  private static final int ROOM = 32;

  private StateBytes() {}

  static void register(Registry registry) {
    Keys keys = registry.keys();
    registry.operation("flink.state.key-group-prefix", in -> isDecode(in) ? decodedPrefix(in) : prefix(in));
    registry.operation("flink.state.composite-key", in -> isDecode(in) ? decodedKey(in) : compositeKey(in, keys));
    registry.operation(
        "flink.state.serializer-snapshot", in -> isDecode(in) ? decodedSnapshot(in) : snapshot(in));
    registry.operation("flink.state.serialized", in -> isDecode(in) ? decoded(in) : serialized(in, keys));
  }

  private static Operation.Call snapshot(Input in) {
    TypeSerializer<Object> serializer = StateTypes.serializer(in.field("type"));
    return () -> {
      DataOutputSerializer out = new DataOutputSerializer(ROOM);
      TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
      return HEX.formatHex(out.getCopyOfBuffer());
    };
  }

  private static Operation.Call decodedSnapshot(Input in) {
    DataInputDeserializer source = new DataInputDeserializer(in.field("bytes").hex());
    return () -> {
      TypeSerializerSnapshot<?> read =
          TypeSerializerSnapshot.readVersionedSnapshot(source, StateBytes.class.getClassLoader());
      return Map.of("type", StateTypes.json(read.restoreSerializer()), "left", source.available());
    };
  }

  private static boolean isDecode(Input in) {
    return in.optional("direction").map(Input::text).equals(Optional.of("decode"));
  }

  private static Operation.Call prefix(Input in) {
    int groups = in.field("maxParallelism").int32();
    int group = in.field("keyGroup").int32();
    return () -> {
      int length = CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(groups);
      DataOutputSerializer out = new DataOutputSerializer(ROOM);
      CompositeKeySerializationUtils.writeKeyGroup(group, length, out);
      return Map.of("bytes", HEX.formatHex(out.getCopyOfBuffer()));
    };
  }

  private static Operation.Call decodedPrefix(Input in) {
    int groups = in.field("maxParallelism").int32();
    DataInputDeserializer source = new DataInputDeserializer(in.field("bytes").hex());
    return () ->
        CompositeKeySerializationUtils.readKeyGroup(
            CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(groups), source);
  }

  private static Operation.Call compositeKey(Input in, Keys keys) {
    int groups = in.field("maxParallelism").int32();
    TypeSerializer<Object> keySerializer = StateTypes.serializer(in.field("keyType"));
    TypeSerializer<Object> namespaceSerializer = StateTypes.serializer(in.field("namespaceType"));
    TypeSerializer<Object> userKeySerializer = in.optional("userKeyType").map(StateTypes::serializer).orElse(null);
    Object key = StateValues.read(in.field("key"), keys);
    Object namespace = StateValues.read(in.field("namespace"), keys);
    Object userKey = userKeySerializer == null ? null : StateValues.read(in.field("userKey"), keys);
    Integer given = in.optional("keyGroup").map(Input::int32).orElse(null);
    return () -> {
      int group = given == null ? KeyGroupRangeAssignment.assignToKeyGroup(key, groups) : given;
      SerializedCompositeKeyBuilder<Object> builder =
          new SerializedCompositeKeyBuilder<>(
              keySerializer, CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(groups), ROOM);
      builder.setKeyAndKeyGroup(key, group);
      byte[] bytes =
          userKeySerializer == null
              ? builder.buildCompositeKeyNamespace(namespace, namespaceSerializer)
              : builder.buildCompositeKeyNamesSpaceUserKey(namespace, namespaceSerializer, userKey, userKeySerializer);
      return Map.of(
          "keyGroup", group,
          "ambiguous", CompositeKeySerializationUtils.isAmbiguousKeyPossible(keySerializer, namespaceSerializer),
          "bytes", HEX.formatHex(bytes));
    };
  }

  private static Operation.Call decodedKey(Input in) {
    int groups = in.field("maxParallelism").int32();
    TypeSerializer<Object> keySerializer = StateTypes.serializer(in.field("keyType"));
    TypeSerializer<Object> namespaceSerializer = StateTypes.serializer(in.field("namespaceType"));
    TypeSerializer<Object> userKeySerializer = in.optional("userKeyType").map(StateTypes::serializer).orElse(null);
    DataInputDeserializer source = new DataInputDeserializer(in.field("bytes").hex());
    return () -> {
      boolean ambiguous = CompositeKeySerializationUtils.isAmbiguousKeyPossible(keySerializer, namespaceSerializer);
      Map<String, Object> parts = new LinkedHashMap<>();
      parts.put(
          "keyGroup",
          CompositeKeySerializationUtils.readKeyGroup(
              CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(groups), source));
      parts.put("ambiguous", ambiguous);
      parts.put("key", StateValues.json(CompositeKeySerializationUtils.readKey(keySerializer, source, ambiguous)));
      parts.put(
          "namespace",
          StateValues.json(CompositeKeySerializationUtils.readNamespace(namespaceSerializer, source, ambiguous)));
      if (userKeySerializer != null) {
        parts.put("userKey", StateValues.json(userKeySerializer.deserialize(source)));
      }
      parts.put("left", source.available());
      return parts;
    };
  }

  private static Operation.Call serialized(Input in, Keys keys) {
    TypeSerializer<Object> serializer = StateTypes.serializer(in.field("type"));
    Object value = StateValues.read(in.field("value"), keys);
    return () -> {
      DataOutputSerializer out = new DataOutputSerializer(ROOM);
      serializer.serialize(value, out);
      return HEX.formatHex(out.getCopyOfBuffer());
    };
  }

  private static Operation.Call decoded(Input in) {
    TypeSerializer<Object> serializer = StateTypes.serializer(in.field("type"));
    DataInputDeserializer source = new DataInputDeserializer(in.field("bytes").hex());
    return () -> {
      Object value = serializer.deserialize(source);
      return Map.of("value", StateValues.json(value), "left", source.available());
    };
  }
}
