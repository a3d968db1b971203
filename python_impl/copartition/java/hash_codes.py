"""`key.hashCode()`: the hash codes of Java's and Flink's key classes, as int32."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from numbers import Integral
from typing import TYPE_CHECKING, Any, Final

from copartition import _arguments
from copartition.errors import (
    IDENTITY_HASHED_BYTES,
    IDENTITY_HASHED_ENUM,
    IdentityHashedKey,
    NullPointerException,
)
from copartition.java.boxed import Byte, Character, Double, Float, Integer, Long, Short, double_to_bits
from copartition.java.composites import ROW_KINDS, JavaList, Row, Tuple
from copartition.java.decimals import BigDecimal, BigInteger
from copartition.java.ints import fold_64, int32
from copartition.java.polynomials import fold_bytes
from copartition.java.sql_times import SqlDate, SqlTimestamp
from copartition.java.strings import string_hash
from copartition.java.times import Instant, LocalDate, LocalDateTime, LocalTime

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from copartition.java.keys import Key

_TRUE: Final = 1231
_FALSE: Final = 1237

_TOP_BIT: Final = bytes(byte >> 7 for byte in range(256))
"""Translates each byte to its top bit."""


def hash_code(key: Key) -> int:
    """What `key.hashCode()` returns in Java, int32.

    Args:
        key: a key of one of the types in `copartition.java.keys`.

    Raises:
        NullPointerException: `key` is None.
        IdentityHashedKey: `key` is, or holds where its content isn't looked at, bytes or an enum constant.
        TypeError: `key` has no unambiguous Java type; the message says which types to choose from.
        ValueError: `key` is a number that its Java type doesn't have, such as `Decimal("NaN")`, or its own
            `java_hash_code()` gives what isn't int32.
    """
    hasher = _HASHERS.get(type(key))
    return hasher(key) if hasher is not None else _unlisted(key)


def hash_code_or_zero(key: Key) -> int:
    """`java.util.Objects.hashCode(key)`: 0 for None, else `hash_code(key)`."""
    return 0 if key is None else hash_code(key)


def boolean_hash(value: bool) -> int:  # noqa: FBT001 - the value is the whole argument
    """`Boolean.hashCode(value)`."""
    return _TRUE if value else _FALSE


def double_hash(value: float) -> int:
    """`Double.hashCode(value)`: both halves of the bits, every NaN alike; int32."""
    return fold_64(double_to_bits(value))


def bytes_hash(data: bytes | bytearray) -> int:
    """`java.util.Arrays.hashCode(byte[])`: the 31-fold from 1 over signed bytes, int32."""
    total = fold_bytes(data, 1)
    if not data.isascii():  # a byte from 0x80 on is negative in Java: 256 less than unsigned
        total -= 256 * fold_bytes(data.translate(_TOP_BIT))
    return int32(total)


def big_integer_hash(value: int) -> int:
    """`BigInteger.hashCode()`: the 31-fold over the magnitude's 32-bit words, times the sign; int32."""
    magnitude = abs(value)
    total = 0
    for shift in range(magnitude.bit_length() // 32 * 32, -1, -32):
        total = (31 * total + (magnitude >> shift & 0xFFFF_FFFF)) & 0xFFFF_FFFF
    return int32(-total if value < 0 else total)


def _big_decimal_hash(key: BigDecimal) -> int:
    return int32(31 * big_integer_hash(key.unscaled) + key.scale)


def _local_date_hash(key: LocalDate) -> int:
    return int32((key.year & 0xFFFF_F800) ^ ((key.year << 11) + (key.month << 6) + key.day))


def _local_time_hash(key: LocalTime) -> int:
    return fold_64(key.nano_of_day)


def _local_date_time_hash(key: LocalDateTime) -> int:
    return _local_date_hash(key.date) ^ _local_time_hash(key.time)


def _instant_hash(key: Instant) -> int:
    return int32(fold_64(key.seconds) + 51 * key.nanos)


def _uuid_hash(key: uuid.UUID) -> int:
    return fold_64((key.int >> 64) ^ key.int)


def _folded(hashes: Iterable[int], start: int) -> int:
    total = start
    for code in hashes:
        total = (31 * total + code) & 0xFFFF_FFFF
    return int32(total)


def _tuple_hash(key: Tuple) -> int:
    return _folded(map(hash_code_or_zero, key.fields), 0)


def _list_hash(key: JavaList) -> int:
    return _folded(map(hash_code_or_zero, key.items), 1)


def _row_hash(key: Row) -> int:
    return int32(31 * ROW_KINDS[key.kind] + _folded(map(_deep_hash, key.fields), 1))


def _deep_hash(value: Key) -> int:
    """`org.apache.flink.types.RowUtils.deepHashCodeInternal`: lists go deep, byte arrays count by content.

    Everything else is wrapped into an array of one, whose hash code is 31 more than the element's. A tuple
    isn't looked into: bytes in it count by identity even inside a row.
    """
    if value is None:
        return 0
    if isinstance(value, JavaList):
        return _folded(map(_deep_hash, value.items), 1)
    if isinstance(value, (bytes, bytearray)):
        return int32(31 + bytes_hash(value))
    return int32(31 + hash_code(value))


def _refuse_bytes(_key: bytes | bytearray) -> int:
    raise IdentityHashedKey(IDENTITY_HASHED_BYTES)


def _refuse_null(_key: None) -> int:
    raise NullPointerException("null has no hash code: a key must not be None")


def _refuse_int(key: int) -> int:
    raise TypeError(
        f"a bare int has no Java type, and the type decides the hash (-1 as an Integer belongs to key group "
        f"80 of 128, as a Long to 94): write Integer({key}) or Long({key})"
    )


def _refuse_sequence(key: tuple[object, ...] | list[object]) -> int:
    raise TypeError(
        f"a bare {type(key).__name__} could be Flink's Tuple or Row or Java's List, which hash differently: "
        "write Tuple(...), Row(...) or JavaList(...)"
    )


_OF_NUMPY: Final = {"bool": "bool", "float32": "Float"}


def _unlisted(key: Any) -> int:  # noqa: ANN401 - whatever a caller may pass
    # Enums come first: a StrEnum is a str, an IntEnum an int, and yet both are constants.
    if isinstance(key, enum.Enum):
        raise IdentityHashedKey(IDENTITY_HASHED_ENUM)
    # Not isinstance(key, HasJavaHashCode): on Python 3.11 that costs more than the hash.
    own = getattr(key, "java_hash_code", None)
    if own is not None:
        return _arguments.int32("java_hash_code()", own())
    return _subclass_hash(key)


def _subclass_hash(key: Any) -> int:  # noqa: ANN401 - whatever a caller may pass
    # numpy.str_ and numpy.float64 are what they derive from. A subclass of datetime need not be: pandas'
    # Timestamp has nanoseconds that a datetime can't show.
    for base in (str, float, decimal.Decimal, uuid.UUID, int, tuple, list, bytes, bytearray):
        if isinstance(key, base):
            return _HASHERS[base](key)
    raise TypeError(f"{type(key).__module__}.{type(key).__qualname__} has no Java type: {_advice(key)}")


def _advice(key: object) -> str:
    if isinstance(key, Integral):  # numpy's: not even int64 says whether Java has an Integer or a Long
        return f"write Integer({key}) or Long({key})"
    if type(key).__name__ in {"NaTType", "NAType"}:  # pandas'
        return "it is a null: write None, which no Flink job takes as a key"
    if isinstance(key, datetime.datetime):  # pandas' Timestamp
        return f"write {'LocalDateTime' if key.tzinfo is None else 'Instant'}.of(key)"
    if type(key).__module__ == "numpy":
        kind = getattr(getattr(key, "dtype", None), "name", "")
        if kind in _OF_NUMPY:
            return f"write {_OF_NUMPY[kind]}(key)"
    return "use a type of copartition.java.keys, or give the class a method java_hash_code()"


_HASHERS: Final[dict[type, Callable[[Any], int]]] = {
    str: string_hash,
    bool: boolean_hash,
    float: double_hash,
    decimal.Decimal: lambda key: _big_decimal_hash(BigDecimal.of(key)),
    uuid.UUID: _uuid_hash,
    datetime.date: lambda key: _local_date_hash(LocalDate.of(key)),
    datetime.time: lambda key: _local_time_hash(LocalTime.of(key)),
    datetime.datetime: lambda key: _local_date_time_hash(LocalDateTime.of(key)),
    Integer: lambda key: key.value,
    Long: lambda key: fold_64(key.value),
    Short: lambda key: key.value,
    Byte: lambda key: key.value,
    Character: lambda key: ord(key.value),
    Float: lambda key: int32(key.bits),
    Double: lambda key: fold_64(key.bits),
    BigInteger: lambda key: big_integer_hash(key.value),
    BigDecimal: _big_decimal_hash,
    LocalDate: _local_date_hash,
    LocalTime: _local_time_hash,
    LocalDateTime: _local_date_time_hash,
    Instant: _instant_hash,
    SqlDate: lambda key: fold_64(key.millis),
    SqlTimestamp: lambda key: fold_64(key.millis),
    Tuple: _tuple_hash,
    JavaList: _list_hash,
    Row: _row_hash,
    bytes: _refuse_bytes,
    bytearray: _refuse_bytes,
    int: _refuse_int,
    tuple: _refuse_sequence,
    list: _refuse_sequence,
    type(None): _refuse_null,
}
