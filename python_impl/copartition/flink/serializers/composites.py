"""Serializers of types that are made of others: lists, maps, tuples, rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from copartition.errors import IllegalArgumentException, NullFieldException, NullPointerException, WrongTypeError
from copartition.flink.binary_row import RowBytes, RowData
from copartition.flink.serializers import scalars
from copartition.flink.serializers.pair_map import PairMap
from copartition.flink.serializers.parts import check_part, parts_of
from copartition.flink.serializers.pojos import EnumSerializer
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.flink.state.stored_keys import has_same_keys, stored
from copartition.java.composites import MAX_TUPLE_ARITY, ROW_KINDS, JavaList, Row, Tuple
from copartition.java.data_streams import int32_bytes
from copartition.java.hash_map import HashMap
from copartition.java.ints import int32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.java.data_streams import DataInput

K = TypeVar("K")
V = TypeVar("V")

_KIND_BITS = 2
_KINDS = tuple(ROW_KINDS)
_INSERTED = _KINDS[0]
_TUPLE0 = b"*"
"""What `Tuple0Serializer` writes: 42."""


class ListSerializer(TypeSerializer[JavaList]):
    """`org.apache.flink.api.common.typeutils.base.ListSerializer`: how many elements in four bytes, then each.

    Args:
        element: Of the elements. They are null only where it knows null.

    Raises:
        WrongTypeError: It is no serializer.
    """

    length = Length.VARIABLE

    def __init__(self, element: TypeSerializer[Any]) -> None:
        check_part("element", element)
        self.element = element

    def serialize(self, value: JavaList | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        items = _given(value, JavaList).items
        target += int32_bytes(len(items))
        for item in items:
            self.element.serialize(item, target)

    def deserialize(self, source: DataInput) -> JavaList:
        """See `TypeSerializer`."""
        size = source.int32("a list's size")
        room = int32(size + 1)  # the original asks for room for one more
        if room < 0:
            raise IllegalArgumentException(f"Illegal Capacity: {room}")
        return JavaList([self.element.deserialize(source) for _ in range(size)])


class MapSerializer(TypeSerializer["Mapping[K, V | None]"]):
    """`org.apache.flink.api.common.typeutils.base.MapSerializer`: how many entries in four bytes, then each.

    An entry is the key, a byte that is 1 for a null value, and the value if it isn't null. Entries are written in the
    order of the map: Java's depends on the map's class.

    Args:
        key: Of the keys.
        value: Of the values. Each may be null.

    Attributes:
        has_pairs: Whether the keys have no hash code here, so that a map that is read is a `PairMap`, and else a dict.

    Raises:
        WrongTypeError: One of them is no serializer.
    """

    length = Length.VARIABLE

    def __init__(self, key: TypeSerializer[K], value: TypeSerializer[V]) -> None:
        check_part("key", key)
        check_part("value", value)
        self.key, self.value = key, value
        self.has_pairs = not _has_hash_code(key)

    def serialize(self, value: Mapping[K, V | None] | None, target: bytearray) -> None:
        """See `TypeSerializer`.

        Raises:
            ValueError: Two keys are one in Java, such as 0.0 and `Double(0.0)`.
        """
        if value is None:
            raise NullPointerException("MapSerializer knows no null")
        _refuse_no_map(value)
        target += int32_bytes(len(value))
        for key, of in value.items():
            self.key.serialize(key, target)
            target.append(of is None)
            if of is not None:
                self.value.serialize(of, target)

    def deserialize(self, source: DataInput) -> Mapping[K, V | None]:
        """See `TypeSerializer`."""
        size = source.int32("a map's size")
        if size < 0:
            raise IllegalArgumentException(f"Illegal initial capacity: {size}")
        if self.has_pairs:
            pairs: PairMap[Any, V | None] = PairMap()
            for _ in range(size):
                pairs.put(self.key.deserialize(source), self._read_value(source))
            return pairs
        entries: dict[Any, V | None] = {}
        for _ in range(size):
            key = stored(self.key.deserialize(source))  # type: ignore[arg-type]
            entries[key] = self._read_value(source)
        return entries

    def _read_value(self, source: DataInput) -> V | None:
        return None if source.boolean("whether a value is null") else self.value.deserialize(source)


class TupleSerializer(TypeSerializer[Tuple]):
    """`org.apache.flink.api.java.typeutils.runtime.TupleSerializer` and `Tuple0Serializer`: the fields, nothing else.

    Args:
        fields: Of each field; 0 to 25.

    Raises:
        ValueError: There are more than 25 fields.
        WrongTypeError: They have no order, as in a set; or one is no serializer.
    """

    def __init__(self, fields: Sequence[TypeSerializer[Any]]) -> None:
        self.fields = parts_of("fields", fields)
        if len(self.fields) > MAX_TUPLE_ARITY:
            raise ValueError(f"Flink has tuples of 0..{MAX_TUPLE_ARITY} fields, not of {len(self.fields)}")
        # A field of length 0, a void namespace, makes the tuple one of variable length, too.
        fixed = all(field.length is Length.FIXED for field in self.fields)
        self.length = Length.FIXED if fixed else Length.VARIABLE

    def serialize(self, value: Tuple | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        parts = _of_arity(_given(value, Tuple).fields, len(self.fields), "tuple")
        if not parts:
            target += _TUPLE0
        for place, (field, part) in enumerate(zip(self.fields, parts, strict=True)):
            try:
                field.serialize(part, target)
            except NullPointerException as null:
                raise NullFieldException(f"Field {place} is null, but expected to hold a value.") from null

    def deserialize(self, source: DataInput) -> Tuple:
        """See `TypeSerializer`."""
        if not self.fields:
            source.uint8("a tuple of no fields")
        return Tuple([field.deserialize(source) for field in self.fields])


class RowSerializer(TypeSerializer[Row]):
    """`org.apache.flink.api.java.typeutils.runtime.RowSerializer`: a bit mask, then the fields that aren't null.

    The mask has two bits of the row's kind, the lower one first, then one for each field, 1 for null; the first is the
    highest bit of the first byte.

    Args:
        fields: Of each field.
        kinds: Whether the mask has a row's kind; without it, as before Flink 1.11, each row that is read is inserted.

    Raises:
        WrongTypeError: The fields have no order, as in a set; or one is no serializer.
    """

    length = Length.VARIABLE

    def __init__(self, fields: Sequence[TypeSerializer[Any]], *, kinds: bool = True) -> None:
        self.fields, self.kinds = parts_of("fields", fields), kinds

    def serialize(self, value: Row | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        row = _given(value, Row)
        parts = _of_arity(row.fields, len(self.fields), "row")
        kind = ROW_KINDS[row.kind]
        bits = [kind & 1 != 0, kind & 2 != 0] if self.kinds else []
        target += mask_bytes([*bits, *(part is None for part in parts)])
        for field, part in zip(self.fields, parts, strict=True):
            if part is not None:
                field.serialize(part, target)

    def deserialize(self, source: DataInput) -> Row:
        """See `TypeSerializer`."""
        before = _KIND_BITS if self.kinds else 0
        bits = read_mask(source, before + len(self.fields))
        parts = [
            None if null else field.deserialize(source) for field, null in zip(self.fields, bits[before:], strict=True)
        ]
        return Row(parts, _KINDS[bits[0] + 2 * bits[1]] if self.kinds else _INSERTED)


class BinaryRowDataSerializer(TypeSerializer["RowData | bytes"]):
    """`org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer`: how many bytes in four, then the row's.

    A row is read as its bytes, `RowBytes`: they don't tell the types of its fields.

    Args:
        arity: How many fields the rows have: no value's bytes depend on it, but the serializer's snapshot.
    """

    length = Length.VARIABLE

    def __init__(self, arity: int) -> None:
        self.arity = arity

    def serialize(self, value: RowData | bytes | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException("BinaryRowDataSerializer knows no null")
        if not isinstance(value, (RowData, bytes, bytearray, memoryview)):
            raise WrongTypeError(f"BinaryRowDataSerializer takes a RowData or its bytes, not {type(value).__name__}")
        data = bytes(value)
        target += int32_bytes(len(data))
        target += data

    def deserialize(self, source: DataInput) -> RowBytes:
        """See `TypeSerializer`."""
        return RowBytes(source.raw(source.int32("a binary row's length"), "a binary row"))


def mask_bytes(bits: Sequence[bool]) -> bytes:
    """`MaskUtils.writeMask`: eight bits a byte, the first one highest."""
    mask = bytearray(-(-len(bits) // 8))
    for place, bit in enumerate(bits):
        if bit:
            mask[place // 8] |= 0x80 >> place % 8
    return bytes(mask)


def read_mask(source: DataInput, size: int) -> list[bool]:
    """`MaskUtils.readIntoMask`; bits behind the last one are not looked at.

    Raises:
        EOFException: The bytes end within the mask.
    """
    mask = source.raw(-(-size // 8), "a mask of nulls")
    return [mask[place // 8] & 0x80 >> place % 8 != 0 for place in range(size)]


_NO_HASH_CODES = (scalars.VOID_NAMESPACE, scalars.TIME_WINDOW, scalars.GLOBAL_WINDOW_SERIALIZER)


def _has_hash_code(key: TypeSerializer[Any], *, deep: bool = False) -> bool:
    """Whether the keys of a serializer have a hash code here; `deep`, as in a row, arrays of bytes have one."""
    match key:
        case TupleSerializer():
            return all(map(_has_hash_code, key.fields))
        case RowSerializer():
            return all(_has_hash_code(field, deep=True) for field in key.fields)
        case ListSerializer():
            return _has_hash_code(key.element, deep=deep)
        case scalars.ScalarSerializer():
            return deep if key is scalars.BYTES else key not in _NO_HASH_CODES
    return isinstance(key, (EnumSerializer, BinaryRowDataSerializer))


def _refuse_no_map(entries: object) -> None:
    if isinstance(entries, (HashMap, PairMap)):  # in which Java's keys are told apart already
        return
    if not isinstance(entries, (dict, Mapping)):
        raise WrongTypeError(f"MapSerializer takes a mapping, not {type(entries).__name__}")
    if not has_same_keys(entries):
        return
    seen: dict[Any, Any] = {}
    for key in entries:
        twin = stored(key)
        if twin in seen:
            raise ValueError(f"a map has the keys {seen[twin]!r} and {key!r}, which are one in Java: leave one out")
        seen[twin] = key


C = TypeVar("C")


def _given(value: C | None, kind: type[C]) -> C:
    if value is None:
        raise NullPointerException(f"the serializer of {kind.__name__} knows no null")
    if not isinstance(value, kind):
        raise TypeError(f"the serializer takes a {kind.__name__}, not {type(value).__name__}")
    return value


def _of_arity(parts: tuple[Any, ...], arity: int, what: str) -> tuple[Any, ...]:
    if len(parts) != arity:
        raise ValueError(f"a {what} of {len(parts)} fields can't be written by a serializer of {arity}")
    return parts
