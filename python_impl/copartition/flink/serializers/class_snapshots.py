"""Snapshots of serializers of a user's classes: POJOs with their fields, enums with their constants.

Nothing is known of the classes but their names: Flink looks for them, and refuses those that it can't find.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from copartition.errors import IllegalArgumentException, IllegalStateException, IOException, JavaError
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.serializers.type_serializer import TypeSerializer

    Restore: TypeAlias = Callable[[], TypeSerializer[Any]]
    """Makes the serializer of a snapshot. Flink does so when all has been read, whatever that is a part of."""
    Read: TypeAlias = Callable[[DataInput], Restore]

POJO: Final = "org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot"
ENUM: Final = "org.apache.flink.api.common.typeutils.base.EnumSerializer$EnumSerializerSnapshot"
POJO_VERSION: Final = 2

_MAP: Final = 0x4F2C69A3D70
"""`LinkedOptionalMapSerializer.HEADER`: what a map of a POJO's snapshot begins with."""
_CLASS: Final = "an object's class"
_UNKNOWN: Final = "Could not find class "


def unknown_class(name: str) -> IOException:
    """What a snapshot of a class that is not known here is refused with."""
    return IOException(f"{_UNKNOWN}'{name}' in classpath.")


def is_unknown_class(error: BaseException | None) -> bool:
    """Whether a snapshot, or that of a field of an object, is of a class that is not known, and not damaged."""
    return error is not None and (str(error).startswith(_UNKNOWN) or is_unknown_class(error.__cause__))


def enum_bytes(serializer: EnumSerializer) -> bytes:
    """`EnumSerializerSnapshot.writeSnapshot`."""
    names = b"".join(utf_bytes(constant, "a constant's name") for constant in serializer.constants)
    return utf_bytes(serializer.name, _CLASS) + int32_bytes(len(serializer.constants)) + names


def read_enum(source: DataInput) -> Restore:
    """`EnumSerializerSnapshot.readSnapshot`; it may be of any version.

    Raises:
        EOFException: The bytes end within it.
        NegativeArraySizeException: There are less than no constants.
    """
    name = source.utf(_CLASS)
    constants = [source.utf("a constant's name") for _ in range(source.size("how many constants"))]
    return partial(EnumSerializer.restored, name, constants)


def pojo_bytes(serializer: PojoSerializer, snapshot: Callable[[TypeSerializer[Any]], bytes]) -> bytes:
    """`PojoSerializerSnapshotData.writeSnapshotData`: no subclass is known."""
    of = utf_bytes(serializer.name, _CLASS)
    data = [of, int64_bytes(_MAP), int32_bytes(len(serializer.fields))]
    for name, field in serializer.fields.items():
        text = utf_bytes(name, "a field's name")
        data += (text, b"\0" if name in serializer.missing else _framed(of + text), _framed(snapshot(field)))
    return b"".join([*data, *(int64_bytes(_MAP) + int32_bytes(0) for _ in range(2))])


def _framed(data: bytes) -> bytes:
    return b"\1" + int32_bytes(len(data)) + data


def read_pojo(source: DataInput, version: int, read: Read) -> Restore:
    """`PojoSerializerSnapshotData.readSnapshotData`, then `PojoSerializerSnapshot.restoreSerializer`.

    A field that is not there, though its serializer is, is one that the class no longer has. Subclasses are stepped
    over, those whose serializers only Flink knows, too; Flink restores none where one of them is not whole.

    Returns:
        What restores the serializer. It raises IllegalStateException where a field's serializer is not there, or is
        none that is known, or where a subclass has no class, or its serializer is not there; and whatever such a
        serializer is refused with. It is an IOException where two fields have one name, which Flink doesn't write.

    Raises:
        EOFException: The bytes end within it.
        IllegalArgumentException: It is of another version.
        IllegalStateException: Something else stands where a map begins.
    """
    if version != POJO_VERSION:
        raise IllegalArgumentException(f"unrecognized read version {version}")
    name = source.utf(_CLASS)
    fields, *subclasses = [_read_map(source, read, key) for key in (_field_name, _any_class, _any_class)]
    return partial(_restored, name, fields, subclasses)


class _Entry(NamedTuple):
    """What is known of an entry of a map: None for what is not there, or was not read."""

    key: str | None
    restore: Restore | None
    error: JavaError | None  # why there is nothing to restore

    def merged(self, newer: _Entry) -> _Entry:
        """`LinkedOptionalMap.KeyValue.merge`: of a name that stands there twice, what the last one has that is read."""
        key = self.key if newer.key is None else newer.key
        if newer.restore is None and not is_unknown_class(newer.error):
            return self._replace(key=key)
        return newer._replace(key=key)


def _restored(name: str, fields: dict[str, _Entry], subclasses: list[dict[str, _Entry]]) -> PojoSerializer:
    serializers: dict[str, TypeSerializer[Any]] = {}
    missing = []
    for place, (listed, entry) in enumerate(fields.items()):
        if entry.restore is None:
            why = "" if entry.error is None else f": {entry.error}"
            raise IllegalStateException(f"the serializer of the field {listed!r} is not there{why}") from entry.error
        field = entry.key
        if field is None:
            field = f"missing-field-at-{place}"  # as Flink names it in a snapshot
            missing.append(field)
        elif field in serializers:
            raise IOException(f"two fields of {name} are {field!r}")
        serializers[field] = entry.restore()
    for known in subclasses:
        _check_subclasses(known)
    return PojoSerializer(name, serializers, missing)


def _check_subclasses(known: dict[str, _Entry]) -> None:
    """`LinkedOptionalMap.unwrapOptionals` and `PojoSerializerSnapshot.restoreSerializers`."""
    for subclass, entry in known.items():
        if entry.key is None:
            raise IllegalStateException(f"Missing key {subclass!r}")
        if entry.restore is None and not is_unknown_class(entry.error):
            raise IllegalStateException(f"Missing value for the key {subclass!r}")
    for restore in (entry.restore for entry in known.values() if entry.restore is not None):
        try:
            restore()
        except IllegalStateException as error:
            if not is_unknown_class(error):
                raise


def _read_map(source: DataInput, read: Read, read_key: Callable[[bytes], str | None]) -> dict[str, _Entry]:
    """`LinkedOptionalMapSerializer.readOptionalMap`: by name what its key and its value are."""
    if source.int64("a map's header") != _MAP:
        raise IllegalStateException("Corrupted stream received header")
    entries: dict[str, _Entry] = {}
    for _ in range(source.int32("how many entries a map has")):
        name = source.utf("a name")
        key = _read_frame(source, f"{name}'s key")
        value = _read_frame(source, f"{name}'s value")
        restore, error = (None, None) if value is None else _tried(value, read)
        entry = _Entry(None if key is None else read_key(key), restore, error)
        entries[name] = entries[name].merged(entry) if name in entries else entry
    return entries


def _read_frame(source: DataInput, what: str) -> bytes | None:
    return (
        source.raw(source.int32(f"the length of {what}"), what) if source.boolean(f"whether {what} is there") else None
    )


def _tried(frame: bytes, read: Read) -> tuple[Restore | None, JavaError | None]:
    try:
        return read(DataInput(frame)), None
    except JavaError as error:
        return None, error


def _field_name(frame: bytes) -> str | None:
    """`PojoFieldUtils.readField`: the class and the name, which needn't be that of the entry."""
    source = DataInput(frame)
    try:
        source.utf("a field's class")
        return source.utf("a field's name")
    except JavaError:
        return None


def _any_class(_: bytes) -> str:
    """The class is that of the entry's name: what stands for it isn't looked at."""
    return ""
