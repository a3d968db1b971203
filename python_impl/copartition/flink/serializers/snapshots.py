"""Serializers as savepoints name them: the Java class of their snapshot, a version, and what is in them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from copartition.errors import ArrayIndexOutOfBoundsException, IOException
from copartition.flink.serializers import scalars
from copartition.flink.serializers.arrays import ArraySerializer
from copartition.flink.serializers.class_snapshots import (
    ENUM,
    POJO,
    POJO_VERSION,
    enum_bytes,
    pojo_bytes,
    read_enum,
    read_pojo,
    unknown_class,
)
from copartition.flink.serializers.composites import (
    BinaryRowDataSerializer,
    ListSerializer,
    MapSerializer,
    RowSerializer,
    TupleSerializer,
)
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.flink.serializers.simple_snapshots import BASE, NAMES, RUNTIME, SIMPLE
from copartition.flink.serializers.stored_rows import (
    FIELDS,
    RAW,
    RAW_VERSION,
    STORED_ROWS,
    STRING,
    StoredRowsSerializer,
    field_bytes,
)
from copartition.flink.serializers.ttl import TtlSerializer
from copartition.java.composites import MAX_TUPLE_ARITY
from copartition.java.data_streams import int32_bytes, utf_bytes
from copartition.java.object_streams import skip_object

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from copartition.flink.serializers.class_snapshots import Restore
    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.java.data_streams import DataInput

_TUPLES: Final = "org.apache.flink.api.java.tuple.Tuple"
_VERSION: Final = 3
_SIMPLE_VERSION_WITH_CLASS: Final = 2
_LAST_VERSION_WITHOUT_MAGIC: Final = 2
_OUTER_MAGIC: Final = 911_108
_NESTED_MAGIC: Final = 1_333_245
_NESTED_VERSION: Final = 1
_ROW_VERSION: Final = 4
_FIRST_ROW_VERSION_WITH_KIND: Final = 3
_TUPLE_VERSION: Final = 2
_TTL_VERSION: Final = 2
_OTHER_VERSION: Final = 1

_LIST: Final = f"{BASE}.ListSerializerSnapshot"
_MAP: Final = f"{BASE}.MapSerializerSnapshot"
_ARRAY: Final = f"{BASE}.GenericArraySerializerSnapshot"
_TUPLE: Final = f"{RUNTIME}.TupleSerializerSnapshot"
_TUPLE0: Final = f"{RUNTIME}.Tuple0SerializerSnapshot"
_TTL: Final = "org.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot"
_ROW: Final = f"{RUNTIME}.RowSerializer$RowSerializerSnapshot"
_ROW_DATA: Final = "org.apache.flink.table.runtime.typeutils.BinaryRowDataSerializer$BinaryRowDataSerializerSnapshot"


def snapshot_bytes(serializer: TypeSerializer[Any]) -> bytes:
    """The snapshot of a serializer: a class name, an int version, and for composites the snapshots of their parts.

    Raises:
        KeyError: It is none of this package's.

    Original: `TypeSerializerSnapshot.writeVersionedSnapshot(DataOutputView, TypeSerializerSnapshot)`.
    """
    match serializer:
        case BinaryRowDataSerializer():
            return _rows_bytes(serializer)
        case EnumSerializer():
            return _begun(ENUM) + enum_bytes(serializer)
        case PojoSerializer():
            return _begun(POJO, POJO_VERSION) + pojo_bytes(serializer, snapshot_bytes)
        case TupleSerializer() if not serializer.fields:
            return _begun(_TUPLE0)
    parts = _parts(serializer)
    if parts is None:
        return _begun(NAMES[id(serializer)])
    name, outer, nested = parts
    return composite_bytes(name, _VERSIONS[name], outer, nested)


def _rows_bytes(serializer: BinaryRowDataSerializer) -> bytes:
    if isinstance(serializer, StoredRowsSerializer):
        return _begun(STORED_ROWS) + serializer.snapshot
    return _begun(_ROW_DATA) + int32_bytes(serializer.arity)


def _parts(serializer: TypeSerializer[Any]) -> tuple[str, bytes, Sequence[TypeSerializer[Any]]] | None:
    """The class of a composite's snapshot, what is its own, and its parts; None for what is no composite."""
    found: tuple[str, bytes, Sequence[TypeSerializer[Any]]] | None = None
    match serializer:
        case ListSerializer():
            found = _LIST, b"", [serializer.element]
        case MapSerializer():
            found = _MAP, b"", [serializer.key, serializer.value]
        case TtlSerializer():
            found = _TTL, b"", [scalars.LONG, serializer.value]
        case RowSerializer():
            found = _ROW, bytes((serializer.kinds,)), serializer.fields
        case TupleSerializer():
            found = _TUPLE, utf_bytes(f"{_TUPLES}{len(serializer.fields)}", "a tuple's class"), serializer.fields
        case ArraySerializer():
            found = _ARRAY, utf_bytes(serializer.component, "an array's class"), [serializer.element]
    return found


