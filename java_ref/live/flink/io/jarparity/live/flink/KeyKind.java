package io.jarparity.live.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.types.Row;

/**
 * A type of key as jobs use it: with Flink's own type information, and so its own serializers on the wire and in state.
 *
 * <p>Tuples and rows have a string and a long.
 */
enum KeyKind {
  STRING(Types.STRING, JsonNode::asText),
  LONG(Types.LONG, value -> Long.valueOf(value.asText())),
  INTEGER(Types.INT, value -> Integer.valueOf(value.asText())),
  SHORT(Types.SHORT, value -> Short.valueOf(value.asText())),
  BYTE(Types.BYTE, value -> Byte.valueOf(value.asText())),
  CHAR(Types.CHAR, value -> value.asText().charAt(0)),
  BOOLEAN(Types.BOOLEAN, JsonNode::asBoolean),
  FLOAT(Types.FLOAT, value -> Float.intBitsToFloat(Integer.parseUnsignedInt(value.asText().substring(2), 16))),
  DOUBLE(Types.DOUBLE, value -> Double.longBitsToDouble(Long.parseUnsignedLong(value.asText().substring(2), 16))),
  BIG_DECIMAL(Types.BIG_DEC, value -> new BigDecimal(value.asText())),
  BIG_INTEGER(Types.BIG_INT, value -> new BigInteger(value.asText())),
  LOCAL_DATE(Types.LOCAL_DATE, value -> LocalDate.parse(value.asText())),
  LOCAL_TIME(Types.LOCAL_TIME, value -> LocalTime.parse(value.asText())),
  LOCAL_DATE_TIME(Types.LOCAL_DATE_TIME, value -> LocalDateTime.parse(value.asText())),
  INSTANT(Types.INSTANT, value -> Instant.parse(value.asText())),
  SQL_DATE(Types.SQL_DATE, value -> new Date(Long.parseLong(value.asText()))),
  SQL_TIMESTAMP(Types.SQL_TIMESTAMP, value -> new Timestamp(Long.parseLong(value.asText()))),
  UUID(Types.GENERIC(UUID.class), value -> java.util.UUID.fromString(value.asText())),
  TUPLE(Types.TUPLE(Types.STRING, Types.LONG), value -> Tuple2.of(text(value, 0), number(value, 1))),
  ROW(
      Types.ROW(Types.STRING, Types.LONG),
      value -> Row.of(text(value.get("fields"), 0), number(value.get("fields"), 1)));

  private final TypeInformation<?> type;
  private final Function<JsonNode, Object> reader;

  KeyKind(TypeInformation<?> type, Function<JsonNode, Object> reader) {
    this.type = type;
    this.reader = reader;
  }

  /** The kind that key documents call so. */
  static KeyKind of(String type) {
    return valueOf(type.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
  }

  @SuppressWarnings("unchecked") // what the reader gives is of this type
  TypeInformation<Object> type() {
    return (TypeInformation<Object>) type;
  }

  /** Takes the key out of a record, as the sender does to choose a channel, and the receiver before each record. */
  KeySelector<String, Object> selector() {
    return (KeySelector<String, Object> & Serializable) record -> reader.apply(ScriptedWatermarks.read(record).get("key").get("value"));
  }

  private static String text(JsonNode fields, int index) {
    return fields.get(index).get("value").asText();
  }

  private static Long number(JsonNode fields, int index) {
    return Long.valueOf(fields.get(index).get("value").asText());
  }
}
