package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * A type of key as jobs use it: with Flink's own type information, and so its own serializers on the wire and in state.
 *
 * <p>Tuples and rows have a string and a long; a row's string may be null.
 */
enum KeyKind {
  STRING(Types.STRING, KeyKind::text),
  LONG(Types.LONG, key -> Long.valueOf(text(key))),
  INTEGER(Types.INT, key -> Integer.valueOf(text(key))),
  SHORT(Types.SHORT, key -> Short.valueOf(text(key))),
  BYTE(Types.BYTE, key -> Byte.valueOf(text(key))),
  CHAR(Types.CHAR, key -> text(key).charAt(0)),
  BOOLEAN(Types.BOOLEAN, key -> key.get("value").asBoolean()),
  FLOAT(Types.FLOAT, key -> Float.intBitsToFloat(Integer.parseUnsignedInt(text(key).substring(2), 16))),
  DOUBLE(Types.DOUBLE, key -> Double.longBitsToDouble(Long.parseUnsignedLong(text(key).substring(2), 16))),
  BIG_DECIMAL(Types.BIG_DEC, key -> new BigDecimal(text(key))),
  BIG_INTEGER(Types.BIG_INT, key -> new BigInteger(text(key))),
  LOCAL_DATE(Types.LOCAL_DATE, key -> LocalDate.parse(text(key))),
  LOCAL_TIME(Types.LOCAL_TIME, key -> LocalTime.parse(text(key))),
  LOCAL_DATE_TIME(Types.LOCAL_DATE_TIME, key -> LocalDateTime.parse(text(key))),
  INSTANT(Types.INSTANT, key -> Instant.parse(text(key))),
  SQL_DATE(Types.SQL_DATE, key -> new Date(Long.parseLong(text(key)))),
  SQL_TIMESTAMP(Types.SQL_TIMESTAMP, KeyKind::timestamp),
  UUID(Types.GENERIC(UUID.class), key -> java.util.UUID.fromString(text(key))),
  TUPLE(Types.TUPLE(Types.STRING, Types.LONG), KeyKind::tuple),
  ROW(Types.ROW(Types.STRING, Types.LONG), KeyKind::row);

  private final TypeInformation<?> type;
  private final Function<JsonNode, Object> reader;

  KeyKind(TypeInformation<?> type, Function<JsonNode, Object> reader) {
    this.type = type;
    this.reader = reader;
  }

  /** The kind that key documents call so. */
  static KeyKind of(String type) {
    return valueOf(type.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  @SuppressWarnings("unchecked") // what the reader gives is of this type
  TypeInformation<Object> type() {
    return (TypeInformation<Object>) type;
  }

  /** Takes the key out of a record, as the sender does to choose a channel, and the receiver before each record. */
  KeySelector<String, Object> selector() {
    return record -> reader.apply(ScriptedWatermarks.read(record).get("key"));
  }

  private static String text(JsonNode key) {
    return key.get("value").asText();
  }

  private static Timestamp timestamp(JsonNode key) {
    Timestamp timestamp = new Timestamp(Long.parseLong(text(key)));
    if (key.has("nanos")) {
      timestamp.setNanos(key.get("nanos").asInt());
    }
    return timestamp;
  }

  private static Tuple2<String, Long> tuple(JsonNode key) {
    return Tuple2.of(text(key.get("value").get(0)), Long.valueOf(text(key.get("value").get(1))));
  }

  private static Row row(JsonNode key) {
    JsonNode fields = key.get("value").get("fields");
    RowKind kind =
        Stream.of(RowKind.values())
            .filter(known -> known.shortString().equals(key.get("value").get("kind").asText()))
            .findFirst()
            .orElseThrow();
    String first = fields.get(0).get("type").asText().equals("null") ? null : text(fields.get(0));
    return Row.ofKind(kind, first, Long.valueOf(text(fields.get(1))));
  }
}
