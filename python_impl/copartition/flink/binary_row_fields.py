"""The fields of a `BinaryRowData` that was read: bytes and SQL types to values, as its getters give them.

Values are those of Flink's own tables: a DATE is its days since 1970-01-01, a TIME its milliseconds of the day.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    IllegalArgumentException,
    IndexOutOfBoundsException,
    NegativeArraySizeException,
    NumberFormatException,
    UnsupportedOperationException,
)
from copartition.flink.binary_row import KIND_BITS, WORD, header_size
from copartition.flink.sql_python_values import Moment, RawBits
from copartition.flink.sql_types import MAX_COMPACT_DECIMAL_PRECISION, MAX_COMPACT_TIMESTAMP_PRECISION
from copartition.java.composites import ROW_KINDS
from copartition.java.decimals import BigDecimal
from copartition.java.ints import MAX_INT
from copartition.java.utf8 import decoded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from copartition.flink.sql_python_values import SqlValue
    from copartition.flink.sql_types import SqlType

_KINDS: Final = tuple(ROW_KINDS)
_INLINE_MARK: Final = 0x80
_LENGTH_BITS: Final = 0x7F
_MAX_NANOS: Final = 999_999
_SIZES: Final = {"TINYINT": 1, "SMALLINT": 2, "INT": 4, "DATE": 4, "TIME": 4, "BIGINT": 8}


@dataclass(frozen=True, slots=True)
class GenericRowData:
    """A `org.apache.flink.table.data.GenericRowData`: the values of a row, whose types its serializer knows.

    Attributes:
        values: One for each field, as `copartition.flink.sql_types` has them; None is NULL.
        kind: "+I", "-U", "+U" or "-D".

    Raises:
        ValueError: There is no such kind.
    """

    values: tuple[SqlValue, ...]
    kind: str = "+I"

    def __post_init__(self) -> None:
        if self.kind not in ROW_KINDS:
            raise ValueError(f"GenericRowData.kind must be one of {', '.join(ROW_KINDS)}, not {self.kind!r}")


def row_of_bytes(data: bytes, types: Sequence[SqlType]) -> GenericRowData:
    """The row of these bytes, each field read as its type says.

    Returns:
        Integers are ints, and so are DATE and TIME; FLOAT and DOUBLE are floats, a NaN is `RawBits`; DECIMAL is a
        `BigDecimal`; TIMESTAMP and TIMESTAMP_LTZ are a `Moment`. A DECIMAL of more digits than its type has is None.

    Raises:
        IllegalArgumentException: A timestamp has more than 999,999 nanoseconds of a millisecond.
        IndexOutOfBoundsException: A field stands outside of the bytes. Of texts, bytes and decimals the originals
            don't look: they give whatever stands in the buffer into which they copy, zeros or a part of another row.
        NegativeArraySizeException: Bytes, or a decimal's, are fewer than none.
        NumberFormatException: A decimal has no bytes.
        UnsupportedOperationException: The row's kind is none.
    """
    row = _Bytes(data)
    kind = row.byte(0)
    if kind >= len(_KINDS):
        raise UnsupportedOperationException(f"a row's kind is one of 0 to {len(_KINDS) - 1}, not {kind}")
    first = header_size(len(types))
    values: list[SqlValue] = []
    for place, sql in enumerate(types):
        bit = KIND_BITS + place
        is_null = row.byte(bit // 8) >> bit % 8 & 1
        values.append(None if is_null else _READERS[sql.name](row, first + WORD * place, sql))
    return GenericRowData(tuple(values), _KINDS[kind])


class _Bytes:
    """The bytes of a row."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def part(self, at: int, size: int) -> bytes:
        """So many bytes from a place on.

        Raises:
            IndexOutOfBoundsException: They are not all there.
        """
        if at < 0 or size < 0 or at + size > len(self._data):
            raise IndexOutOfBoundsException(f"the row has {len(self._data)} bytes, and none from {at} to {at + size}")
        return self._data[at : at + size]

    def byte(self, at: int) -> int:
        """A byte without its sign."""
        return int.from_bytes(self.part(at, 1), "little")

    def number(self, at: int, size: int) -> int:
        """A whole number with its sign."""
        return int.from_bytes(self.part(at, size), "little", signed=True)

    def behind(self, slot: int) -> tuple[int, int]:
        """Where a value stands behind the slots, and the lower half of its slot: a length, or nanoseconds."""
        return self.number(slot + 4, 4), self.number(slot, 4)

    def variable(self, slot: int) -> bytes:
        """A text's bytes in their slot, up to seven, or behind the slots."""
        mark = self.byte(slot + WORD - 1)
        if mark & _INLINE_MARK:
            return self.part(slot, mark & _LENGTH_BITS)
        return self.part(*self.behind(slot))

    def array(self, slot: int) -> bytes:
        """What the original copies into a new array: bytes behind the slots.

        Raises:
            IndexOutOfBoundsException: They are not all there.
            NegativeArraySizeException: They are fewer than none.
        """
        at, size = self.behind(slot)
        if size < 0:
            raise NegativeArraySizeException(f"an array takes {size} bytes")
        return self.part(at, size) if size or at < 0 else b""

    def long_behind(self, at: int) -> int:
        """A whole number of eight bytes behind the slots: beyond the last one the original looks for another segment.

        Raises:
            ArrayIndexOutOfBoundsException: It ends behind the bytes.
            IndexOutOfBoundsException: It stands before them, or so far behind that the int of its end goes around.
        """
        if 0 <= at <= MAX_INT - WORD and at + WORD > len(self._data):
            raise ArrayIndexOutOfBoundsException(
                f"the row has {len(self._data)} bytes, and none from {at} to {at + WORD}"
            )
        return self.number(at, WORD)


