package io.jarparity.flink.checkpoint;

import io.jarparity.bridge.spi.Input;
import io.jarparity.bridge.spi.Operation;
import io.jarparity.bridge.spi.Registry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.checkpoint.CheckpointProperties;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.MasterState;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.checkpoint.metadata.MetadataSerializers;

/** The file _metadata of a checkpoint or savepoint. */
final class MetadataBytes {
  private static final HexFormat HEX = HexFormat.of();

  /** Relative handles are read beside a file that must be there: every JVM has this one, and nothing is left behind. */
  private static final String FILE =
      Path.of(System.getProperty("java.home"), "lib", "modules").toUri().toString();

  private MetadataBytes() {}

  static void register(Registry registry) {
    registry.operation(
        "flink.checkpoint.metadata",
        in -> in.field("direction").text().equals("encode") ? encode(in) : decode(in));
  }

  private static Operation.Call encode(Input in) {
    int version = in.field("version").int32();
    Made<CheckpointMetadata> metadata = metadata(in);
    return () -> {
      CheckpointMetadata made = metadata.make();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Checkpoints.storeCheckpointMetadata(
          made, new DataOutputStream(bytes), MetadataSerializers.getSerializer(version));
      return HEX.formatHex(bytes.toByteArray());
    };
  }

  private static Operation.Call decode(Input in) {
    byte[] bytes = in.field("bytes").hex();
    return () -> {
      // Some handles get a random id: those that a second reading gives others.
      HandlesOut first = new HandlesOut(List.of());
      json(load(bytes), first);
      return json(load(bytes), new HandlesOut(first.ids()));
    };
  }

  private static CheckpointMetadata load(byte[] bytes) throws IOException {
    return Checkpoints.loadCheckpointMetadata(
        new DataInputStream(new ByteArrayInputStream(bytes)), MetadataBytes.class.getClassLoader(), FILE);
  }

  private static Made<CheckpointMetadata> metadata(Input in) {
    long id = in.field("checkpointId").int64();
    List<MasterState> masters = new ArrayList<>();
    for (Input master : in.field("master").items()) {
      masters.add(
          new MasterState(
              master.field("name").text(), master.field("bytes").hex(), master.field("version").int32()));
    }
    List<Made<OperatorState>> operators = new ArrayList<>();
    for (Input operator : in.field("operators").items()) {
      operators.add(Operators.in(operator));
    }
    byte[] properties = in.field("properties").isNull() ? null : in.field("properties").hex();
    return () -> new CheckpointMetadata(id, Made.all(operators), masters, properties(properties));
  }

  private static CheckpointProperties properties(byte[] bytes) throws IOException, ClassNotFoundException {
    if (bytes == null) {
      return null;
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (CheckpointProperties) in.readObject();
    }
  }

  private static Map<String, Object> json(CheckpointMetadata metadata, HandlesOut handles) throws IOException {
    List<Object> masters = new ArrayList<>();
    for (MasterState master : metadata.getMasterStates()) {
      masters.add(
          Map.of("name", master.name(), "bytes", HEX.formatHex(master.bytes()), "version", master.version()));
    }
    List<Object> operators = new ArrayList<>();
    for (OperatorState operator : metadata.getOperatorStates()) {
      operators.add(Operators.out(operator, handles));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("checkpointId", Long.toString(metadata.getCheckpointId()));
    json.put("master", masters);
    json.put("operators", operators);
    json.put("properties", hex(metadata.getCheckpointProperties()));
    return json;
  }

  private static String hex(CheckpointProperties properties) throws IOException {
    if (properties == null) {
      return null;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(properties);
    return HEX.formatHex(bytes.toByteArray());
  }
}
