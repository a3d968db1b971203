"""Serializers of the types that are made of no others, as constants."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, TypeVar

from copartition.errors import IllegalArgumentException, JavaError, NullPointerException
from copartition.flink.serializers import numbers, strings, times
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.flink.state.namespaces import GLOBAL_WINDOW, VOID, GlobalWindow, TimeWindow, VoidNamespace
from copartition.flink.state.stored_keys import stored
from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short
from copartition.java.data_streams import int32_bytes, int64_bytes
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.java.data_streams import DataInput

T = TypeVar("T")

_INT16: Final = struct.Struct(">h")
_UINT16: Final = struct.Struct(">H")
_MASK_32: Final = (1 << 32) - 1
_MASK_64: Final = (1 << 64) - 1


class ScalarSerializer(TypeSerializer[T]):
    """A serializer of one Python type.

    Python's own types are taken where they mean one Java type only, as keys are: a float is a `Double`.

    Args:
        name: The Java class, for messages.
        kind: The type.
        length: See `TypeSerializer`.
        write: The bytes of a value.
        read: Reads a value.
        null: The bytes of null, or the exception that null brings.
    """

    def __init__(  # noqa: PLR0913 - the parts of a serializer
        self,
        name: str,
        kind: type[T],
        length: Length,
        write: Callable[[T], bytes],
        read: Callable[[DataInput], T | None],
        null: bytes | type[JavaError] = NullPointerException,
    ) -> None:
        self.length = length
        self._name, self._kind, self._write, self._read, self._null = name, kind, write, read, null

    def __repr__(self) -> str:
        return self._name

    def serialize(self, value: T | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            if not isinstance(self._null, bytes):
                raise self._null(f"{self._name} knows no null")
            target += self._null
            return
        typed: Any = stored(value)  # type: ignore[arg-type]
        if not isinstance(typed, self._kind):
            raise TypeError(f"{self._name} takes a {self._kind.__name__}, not {type(value).__name__}")
        target += self._write(typed)

    def deserialize(self, source: DataInput) -> T | None:
        """See `TypeSerializer`."""
        return self._read(source)


def _time_window_bytes(window: TimeWindow) -> bytes:
    return int64_bytes(window.start) + int64_bytes(window.end)


def _void(source: DataInput) -> VoidNamespace:
    source.uint8("a void namespace")
    return VOID


def _global_window(source: DataInput) -> GlobalWindow:
    source.uint8("a global window")
    return GLOBAL_WINDOW


STRING: Final = ScalarSerializer(
    "StringSerializer", str, Length.VARIABLE, strings.string_bytes, strings.read_string, strings.NULL_STRING
)
LONG: Final = ScalarSerializer(
    "LongSerializer",
    Long,
    Length.FIXED,
    lambda number: int64_bytes(number.value),
    lambda source: Long(source.int64("a long")),
)
INT: Final = ScalarSerializer(
    "IntSerializer",
    Integer,
    Length.FIXED,
    lambda number: int32_bytes(number.value),
    lambda source: Integer(source.int32("an int")),
)
SHORT: Final = ScalarSerializer(
    "ShortSerializer",
    Short,
    Length.FIXED,
    lambda number: _INT16.pack(number.value),
    lambda source: Short(source.int16("a short")),
)
BYTE: Final = ScalarSerializer(
    "ByteSerializer",
    Byte,
    Length.FIXED,
    lambda number: bytes((number.value & 0xFF,)),
    lambda source: Byte(source.int8("a byte")),
)
CHAR: Final = ScalarSerializer(
    "CharSerializer",
    Character,
    Length.FIXED,
    lambda unit: _UINT16.pack(ord(unit.value)),
    lambda source: Character(chr(source.uint16("a char"))),
)
BOOLEAN: Final = ScalarSerializer(
    "BooleanSerializer", bool, Length.FIXED, lambda value: bytes((value,)), lambda source: source.boolean("a boolean")
)
DOUBLE: Final = ScalarSerializer(
    "DoubleSerializer",
    Double,
    Length.FIXED,
    lambda number: number.bits.to_bytes(8, "big"),
    lambda source: Double.from_bits(source.int64("a double") & _MASK_64),
)
FLOAT: Final = ScalarSerializer(
    "FloatSerializer",
    Float,
    Length.FIXED,
    lambda number: number.bits.to_bytes(4, "big"),
    lambda source: Float.from_bits(source.int32("a float") & _MASK_32),
)
BIG_INTEGER: Final = ScalarSerializer(
    "BigIntSerializer",
    BigInteger,
    Length.VARIABLE,
    numbers.big_integer_bytes,
    numbers.read_big_integer,
    numbers.NULL_NUMBER,
)
BIG_DECIMAL: Final = ScalarSerializer(
    "BigDecSerializer",
    BigDecimal,
    Length.VARIABLE,
    numbers.big_decimal_bytes,
    numbers.read_big_decimal,
    numbers.NULL_NUMBER,
)
LOCAL_DATE: Final = ScalarSerializer(
    "LocalDateSerializer", LocalDate, Length.FIXED, times.local_date_bytes, times.read_local_date, times.NULL_DATE
)
LOCAL_TIME: Final = ScalarSerializer(
    "LocalTimeSerializer", LocalTime, Length.FIXED, times.local_time_bytes, times.read_local_time, times.NULL_TIME
)
LOCAL_DATE_TIME: Final = ScalarSerializer(
    "LocalDateTimeSerializer",
    LocalDateTime,
    Length.FIXED,
    times.local_date_time_bytes,
    times.read_local_date_time,
    times.NULL_DATE + times.NULL_TIME,
)
INSTANT: Final = ScalarSerializer(
    "InstantSerializer", Instant, Length.FIXED, times.instant_bytes, times.read_instant, times.NULL_INSTANT
)
SQL_DATE: Final = ScalarSerializer(
    "SqlDateSerializer", SqlDate, Length.FIXED, times.sql_date_bytes, times.read_sql_date, times.NULL_SQL_DATE
)
SQL_TIMESTAMP: Final = ScalarSerializer(
    "SqlTimestampSerializer",
    SqlTimestamp,
    Length.FIXED,
    times.sql_timestamp_bytes,
    times.read_sql_timestamp,
    times.NULL_SQL_TIMESTAMP,
)
BYTES: Final = ScalarSerializer(
    "BytePrimitiveArraySerializer",
    bytes,
    Length.VARIABLE,
    lambda data: int32_bytes(len(data)) + data,
    lambda source: source.raw(source.int32("an array's length"), "an array's bytes"),
    IllegalArgumentException,
)
VOID_NAMESPACE: Final = ScalarSerializer(
    "VoidNamespaceSerializer", VoidNamespace, Length.ZERO, lambda _: b"\0", _void, b"\0"
)
TIME_WINDOW: Final = ScalarSerializer(
    "TimeWindow.Serializer",
    TimeWindow,
    Length.FIXED,
    _time_window_bytes,
    lambda source: TimeWindow(source.int64("a window's start"), source.int64("a window's end")),
)
GLOBAL_WINDOW_SERIALIZER: Final = ScalarSerializer(
    "GlobalWindow.Serializer", GlobalWindow, Length.FIXED, lambda _: b"\0", _global_window, b"\0"
)
