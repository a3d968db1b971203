import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.runtime.state.CompositeKeySerializationUtils;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.SerializedCompositeKeyBuilder;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * What a Java program would write: the originals' own methods in a plain loop over arrays.
 *
 * <p>Each method returns the loop's nanoseconds, measured here, so that no round trip is counted.
 */
public final class Loops {
  private Loops() {}

  /** No boxing: the hash code of the primitive, then the original. */
  public static long longs(long[] keys, int maxParallelism, int[] out) {
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      out[i] = KeyGroupRangeAssignment.computeKeyGroupForKeyHash(Long.hashCode(keys[i]), maxParallelism);
    }
    return System.nanoTime() - start;
  }

  /** Strings that were never hashed before: they are made anew for every call, outside of the measured loop. */
  public static long freshStrings(byte[] data, int[] offsets, int maxParallelism, int[] out) {
    String[] keys = new String[out.length];
    for (int i = 0; i < out.length; i++) {
      keys[i] = new String(data, offsets[i], offsets[i + 1] - offsets[i], StandardCharsets.UTF_8);
    }
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      out[i] = KeyGroupRangeAssignment.assignToKeyGroup(keys[i], maxParallelism);
    }
    return System.nanoTime() - start;
  }

  /** From the same packed UTF-8 that the Python port reads: the strings are made within the loop. */
  public static long packedStrings(byte[] data, int[] offsets, int maxParallelism, int[] out) {
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      String key = new String(data, offsets[i], offsets[i + 1] - offsets[i], StandardCharsets.UTF_8);
      out[i] = KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism);
    }
    return System.nanoTime() - start;
  }

  /** Keys that already are arrays of their own. */
  public static long murmur2Arrays(byte[] data, int[] offsets, int[] out) {
    byte[][] keys = new byte[out.length][];
    for (int i = 0; i < out.length; i++) {
      keys[i] = Arrays.copyOfRange(data, offsets[i], offsets[i + 1]);
    }
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      out[i] = Utils.murmur2(keys[i]);
    }
    return System.nanoTime() - start;
  }

  /** From packed bytes: the original takes an array, so each key becomes one within the loop. */
  public static long murmur2Packed(byte[] data, int[] offsets, int[] out) {
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      out[i] = Utils.murmur2(Arrays.copyOfRange(data, offsets[i], offsets[i + 1]));
    }
    return System.nanoTime() - start;
  }

  /** Composite keys of long keys without a namespace; what is compared is made of them behind the measured loop. */
  public static long compositeLongs(long[] keys, int maxParallelism, int[] out) {
    SerializedCompositeKeyBuilder<Long> builder = builder(LongSerializer.INSTANCE, maxParallelism);
    byte[][] made = new byte[out.length][];
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      Long key = keys[i];
      builder.setKeyAndKeyGroup(key, KeyGroupRangeAssignment.assignToKeyGroup(key, maxParallelism));
      made[i] = builder.buildCompositeKeyNamespace(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE);
    }
    return told(start, made, out);
  }

  /** Composite keys of strings that were never hashed before, with a namespace that is a string, too, or without one. */
  public static long compositeStrings(byte[] data, int[] offsets, int maxParallelism, String namespace, int[] out) {
    SerializedCompositeKeyBuilder<String> builder = builder(StringSerializer.INSTANCE, maxParallelism);
    String[] keys = new String[out.length];
    for (int i = 0; i < out.length; i++) {
      keys[i] = new String(data, offsets[i], offsets[i + 1] - offsets[i], StandardCharsets.UTF_8);
    }
    byte[][] made = new byte[out.length][];
    long start = System.nanoTime();
    for (int i = 0; i < out.length; i++) {
      builder.setKeyAndKeyGroup(keys[i], KeyGroupRangeAssignment.assignToKeyGroup(keys[i], maxParallelism));
      made[i] =
          namespace.isEmpty()
              ? builder.buildCompositeKeyNamespace(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE)
              : builder.buildCompositeKeyNamespace(namespace, StringSerializer.INSTANCE);
    }
    return told(start, made, out);
  }

  private static <K> SerializedCompositeKeyBuilder<K> builder(TypeSerializer<K> keys, int maxParallelism) {
    int prefix = CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix(maxParallelism);
    return new SerializedCompositeKeyBuilder<>(keys, prefix, 32);
  }

  private static long told(long start, byte[][] made, int[] out) {
    long taken = System.nanoTime() - start;
    for (int i = 0; i < out.length; i++) {
      out[i] = Arrays.hashCode(made[i]);
    }
    return taken;
  }
}
