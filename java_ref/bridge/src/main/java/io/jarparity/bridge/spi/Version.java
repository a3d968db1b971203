package io.jarparity.bridge.spi;

import java.util.Arrays;
import java.util.regex.Pattern;

/** The numbers of a version, such as 3, 4, 0, 1, 20 of {@code 3.4.0-1.20}. */
public final class Version implements Comparable<Version> {
  private static final Pattern BETWEEN_NUMBERS = Pattern.compile("\\D+");

  private final int[] numbers;

  private Version(int... numbers) {
    this.numbers = numbers;
  }

  /** Reads a version; whatever is no digit separates numbers. */
  public static Version parse(String text) {
    return new Version(
        BETWEEN_NUMBERS.splitAsStream(text).filter(n -> !n.isEmpty()).mapToInt(Integer::parseInt).toArray());
  }

  /** Whether this version is older than the one with these numbers. */
  public boolean isBefore(int... other) {
    return compareTo(new Version(other)) < 0;
  }

  @Override
  public int compareTo(Version other) {
    return Arrays.compare(numbers, other.numbers);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Version version && Arrays.equals(numbers, version.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  @Override
  public String toString() {
    return Arrays.toString(numbers);
  }
}
