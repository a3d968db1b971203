"""Values of SQL types as a binary row stores them: in a slot of eight bytes, or behind the slots."""

from __future__ import annotations

import datetime
import decimal
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition.flink.sql_types import (
    MAX_COMPACT_DECIMAL_PRECISION,
    MAX_COMPACT_TIMESTAMP_PRECISION,
    SqlType,
)
from copartition.java.boxed import checked_int, float_to_bits
from copartition.java.decimals import BigDecimal
from copartition.java.ints import MASK_32, MASK_64, MAX_INT, MAX_LONG, MIN_INT, MIN_LONG

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_INLINE: Final = 7
_INLINE_MARK: Final = 0x80
_WORD: Final = 8
_DECIMAL_BYTES: Final = 16
_WIDTHS: Final = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}
_EPOCH: Final = datetime.datetime(1970, 1, 1)  # noqa: DTZ001 - the zero of a wall clock without a zone
_EPOCH_UTC: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MICROSECOND: Final = datetime.timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class RawBits:
    """A FLOAT or DOUBLE by its IEEE bits, unsigned: binary rows keep the payload of a NaN."""

    bits: int


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A TIMESTAMP, as Flink's `TimestampData`.

    Attributes:
        millis: Milliseconds since 1970-01-01T00:00, int64.
        nanos_of_millisecond: Nanoseconds inside the millisecond, 0 to 999999.
    """

    millis: int
    nanos_of_millisecond: int = 0

    def __post_init__(self) -> None:
        checked_int("Moment", "millis", self.millis, MIN_LONG, MAX_LONG)
        checked_int("Moment", "nanos_of_millisecond", self.nanos_of_millisecond, 0, 999_999)


SqlValue: TypeAlias = (
    bool
    | int
    | float
    | str
    | bytes
    | decimal.Decimal
    | BigDecimal
    | datetime.date
    | datetime.time
    | datetime.datetime
    | Moment
    | RawBits
    | None
)
"""What a field may be; `copartition.flink.sql_types` says which value belongs to which type."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A value that fits into its slot.

    Attributes:
        word: The slot's content, 64 bits, unsigned.
    """

    word: int


@dataclass(frozen=True, slots=True)
class Behind:
    """A value behind the slots; its slot tells where: offset in the upper half, `low` in the lower.

    Attributes:
        low: A length in bytes, or a timestamp's nanoseconds.
        data: What stands there, padded to whole words.
    """

    low: int
    data: bytes


def encoded(kind: SqlType, value: SqlValue) -> Slot | Behind:
    """What `BinaryRowWriter` writes for a field, apart from the bit that marks NULL.

    Raises:
        TypeError: A value of this Python type doesn't belong to the SQL type.
        ValueError: The value is out of the SQL type's range.
    """
    if value is None:
        return _null(kind)
    return _ENCODERS[kind.name](kind, value)


def _null(kind: SqlType) -> Slot | Behind:
    """A field of a type that can be updated in place keeps its room when it is NULL."""
    if kind.name == "DECIMAL" and kind.precision > MAX_COMPACT_DECIMAL_PRECISION:
        return Behind(0, bytes(_DECIMAL_BYTES))
    if kind.name.startswith("TIMESTAMP") and kind.precision > MAX_COMPACT_TIMESTAMP_PRECISION:
        return Behind(0, bytes(_WORD))
    return Slot(0)


def _wanted(kind: SqlType, value: object, what: str) -> TypeError:
    return TypeError(f"{kind} takes {what}, not {type(value).__name__}")


def _int(kind: SqlType, value: object, low: int, high: int, what: str) -> int:
    if not isinstance(value, int):
        raise _wanted(kind, value, what)
    return checked_int(kind.name, "value", value, low, high)


def _boolean(kind: SqlType, value: object) -> Slot:
    if not isinstance(value, bool):
        raise _wanted(kind, value, "a bool")
    return Slot(int(value))


def _whole(kind: SqlType, value: object) -> Slot:
    bound = 1 << (_WIDTHS[kind.name] - 1)
    return Slot(_int(kind, value, -bound, bound - 1, "an int") & (2 * bound - 1))


def _string(kind: SqlType, value: object) -> Slot | Behind:
    if not isinstance(value, str):
        raise _wanted(kind, value, "a str")
    # By way of UTF-16: two surrogates side by side are one character, one alone becomes a question mark.
    joined = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _variable(joined.encode("utf-8", "replace"))


def _bytes(kind: SqlType, value: object) -> Slot | Behind:
    if not isinstance(value, (bytes, bytearray)):
        raise _wanted(kind, value, "bytes")
    return _variable(bytes(value))


def _variable(data: bytes) -> Slot | Behind:
    if len(data) <= _MAX_INLINE:
        return Slot(int.from_bytes(data, "little") | (_INLINE_MARK | len(data)) << 56)
    return Behind(len(data), data + bytes(-len(data) % _WORD))


def _float(kind: SqlType, value: object) -> Slot:
    bits = 32 if kind.name == "FLOAT" else 64
    if isinstance(value, RawBits):
        return Slot(checked_int(kind.name, "bits", value.bits, 0, (1 << bits) - 1))
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _wanted(kind, value, "a float or RawBits")
    if bits == 32:  # noqa: PLR2004 - a FLOAT
        return Slot(float_to_bits(value))
    return Slot(int.from_bytes(struct.pack("<d", value), "little"))


def _decimal(kind: SqlType, value: object) -> Slot | Behind:
    unscaled = _unscaled(kind, value)
    if kind.precision <= MAX_COMPACT_DECIMAL_PRECISION:
        return Slot(unscaled & MASK_64)
    # BigInteger.toByteArray: two's complement, big endian, as few bytes as hold the sign.
    size = (unscaled if unscaled >= 0 else ~unscaled).bit_length() // 8 + 1
    return Behind(size, unscaled.to_bytes(size, "big", signed=True).ljust(_DECIMAL_BYTES, b"\0"))


def _big_decimal(kind: SqlType, value: object) -> BigDecimal:
    if isinstance(value, BigDecimal):
        return value
    if isinstance(value, decimal.Decimal):
        return BigDecimal.of(value)
    if isinstance(value, str):
        return BigDecimal.parse(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return BigDecimal(value, 0)
    raise _wanted(kind, value, "a Decimal, BigDecimal, int or str")


def _unscaled(kind: SqlType, value: object) -> int:
    """The digits of `DecimalData.fromBigDecimal(value, precision, scale)`."""
    number = _big_decimal(kind, value)
    limit = 10**kind.precision
    surplus = number.scale - kind.scale
    # A scale may be any int: no power of ten larger than the answer can need.
    if surplus > number.unscaled.bit_length():
        return 0
    if surplus > 0:
        power: int = 10**surplus
        whole, rest = divmod(abs(number.unscaled), power)
        magnitude = whole + (2 * rest >= power)
    else:
        power = 10 ** min(-surplus, kind.precision)
        magnitude = abs(number.unscaled) * power
    if magnitude >= limit:
        raise ValueError(f"{value} doesn't fit {kind}: it has more than {kind.precision} digits")
    return -magnitude if number.unscaled < 0 else magnitude


def _date(kind: SqlType, value: object) -> Slot:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        days = value.toordinal() - _EPOCH.toordinal()
    else:
        days = _int(kind, value, MIN_INT, MAX_INT, "a datetime.date or a number of days")
    return Slot(days & MASK_32)


def _time(kind: SqlType, value: object) -> Slot:
    if isinstance(value, datetime.time) and value.tzinfo is None:
        seconds = (value.hour * 60 + value.minute) * 60 + value.second
        return Slot(seconds * 1000 + value.microsecond // 1000)
    # The writer takes any int here; that a day has an end is checked before it.
    milliseconds = _int(kind, value, MIN_INT, MAX_INT, "a naive datetime.time or a number of milliseconds")
    return Slot(milliseconds & MASK_32)


def _timestamp(kind: SqlType, value: object) -> Slot | Behind:
    moment = _moment(kind, value)
    millis = moment.millis & MASK_64
    if kind.precision <= MAX_COMPACT_TIMESTAMP_PRECISION:
        return Slot(millis)
    return Behind(moment.nanos_of_millisecond, millis.to_bytes(_WORD, "little"))


def _moment(kind: SqlType, value: object) -> Moment:
    zoned = kind.name == "TIMESTAMP_LTZ"
    if isinstance(value, Moment):
        return value
    if isinstance(value, datetime.datetime) and (value.tzinfo is not None) == zoned:
        micros = (value - (_EPOCH_UTC if zoned else _EPOCH)) // _MICROSECOND
        return Moment(micros // 1000, micros % 1000 * 1000)
    what = f"{'an aware' if zoned else 'a naive'} datetime, a Moment or epoch milliseconds"
    return Moment(_int(kind, value, MIN_LONG, MAX_LONG, what))


_ENCODERS: Final[dict[str, Callable[[SqlType, object], Slot | Behind]]] = {
    "BOOLEAN": _boolean,
    "TINYINT": _whole,
    "SMALLINT": _whole,
    "INT": _whole,
    "BIGINT": _whole,
    "FLOAT": _float,
    "DOUBLE": _float,
    "STRING": _string,
    "BYTES": _bytes,
    "DECIMAL": _decimal,
    "DATE": _date,
    "TIME": _time,
    "TIMESTAMP": _timestamp,
    "TIMESTAMP_LTZ": _timestamp,
}