def _boolean(row: _Bytes, slot: int, _: SqlType) -> bool:
    return row.byte(slot) != 0


def _whole(row: _Bytes, slot: int, sql: SqlType) -> int:
    return row.number(slot, _SIZES[sql.name])


def _float(row: _Bytes, slot: int, sql: SqlType) -> float | RawBits:
    data = row.part(slot, 4 if sql.name == "FLOAT" else 8)
    (number,) = struct.unpack("<f" if sql.name == "FLOAT" else "<d", data)
    return RawBits(int.from_bytes(data, "little")) if math.isnan(number) else float(number)


def _string(row: _Bytes, slot: int, _: SqlType) -> str:
    return decoded(row.variable(slot))


def _bytes(row: _Bytes, slot: int, _: SqlType) -> bytes:
    return row.variable(slot) if row.byte(slot + WORD - 1) & _INLINE_MARK else row.array(slot)


def _decimal(row: _Bytes, slot: int, sql: SqlType) -> BigDecimal | None:
    if sql.precision <= MAX_COMPACT_DECIMAL_PRECISION:
        return BigDecimal(row.number(slot, WORD), sql.scale)
    data = row.array(slot)
    if not data:
        raise NumberFormatException(f"a {sql} takes one byte at least")
    digits = int.from_bytes(data, "big", signed=True)
    return BigDecimal(digits, sql.scale) if abs(digits) < 10**sql.precision else None


def _timestamp(row: _Bytes, slot: int, sql: SqlType) -> Moment:
    if sql.precision <= MAX_COMPACT_TIMESTAMP_PRECISION:
        return Moment(row.number(slot, WORD))
    at, nanos = row.behind(slot)
    millis = row.long_behind(at)
    if not 0 <= nanos <= _MAX_NANOS:
        raise IllegalArgumentException(f"a millisecond has 0 to {_MAX_NANOS} nanoseconds, not {nanos}")
    return Moment(millis, nanos)


_READERS: Final[dict[str, Callable[[_Bytes, int, SqlType], SqlValue]]] = {
    **dict.fromkeys(_SIZES, _whole),
    "BOOLEAN": _boolean,
    "FLOAT": _float,
    "DOUBLE": _float,
    "STRING": _string,
    "BYTES": _bytes,
    "DECIMAL": _decimal,
    "TIMESTAMP": _timestamp,
    "TIMESTAMP_LTZ": _timestamp,
}
