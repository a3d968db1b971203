package org.apache.flink.util;

import io.jarparity.upstream.Python;
import java.util.Map;

/**
 * Stands in for Flink's arithmetic: murmur hashes and powers of two are the port's.
 *
 * <p>For the other methods there is no operation. Flink needs them to run, so they are kept.
 */
public final class MathUtils {
  private MathUtils() {}

  public static int murmurHash(int code) {
    return (Integer) Python.ask("flink.math.murmur-hash", Map.of("value", code));
  }

  public static int roundUpToPowerOfTwo(int number) {
    return (Integer) Python.ask("flink.math.round-up-to-power-of-two", Map.of("value", number));
  }

  public static int log2floor(int value) {
    if (value == 0) {
      throw new ArithmeticException("Logarithm of zero is undefined.");
    }
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
  }

  public static int log2strict(int value) {
    int floor = log2floor(value);
    if (!isPowerOf2(value)) {
      throw new IllegalArgumentException("The given value " + value + " is not a power of two.");
    }
    return floor;
  }

  public static int roundDownToPowerOf2(int value) {
    return Integer.highestOneBit(value);
  }

  public static boolean isPowerOf2(long value) {
    return (value & (value - 1)) == 0;
  }

  public static int checkedDownCast(long value) {
    if (value != (int) value) {
      throw new IllegalArgumentException("Cannot downcast long value " + value + " to integer.");
    }
    return (int) value;
  }

  public static int divideRoundUp(int dividend, int divisor) {
    if (dividend < 0 || divisor <= 0) {
      throw new IllegalArgumentException("A negative number, or division by zero, is not supported.");
    }
    return (int) (((long) dividend + divisor - 1) / divisor);
  }

  public static long flipSignBit(long in) {
    return in ^ Long.MIN_VALUE;
  }

  public static int bitMix(int in) {
    int mixed = (in ^ in >>> 16) * 0x85ebca6b;
    mixed = (mixed ^ mixed >>> 13) * 0xc2b2ae35;
    return mixed ^ mixed >>> 16;
  }

  public static int longToIntWithBitMixing(long in) {
    long mixed = (in ^ in >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return (int) (mixed ^ mixed >>> 31);
  }

  public static int jenkinsHash(int code) {
    int mixed = code + 0x7ed55d16 + (code << 12);
    mixed = mixed ^ 0xc761c23c ^ mixed >>> 19;
    mixed = mixed + 0x165667b1 + (mixed << 5);
    mixed = mixed + 0xd3a2646c ^ mixed << 9;
    mixed = mixed + 0xfd7046c5 + (mixed << 3);
    mixed = mixed ^ 0xb55a4f09 ^ mixed >>> 16;
    return mixed >= 0 ? mixed : ~mixed;
  }
}
