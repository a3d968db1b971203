package io.jarparity.live.flink;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A split of the scripted source: a name. */
record ScriptedSplit(String splitId) implements SourceSplit {
  static final class Serializer implements SimpleVersionedSerializer<ScriptedSplit> {
    @Override
    public int getVersion() {
      return 0;
    }

    @Override
    public byte[] serialize(ScriptedSplit split) {
      return split.splitId().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public ScriptedSplit deserialize(int version, byte[] bytes) {
      return new ScriptedSplit(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
