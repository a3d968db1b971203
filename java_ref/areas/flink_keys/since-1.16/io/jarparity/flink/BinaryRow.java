package io.jarparity.flink;

import io.jarparity.bridge.spi.Input;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.writer.BinaryRowWriter;

/** SQL-typed fields, ready to be written by Flink's {@link BinaryRowWriter}. */
final class BinaryRow {
  private static final Pattern TYPE = Pattern.compile("([A-Z_]+)(?:\\((\\d{1,2})(?:,(\\d{1,2}))?\\))?");
  private static final int MOST_DIGITS = 38;
  private static final int FINEST_TIMESTAMP = 9;
  private static final int COMPACT_TIMESTAMP = 3;

  /** Writes one field at its position. */
  @FunctionalInterface
  private interface Field {
    void write(BinaryRowWriter writer, int position);
  }

  private final List<Field> fields = new ArrayList<>();

  /** Reads an array of {@code {"type":…,"value":…}}. */
  BinaryRow(Input array) {
    for (Input field : array.items()) {
      fields.add(read(field));
    }
  }

  /** The row, written as Flink's generated key projections do. */
  BinaryRowData write() {
    BinaryRowData row = new BinaryRowData(fields.size());
    BinaryRowWriter writer = new BinaryRowWriter(row);
    for (int i = 0; i < fields.size(); i++) {
      fields.get(i).write(writer, i);
    }
    writer.complete();
    return row;
  }

  private static Field read(Input field) {
    Input type = field.field("type");
    Input value = field.field("value");
    Matcher parts = TYPE.matcher(type.text());
    if (!parts.matches()) {
      throw type.expected("an SQL type");
    }
    boolean plain = parts.group(2) == null;
    boolean scaled = parts.group(3) != null;
    return switch (parts.group(1) + (plain ? "" : scaled ? "(p,s)" : "(p)")) {
      case "BOOLEAN" -> of(value, Input::bool, v -> (writer, i) -> writer.writeBoolean(i, v));
      case "TINYINT" ->
          of(value, v -> v.number(Byte.MIN_VALUE, Byte.MAX_VALUE),
              v -> (writer, i) -> writer.writeByte(i, v.byteValue()));
      case "SMALLINT" ->
          of(value, v -> v.number(Short.MIN_VALUE, Short.MAX_VALUE),
              v -> (writer, i) -> writer.writeShort(i, v.shortValue()));
      // Flink keeps a DATE as days and a TIME as milliseconds of the day, both as an INT.
      case "INT", "DATE", "TIME" -> of(value, Input::int32, v -> (writer, i) -> writer.writeInt(i, v));
      case "BIGINT" -> of(value, Input::int64, v -> (writer, i) -> writer.writeLong(i, v));
      case "FLOAT" ->
          of(value, v -> Float.intBitsToFloat((int) v.bits(2 * Float.BYTES)),
              v -> (writer, i) -> writer.writeFloat(i, v));
      case "DOUBLE" ->
          of(value, v -> Double.longBitsToDouble(v.bits(2 * Double.BYTES)),
              v -> (writer, i) -> writer.writeDouble(i, v));
      case "STRING" -> of(value, Input::text, v -> (writer, i) -> writer.writeString(i, StringData.fromString(v)));
      case "BYTES" -> of(value, Input::hex, v -> (writer, i) -> writer.writeBinary(i, v));
      case "DECIMAL(p,s)" -> decimal(type, value, Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)));
      case "TIMESTAMP(p)", "TIMESTAMP_LTZ(p)" ->
          timestamp(type, value, field.optional("nanosOfMillisecond"), Integer.parseInt(parts.group(2)));
      default -> throw type.expected("an SQL type that can be a key");
    };
  }

  private static <T> Field of(Input value, Function<Input, T> read, Function<T, Field> field) {
    return value.isNull() ? BinaryRowWriter::setNullAt : field.apply(read.apply(value));
  }

  private static Field decimal(Input type, Input value, int precision, int scale) {
    if (precision < 1 || precision > MOST_DIGITS || scale > precision) {
      throw type.expected("a DECIMAL of 1 to " + MOST_DIGITS + " digits, at most all of them decimals");
    }
    if (value.isNull() && !DecimalData.isCompact(precision)) {
      throw value.expected("a value, as NULL of a DECIMAL beyond 64 bits has no agreed layout");
    }
    return of(value, v -> fitting(v, precision, scale), v -> (writer, i) ->
        writer.writeDecimal(i, DecimalData.fromBigDecimal(v, precision, scale), precision));
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

  private static Field timestamp(Input type, Input value, Optional<Input> nanos, int precision) {
    if (precision > FINEST_TIMESTAMP) {
      throw type.expected("a timestamp of at most " + FINEST_TIMESTAMP + " decimals of a second");
    }
    if (value.isNull() && precision > COMPACT_TIMESTAMP) {
      throw value.expected("a value, as NULL of a timestamp finer than milliseconds has no agreed layout");
    }
    int nanosOfMillisecond = nanos.map(n -> (int) n.number(0, 999_999)).orElse(0);
    return of(value, Input::int64, v -> (writer, i) ->
        writer.writeTimestamp(i, TimestampData.fromEpochMillis(v, nanosOfMillisecond), precision));
  }
}
