package io.jarparity.flink;

import io.jarparity.bridge.spi.Registry;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** The channel that {@code keyBy} sends a record to, by the real {@link KeyGroupStreamPartitioner}. */
final class KeyedChannels {
  private KeyedChannels() {}

  /** Records that are their own keys. */
  private static final class Itself implements KeySelector<Object, Object> {
    private static final long serialVersionUID = 1;

    @Override
    public Object getKey(Object value) {
      return value;
    }
  }

  static void register(Registry registry) {
    registry.operation("flink.partitioner.channel", in -> {
      Object key = registry.keys().read(in.field("key"));
      int maxParallelism = in.field("maxParallelism").int32();
      int channels = in.field("channels").int32();
      return () -> channel(key, maxParallelism, channels);
    });
  }

  private static int channel(Object key, int maxParallelism, int channels) {
    KeyGroupStreamPartitioner<Object, Object> partitioner =
        new KeyGroupStreamPartitioner<>(new Itself(), maxParallelism);
    partitioner.setup(channels);
    SerializationDelegate<StreamRecord<Object>> record = new SerializationDelegate<>(null); // nothing is serialized
    record.setInstance(new StreamRecord<>(key));
    return partitioner.selectChannel(record);
  }
}
