"""Keys of Table and SQL jobs: `BinaryRowData`, a row as bytes, and its hash code.

A row is its kind and a bit per NULL field, then a slot of eight bytes per field, then what didn't fit into a
slot, everything in whole words. The hash code is MurmurHash3 over these bytes: equal bytes, equal key group. So
INT 1 and BIGINT 1 fall into one key group here, and so do 1.0 and 1.00 of one DECIMAL type.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from copartition import _arguments
from copartition.errors import WrongTypeError
from copartition.flink.math_utils import bit_mix
from copartition.flink.sql_types import SqlType
from copartition.flink.sql_values import Behind, Slot, encoded
from copartition.java.composites import ROW_KINDS
from copartition.java.ints import MASK_32, int32

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition.flink.sql_python_values import SqlValue

Field: TypeAlias = "tuple[SqlType | str, SqlValue]"
"""A SQL type, or how SQL writes it, and a value: `("DECIMAL(10,2)", Decimal("12.34"))`."""

_SEED: Final = 42
WORD: Final = 8
"""The bytes of a field's slot."""
KIND_BITS: Final = 8
"""Bits of the header before that of the first field."""
_WORD_BITS: Final = 64


@dataclass(frozen=True, slots=True, init=False)
class RowData:
    """A `org.apache.flink.table.data.binary.BinaryRowData`, the key of a Table or SQL job.

    It is a key like any other: `copartition.flink.key_group(RowData([("INT", 1)]), 128)`. As in Java rows are equal
    where their bytes are.

    Attributes:
        fields: Pairs of SQL type and value; None is NULL. `copartition.flink.sql_types` says which values
            belong to which type. A timestamp is stored as given: Flink has cut it to its type's precision
            before it comes here.
        kind: "+I", "-U", "+U" or "-D": the row's kind is part of the bytes. Keys are always "+I".
        data: The row's bytes: what `BinaryRowWriter` writes.

    Raises:
        ArithmeticException: The scale of a decimal is hundreds of millions away from its type's.
        WrongTypeError: The fields are no pairs of a SQL type and a value.
        TypeError: A value doesn't belong to its SQL type.
        ValueError: A SQL type doesn't exist, or a value is out of its range.
    """

    fields: tuple[tuple[SqlType, SqlValue], ...] = field(compare=False)
    kind: str = field(compare=False)
    data: bytes

    def __init__(self, fields: Iterable[Field], kind: str = "+I") -> None:
        if kind not in ROW_KINDS:
            raise ValueError(f"RowData.kind must be one of {', '.join(ROW_KINDS)}, not {kind!r}")
        typed = tuple(map(_typed, _arguments.iterated("fields", fields)))
        object.__setattr__(self, "fields", typed)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "data", binary_row_bytes(typed, kind, room_for_null=True))

    def __bytes__(self) -> bytes:
        return self.data

    def java_hash_code(self) -> int:
        """`BinaryRowData.hashCode()`, int32."""
        return hash_bytes_by_words(self.data)


class RowBytes(bytes):
    """A `BinaryRowData` that was read: its bytes, whose fields' types are not known. It is a key as `RowData` is."""

    __slots__ = ()

    def java_hash_code(self) -> int:
        """`BinaryRowData.hashCode()`, int32.

        Raises:
            ValueError: The bytes are no whole words.
        """
        return hash_bytes_by_words(self)


def row_hash(fields: Iterable[Field]) -> int:
    """`BinaryRowData.hashCode()` of a key with these fields, int32.

    Args:
        fields: As for `RowData`.

    Raises:
        WrongTypeError: The fields are no pairs of a SQL type and a value.
        TypeError: A value doesn't belong to its SQL type.
        ValueError: A SQL type doesn't exist, or a value is out of its range.
    """
    return RowData(fields).java_hash_code()


def _typed(pair: Field) -> tuple[SqlType, SqlValue]:
    try:
        sql, value = pair
    except (TypeError, ValueError):
        raise _no_pair(pair) from None
    given: object = pair
    if isinstance(given, str):  # two letters, or the key of a mapping
        raise _no_pair(given)
    if isinstance(sql, str):
        return SqlType.parse(sql), value
    _arguments.instance("a field's SQL type", sql, SqlType, 'write "INT", for example')
    return sql, value


def _no_pair(given: object) -> WrongTypeError:
    size = f" of {len(given)}" if isinstance(given, (tuple, list)) else ""
    return WrongTypeError(f"fields must hold pairs of SQL type and value, not {type(given).__name__}{size}")


def hash_bytes_by_words(data: bytes, seed: int = _SEED) -> int:
    """`MurmurHashUtils.hashBytesByWords`: MurmurHash3 by words of four bytes, int32.

    Args:
        data: Whole words.
        seed: Where the hash begins; 42 in Flink.

    Raises:
        ValueError: The bytes are no whole words.
    """
    if len(data) % 4:
        raise ValueError(f"data has {len(data)} bytes, which are no whole words of four")
    mixed = seed
    for begin in range(0, len(data), 4):
        word = int.from_bytes(data[begin : begin + 4], "little") * 0xCC9E2D51 & MASK_32
        mixed ^= (word << 15 | word >> 17) * 0x1B873593 & MASK_32
        mixed = (mixed << 13 | mixed >> 19) * 5 + 0xE6546B64 & MASK_32
    return int32(bit_mix(mixed ^ len(data)))


def binary_row_bytes(fields: Iterable[tuple[SqlType, SqlValue]], kind: str, *, room_for_null: bool) -> bytes:
    """What `BinaryRowWriter` writes.

    Args:
        fields: Pairs of type and value; None is NULL.
        kind: One of `ROW_KINDS`.
        room_for_null: Whether NULL keeps room behind the slots where its type can be updated in place there, as
            generated code does (`writeDecimal(place, null, …)`); without it NULL is a bit (`setNullAt`).

    Raises:
        TypeError: A value doesn't belong to its SQL type.
        ValueError: A value is out of its type's range.
    """
    typed = tuple(fields)
    header = header_size(len(typed))
    nulls = ROW_KINDS[kind]
    slots: list[bytes] = []
    behind: list[bytes] = []
    end = header + WORD * len(typed)
    for place, (sql, value) in enumerate(typed):
        if value is None:
            nulls |= 1 << (KIND_BITS + place)
        stored = encoded(sql, value) if value is not None or room_for_null else Slot(0)
        if isinstance(stored, Behind):
            slots.append((end << 32 | stored.low).to_bytes(WORD, "little"))
            behind.append(stored.data)
            end += len(stored.data)
        else:
            slots.append(stored.word.to_bytes(WORD, "little"))
    return b"".join([nulls.to_bytes(header, "little"), *slots, *behind])


def header_size(arity: int) -> int:
    """The bytes of a row's kind and of a bit for each field: whole words (`calculateBitSetWidthInBytes`)."""
    return -(-(arity + KIND_BITS) // _WORD_BITS) * WORD