def read_snapshot(source: DataInput) -> TypeSerializer[Any]:
    """The serializer whose snapshot is read; the source is left behind it.

    As in Flink all is read first, and then serializers are restored: what is cut or of another version is found out
    before what is of too few parts, wherever both stand.

    Raises:
        ArrayIndexOutOfBoundsException: A composite has fewer parts than it takes.
        EOFException: The bytes end within it.
        IllegalArgumentException: A POJO's snapshot is of another version, an enum has no constants, or a time to live
            is in another.
        IllegalStateException: Something else stands in a POJO's snapshot, or the serializer of a field is not known.
        IOException: The class is not known, or a magic number or a version is another one.
        NegativeArraySizeException: A composite has less than no parts, a row less than no types, or an enum less than
            no constants.
        StreamCorruptedException: A row's types are no Java objects.
        UTFDataFormatException: A class name is no modified UTF-8.

    Original: `TypeSerializerSnapshot.readVersionedSnapshot(…)` and `restoreSerializer()`.
    """
    return _read(source)()


def _read(source: DataInput) -> Restore:
    """`TypeSerializerSnapshot.readVersionedSnapshot(…)`: reads all, and restores nothing yet."""
    name = source.utf("a snapshot's class")
    if name not in SIMPLE and name not in _VERSIONS and name not in {_ROW_DATA, STORED_ROWS, ENUM, POJO}:
        raise unknown_class(name)
    version = source.int32("a snapshot's version")
    if name in SIMPLE:
        _read_simple(source, version)
        return partial(SIMPLE.__getitem__, name)
    if name == POJO:
        return read_pojo(source, version, _read)
    if name == ENUM:
        return read_enum(source)
    if name == STORED_ROWS:
        return _read_stored_rows(source)
    if name == _ROW_DATA:
        return partial(BinaryRowDataSerializer, source.int32("a binary row's arity"))
    return _read_composite(name, version, source)


def _read_simple(source: DataInput, version: int) -> None:
    """`SimpleTypeSerializerSnapshot.readSnapshot(int, DataInputView, ClassLoader)`."""
    if version == _SIMPLE_VERSION_WITH_CLASS:
        source.utf("a serializer's class")
    else:
        _expected(version, _VERSION, "version")


def _begun(name: str, version: int = _VERSION) -> bytes:
    return utf_bytes(name, "a snapshot's class") + int32_bytes(version)


def composite_bytes(name: str, version: int, outer: bytes, nested: Sequence[TypeSerializer[Any]]) -> bytes:
    """The snapshot of a composite.

    Args:
        name: Its class.
        version: Of the composite's snapshot.
        outer: What is its own.
        nested: The serializers of its parts.

    Raises:
        KeyError: A part is none of this package's.

    Original: `CompositeTypeSerializerSnapshot.writeSnapshot(DataOutputView)`.
    """
    numbers = (_NESTED_MAGIC, _NESTED_VERSION, len(nested))
    head = _begun(name) + int32_bytes(_OUTER_MAGIC) + int32_bytes(version) + outer
    return b"".join([head, *map(int32_bytes, numbers), *map(snapshot_bytes, nested)])


def _read_composite(name: str, version: int, source: DataInput) -> Restore:
    version = _outer_version(version, source)  # the original takes each
    make: Callable[[list[TypeSerializer[Any]]], TypeSerializer[Any]]
    if name == _ROW:
        kinds = version == _FIRST_ROW_VERSION_WITH_KIND
        if version >= _ROW_VERSION:
            kinds = source.boolean("whether rows have a kind")
        make = partial(RowSerializer, kinds=kinds)
    elif name == _ARRAY:
        component = source.utf("an array's class")
        make = lambda parts: ArraySerializer(_part(parts, 0), component)  # noqa: E731 - of this class
    elif name == _TUPLE:
        source.utf("a tuple's class")
        make = _tuple
    else:
        make = _MAKERS[name]
    nested = _read_nested(source)
    return lambda: make(_restored(nested))


def read_parts(source: DataInput) -> list[TypeSerializer[Any]]:
    """The parts of a composite that has nothing of its own, behind its class; the composite may be of any version.

    Raises:
        EOFException: The bytes end within it.
        IOException: A class is not known, or a magic number or the version of the parts is another one.
        NegativeArraySizeException: It has less than no parts.

    Original: `CompositeTypeSerializerSnapshot.readSnapshot(int, DataInputView, ClassLoader)`.
    """
    return _restored(_read_parts(source))


