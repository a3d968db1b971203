package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/**
 * A field of a row of Table and SQL.
 *
 * @param value as Flink's tables hold it; null for NULL
 * @param writer writes it at a position, as generated code does
 * @param hasRoomForNull whether generated code keeps room behind the slots where it is NULL
 */
record SqlField(Object value, Writer writer, boolean hasRoomForNull) {
  private static final Pattern TYPE = Pattern.compile("([A-Z_]+)(?:\\((\\d{1,2})(?:,(\\d{1,2}))?\\))?");
  private static final int MOST_DIGITS = 38;
  private static final int FINEST_TIMESTAMP = 9;
  private static final int COMPACT_TIMESTAMP = 3;

  /** Writes a field at a position. */
  @FunctionalInterface
  interface Writer {
    void write(BinaryRowWriter writer, int position);
  }

  /** Writes a value that is not NULL at a position. */
  @FunctionalInterface
  private interface ValueWriter<T> {
    void write(BinaryRowWriter writer, int position, T value);
  }

  /** Reads {@code {"type":…,"value":…}}. */
  static SqlField read(Input field) {
    Input type = field.field("type");
    Input value = field.field("value");
    Matcher parts = TYPE.matcher(type.text());
    if (!parts.matches()) {
      throw type.expected("an SQL type");
    }
    boolean plain = parts.group(2) == null;
    boolean scaled = parts.group(3) != null;
    return switch (parts.group(1) + (plain ? "" : scaled ? "(p,s)" : "(p)")) {
      case "BOOLEAN" -> of(value, Input::bool, BinaryRowWriter::writeBoolean);
      case "TINYINT" -> of(value, v -> (byte) v.number(Byte.MIN_VALUE, Byte.MAX_VALUE), BinaryRowWriter::writeByte);
      case "SMALLINT" ->
          of(value, v -> (short) v.number(Short.MIN_VALUE, Short.MAX_VALUE), BinaryRowWriter::writeShort);
      // Flink keeps a DATE as days and a TIME as milliseconds of the day, both as an INT.
      case "INT", "DATE", "TIME" -> of(value, Input::int32, BinaryRowWriter::writeInt);
      case "BIGINT" -> of(value, Input::int64, BinaryRowWriter::writeLong);
      case "FLOAT" -> of(value, v -> Float.intBitsToFloat((int) v.bits(2 * Float.BYTES)), BinaryRowWriter::writeFloat);
      case "DOUBLE" -> of(value, v -> Double.longBitsToDouble(v.bits(2 * Double.BYTES)), BinaryRowWriter::writeDouble);
      case "STRING" -> of(value, v -> StringData.fromString(v.text()), BinaryRowWriter::writeString);
      case "BYTES" -> of(value, Input::hex, BinaryRowWriter::writeBinary);
      case "DECIMAL(p,s)" -> decimal(type, value, Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)));
      case "TIMESTAMP(p)", "TIMESTAMP_LTZ(p)" ->
          timestamp(type, value, field.optional("nanosOfMillisecond"), Integer.parseInt(parts.group(2)));
      default -> throw type.expected("an SQL type that can be a key");
    };
  }

  private static <T> SqlField of(Input value, Function<Input, T> read, ValueWriter<T> write) {
    return of(value, read, write, false);
  }

  private static <T> SqlField of(Input value, Function<Input, T> read, ValueWriter<T> write, boolean hasRoomForNull) {
    if (value.isNull()) {
      return new SqlField(null, BinaryRowWriter::setNullAt, hasRoomForNull);
    }
    T found = read.apply(value);
    return new SqlField(found, (writer, i) -> write.write(writer, i, found), hasRoomForNull);
  }

  private static SqlField decimal(Input type, Input value, int precision, int scale) {
    if (precision < 1 || precision > MOST_DIGITS || scale > precision) {
      throw type.expected("a DECIMAL of 1 to " + MOST_DIGITS + " digits, at most all of them decimals");
    }
    return of(
        value,
        v -> DecimalData.fromBigDecimal(fitting(v, precision, scale), precision, scale),
        (writer, i, v) -> writer.writeDecimal(i, v, precision),
        !DecimalData.isCompact(precision));
  }

  private static BigDecimal fitting(Input value, int precision, int scale) {
    BigDecimal decimal;
    try {
      decimal = new BigDecimal(value.text());
    } catch (NumberFormatException notOne) {
      throw value.expected("a decimal string");
    }
    // Flink rounds what has more decimals and makes NULL of what has more digits: neither is this value any more.
    long whole = (long) decimal.precision() - decimal.scale();
    boolean fits = decimal.signum() == 0 || whole <= precision - scale && decimal.stripTrailingZeros().scale() <= scale;
    if (!fits) {
      throw value.expected("a decimal that fits DECIMAL(" + precision + "," + scale + ")");
    }
    return decimal;
  }

  private static SqlField timestamp(Input type, Input value, Optional<Input> nanos, int precision) {
    if (precision > FINEST_TIMESTAMP) {
      throw type.expected("a timestamp of at most " + FINEST_TIMESTAMP + " decimals of a second");
    }
    int nanosOfMillisecond = nanos.map(n -> (int) n.number(0, 999_999)).orElse(0);
    return of(
        value,
        v -> TimestampData.fromEpochMillis(v.int64(), nanosOfMillisecond),
        (writer, i, v) -> writer.writeTimestamp(i, v, precision),
        precision > COMPACT_TIMESTAMP);
  }
}
