"""Values of SQL types as a binary row stores them: in a slot of eight bytes, or behind the slots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition import _arguments
from copartition.flink.sql_python_values import (
    big_decimal,
    days,
    float_bits,
    milliseconds,
    moment,
    wanted,
    whole_number,
)
from copartition.flink.sql_types import (
    MAX_COMPACT_DECIMAL_PRECISION,
    MAX_COMPACT_TIMESTAMP_PRECISION,
    SqlType,
)
from copartition.java.ints import MASK_32, MASK_64
from copartition.java.utf8 import encoded as utf8

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.sql_python_values import SqlValue

_MAX_INLINE: Final = 7
_INLINE_MARK: Final = 0x80
_WORD: Final = 8
_DECIMAL_BYTES: Final = 16
_WIDTHS: Final = {"TINYINT": 8, "SMALLINT": 16, "INT": 32, "BIGINT": 64}


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
        ArithmeticException: The scale of a decimal is too far from the type's.
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


def _boolean(kind: SqlType, value: object) -> Slot:
    if not isinstance(value, bool):
        raise wanted(kind, value, "a bool")
    return Slot(int(value))


def _whole(kind: SqlType, value: object) -> Slot:
    bound = 1 << (_WIDTHS[kind.name] - 1)
    return Slot(whole_number(kind, value, -bound, bound - 1, "an int") & (2 * bound - 1))


def _string(kind: SqlType, value: object) -> Slot | Behind:
    if not isinstance(value, str):
        raise wanted(kind, value, "a str")
    return _variable(utf8(value))


def _bytes(kind: SqlType, value: object) -> Slot | Behind:
    if not isinstance(value, (bytes, bytearray)):
        raise wanted(kind, value, "bytes")
    return _variable(bytes(value))


def _variable(data: bytes) -> Slot | Behind:
    if len(data) <= _MAX_INLINE:
        return Slot(int.from_bytes(data, "little") | (_INLINE_MARK | len(data)) << 56)
    return Behind(len(data), data + bytes(-len(data) % _WORD))


def _float(kind: SqlType, value: object) -> Slot:
    return Slot(float_bits(kind, value))


def _decimal(kind: SqlType, value: object) -> Slot | Behind:
    unscaled = _unscaled(kind, value)
    if kind.precision <= MAX_COMPACT_DECIMAL_PRECISION:
        return Slot(unscaled & MASK_64)
    # BigInteger.toByteArray: two's complement, big endian, as few bytes as hold the sign.
    size = (unscaled if unscaled >= 0 else ~unscaled).bit_length() // 8 + 1
    return Behind(size, unscaled.to_bytes(size, "big", signed=True).ljust(_DECIMAL_BYTES, b"\0"))


def _unscaled(kind: SqlType, value: object) -> int:
    """The digits of `DecimalData.fromBigDecimal(value, precision, scale)`."""
    number = big_decimal(kind, value)
    # A scale may be any int: no power of ten larger than the answer can need.
    power: int = 10 ** min(kind.scale - number.scale, kind.precision)
    magnitude = abs(number.unscaled) * power
    if magnitude >= 10**kind.precision:
        raise ValueError(f"{_arguments.shown(value)} doesn't fit {kind}: it has more than {kind.precision} digits")
    return -magnitude if number.unscaled < 0 else magnitude


def _date(kind: SqlType, value: object) -> Slot:
    return Slot(days(kind, value) & MASK_32)


def _time(kind: SqlType, value: object) -> Slot:
    return Slot(milliseconds(kind, value) & MASK_32)


def _timestamp(kind: SqlType, value: object) -> Slot | Behind:
    at = moment(kind, value)
    millis = at.millis & MASK_64
    if kind.precision <= MAX_COMPACT_TIMESTAMP_PRECISION:
        return Slot(millis)
    return Behind(at.nanos_of_millisecond, millis.to_bytes(_WORD, "little"))


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