def _read_parts(source: DataInput) -> list[Restore]:
    _outer_version(source.int32("a snapshot's version"), source)
    return _read_nested(source)


def _outer_version(version: int, source: DataInput) -> int:
    """The version of what is a composite's own. Up to a version of the snapshot there is no other one."""
    if version <= _LAST_VERSION_WITHOUT_MAGIC:
        return version
    _expected(source.int32("a composite's magic number"), _OUTER_MAGIC, "magic number")
    return source.int32("a composite's version")


def _read_nested(source: DataInput) -> list[Restore]:
    return [_read(source) for _ in range(_nested_count(source))]


def _restored(parts: list[Restore]) -> list[TypeSerializer[Any]]:
    return [restore() for restore in parts]


def _nested_count(source: DataInput) -> int:
    _expected(source.int32("the parts' magic number"), _NESTED_MAGIC, "magic number")
    _expected(source.int32("the parts' version"), _NESTED_VERSION, "version")
    return source.size("how many parts")


def read_stored_rows(source: DataInput) -> StoredRowsSerializer:
    """The serializer of rows whose types stand as Java objects, and behind them the snapshots of their serializers.

    Args:
        source: The bytes behind the snapshot's class and version.

    Raises:
        EOFException: The bytes end within it.
        IOException: The class of a field's snapshot is not known, or a magic number or a version is another one.
        NegativeArraySizeException: There are less than no types, or parts.
        StreamCorruptedException: A type is no Java object.
        UTFDataFormatException: A name is no modified UTF-8.

    Original: `RowDataSerializer.RowDataSerializerSnapshot.readSnapshot(int, DataInputView, ClassLoader)`.
    """
    return _read_stored_rows(source)()


def _read_stored_rows(source: DataInput) -> Callable[[], StoredRowsSerializer]:
    arity = source.size("how many types")
    begin = source.position
    for _ in range(arity):
        skip_object(source, "a row's type")
    types = source.since(begin)
    fields = [_read_field(source) for _ in range(_nested_count(source))]
    head = types + b"".join(map(int32_bytes, (_NESTED_MAGIC, _NESTED_VERSION, len(fields))))
    return lambda: StoredRowsSerializer(arity, b"".join([head, *(field() for field in fields)]))


def _read_field(source: DataInput) -> Callable[[], bytes]:
    """A snapshot of a field's serializer, which is written again when it is restored."""
    begin = source.position
    name = source.utf("a snapshot's class")
    if name == STRING:
        _read_simple(source, source.int32("a snapshot's version"))
        return partial(_begun, STRING)
    if name == RAW:
        parts = _read_parts(source)
        return lambda: composite_bytes(RAW, RAW_VERSION, b"", _restored(parts))
    if name in FIELDS:
        return partial(bytes, field_bytes(name, source))
    source.position = begin
    restore = _read(source)
    return lambda: snapshot_bytes(restore())


_VERSIONS: Final = {
    _LIST: _OTHER_VERSION,
    _MAP: _OTHER_VERSION,
    _ARRAY: _OTHER_VERSION,
    _TTL: _TTL_VERSION,
    _TUPLE: _TUPLE_VERSION,
    _ROW: _ROW_VERSION,
}
"""Of the snapshots of composites."""
_MAKERS: Final[dict[str, Callable[[list[TypeSerializer[Any]]], TypeSerializer[Any]]]] = {
    _LIST: lambda parts: ListSerializer(_part(parts, 0)),
    _MAP: lambda parts: MapSerializer(_part(parts, 0), _part(parts, 1)),
    _TTL: lambda parts: TtlSerializer(_part(parts, 1)),
}
"""Composites that have nothing but parts."""


def _tuple(fields: list[TypeSerializer[Any]]) -> TupleSerializer:
    """A tuple's serializer; the original fails at the first tuple that has more fields than its class."""
    if len(fields) > MAX_TUPLE_ARITY:
        raise IOException(f"tuples have up to {MAX_TUPLE_ARITY} fields, not {len(fields)}")
    return TupleSerializer(fields)


def _part(parts: list[TypeSerializer[Any]], place: int) -> TypeSerializer[Any]:
    """A part of a composite; more parts than it takes are not looked at."""
    if place >= len(parts):
        raise ArrayIndexOutOfBoundsException(f"Index {place} out of bounds for length {len(parts)}")
    return parts[place]


def _expected(found: int, wanted: int, what: str) -> None:
    if found != wanted:
        raise IOException(f"a serializer's snapshot has the {what} {found}, not {wanted}")
