"""Python's values as SQL's: a float's bits, a date's days, a time's milliseconds, whichever way a caller gives them."""

from __future__ import annotations

import datetime
import decimal
import math
import struct
from dataclasses import dataclass
from numbers import Integral, Real
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition.errors import ArithmeticException
from copartition.java.boxed import check_field, checked_int, double_of, exact_double, float_to_bits
from copartition.java.decimals import BigDecimal
from copartition.java.ints import MAX_INT, MAX_LONG, MIN_INT, MIN_LONG
from copartition.java.times import nanos_of_microsecond

if TYPE_CHECKING:
    from copartition.flink.sql_types import SqlType

_EPOCH: Final = datetime.datetime(1970, 1, 1)  # noqa: DTZ001 - the zero of a wall clock without a zone
_EPOCH_UTC: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MAX_EXPONENT: Final = 536_870_919
"""The largest power of ten that Java's `BigInteger` has: of a larger one `pow` says that it would overflow."""
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
        check_field(self, "millis", MIN_LONG, MAX_LONG)
        check_field(self, "nanos_of_millisecond", 0, 999_999)


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


def wanted(kind: SqlType, value: object, what: str) -> TypeError:
    """The error of a value that doesn't belong to a SQL type."""
    given = type(value)
    # With its module: numpy has a bool of its own.
    name = given.__name__ if given.__module__ == "builtins" else f"{given.__module__}.{given.__name__}"
    return TypeError(f"{kind} takes {what}, not {name}")


def whole_number(kind: SqlType, value: object, low: int, high: int, what: str) -> int:
    """An int within [`low`, `high`]; numpy's integers are welcome.

    Raises:
        TypeError: The value is no integer; the message says `what` is wanted.
        ValueError: It is out of range.
    """
    if not isinstance(value, (int, Integral)):
        raise wanted(kind, value, what)
    return checked_int(kind.name, "value", value, low, high)


def float_bits(kind: SqlType, value: object) -> int:
    """The IEEE bits of a FLOAT or DOUBLE, unsigned.

    Raises:
        TypeError: The value is no number.
        ValueError: `RawBits` has more bits than the type, or an int is none that the type can hold: a DOUBLE
            exactly, a FLOAT as the nearest.
    """
    bits = 32 if kind.name == "FLOAT" else 64
    if isinstance(value, RawBits):
        return checked_int(kind.name, "bits", value.bits, 0, (1 << bits) - 1)
    number = _number(value)
    if number is None:
        raise wanted(kind, value, "a float or RawBits")
    if bits == 32:  # noqa: PLR2004 - a FLOAT
        return float_to_bits(double_of("FLOAT.value", number))
    return int.from_bytes(struct.pack("<d", exact_double("DOUBLE.value", number)), "little")


def _number(value: object) -> int | float | None:
    """A number of Python or numpy as Python's; None of a boolean, and of what no double holds, such as a third."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, Integral):
        return int(value)
    if not isinstance(value, Real):
        return None
    number = float(value)
    return number if number == value or math.isnan(number) else None


def big_decimal(kind: SqlType, value: object) -> BigDecimal:
    """The number of a DECIMAL, half up where it has more digits behind the point than the type.

    Raises:
        ArithmeticException: Its scale is so far from the type's that Java has no power of ten for it.
        TypeError: The value is no decimal number.
        ValueError: It is a text that Java's BigDecimal doesn't read, NaN or infinite.
    """
    number = _big_decimal(kind, value)
    if abs(number.scale - kind.scale) > _MAX_EXPONENT and number.unscaled:
        raise ArithmeticException(f"{kind}: Java can't bring a number of scale {number.scale} to scale {kind.scale}")
    return number if number.scale <= kind.scale else _rounded(number, kind.scale)


def _rounded(number: BigDecimal, scale: int) -> BigDecimal:
    """`BigDecimal.setScale(scale, HALF_UP)`, to fewer digits behind the point."""
    surplus = number.scale - scale
    # A scale may be any int: no power of ten larger than the answer can need.
    if surplus > number.unscaled.bit_length():
        return BigDecimal(0, scale)
    power: int = 10**surplus
    whole, rest = divmod(abs(number.unscaled), power)
    magnitude = whole + (2 * rest >= power)
    return BigDecimal(-magnitude if number.unscaled < 0 else magnitude, scale)


def _big_decimal(kind: SqlType, value: object) -> BigDecimal:
    if isinstance(value, BigDecimal):
        return value
    if isinstance(value, decimal.Decimal):
        return BigDecimal.of(value)
    if isinstance(value, str):
        return BigDecimal.parse(value)
    if not isinstance(value, bool) and isinstance(value, Integral):
        return BigDecimal(int(value), 0)
    raise wanted(kind, value, "a Decimal, BigDecimal, int or str")


def days(kind: SqlType, value: object) -> int:
    """The days of a DATE since 1970-01-01, int32.

    Raises:
        TypeError: The value is no date.
        ValueError: It doesn't fit 32 bits.
    """
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.toordinal() - _EPOCH.toordinal()
    return whole_number(kind, value, MIN_INT, MAX_INT, "a datetime.date or a number of days")


def milliseconds(kind: SqlType, value: object) -> int:
    """The milliseconds of a TIME since midnight, int32: the writer takes any int, a day's end is checked before it.

    Raises:
        TypeError: The value is no naive time.
        ValueError: It doesn't fit 32 bits.
    """
    if isinstance(value, datetime.time) and value.tzinfo is None:
        seconds = (value.hour * 60 + value.minute) * 60 + value.second
        return seconds * 1000 + value.microsecond // 1000
    return whole_number(kind, value, MIN_INT, MAX_INT, "a naive datetime.time or a number of milliseconds")


def moment(kind: SqlType, value: object) -> Moment:
    """The moment of a TIMESTAMP or TIMESTAMP_LTZ.

    Raises:
        TypeError: The value is no timestamp, or one with a zone where the type has none, or without where it has.
        ValueError: It doesn't fit 64 bits of milliseconds.
    """
    if isinstance(value, Moment):
        return value
    zoned = kind.name == "TIMESTAMP_LTZ"
    if isinstance(value, datetime.datetime) and (value.tzinfo is not None) == zoned:
        micros = (value - (_EPOCH_UTC if zoned else _EPOCH)) // _MICROSECOND
        return Moment(micros // 1000, micros % 1000 * 1000 + nanos_of_microsecond(value))
    what = f"{'an aware' if zoned else 'a naive'} datetime, a Moment or epoch milliseconds"
    return Moment(whole_number(kind, value, MIN_LONG, MAX_LONG, what))
