"""Snapshots of serializers of a user's classes: POJOs with their fields, enums with their constants.

Nothing is known of the classes but their names: Flink looks for them, and refuses those that it can't find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import (
    EOFException,
    IllegalArgumentException,
    IllegalStateException,
    IOException,
    JavaError,
    NullPointerException,
)
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.flink.serializers.type_serializer import TypeSerializer

POJO: Final = "org.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot"
ENUM: Final = "org.apache.flink.api.common.typeutils.base.EnumSerializer$EnumSerializerSnapshot"
POJO_VERSION: Final = 2

_MAP: Final = 0x4F2C69A3D70
"""`LinkedOptionalMapSerializer.HEADER`: what a map of a POJO's snapshot begins with."""
_CLASS: Final = "an object's class"


def enum_bytes(serializer: EnumSerializer) -> bytes:
    """`EnumSerializerSnapshot.writeSnapshot`."""
    names = b"".join(utf_bytes(constant, "a constant's name") for constant in serializer.constants)
    return utf_bytes(serializer.name, _CLASS) + int32_bytes(len(serializer.constants)) + names


def read_enum(source: DataInput) -> EnumSerializer:
    """`EnumSerializerSnapshot.readSnapshot`; it may be of any version.

    Raises:
        EOFException: The bytes end within it.
        IOException: Two constants have one name.
    """
    name = source.utf(_CLASS)
    count = source.int32("how many constants")
    constants = [source.utf("a constant's name") for _ in range(count)]
    if len(set(constants)) != len(constants):
        raise IOException(f"two constants of {name} have one name")
    return EnumSerializer(name, constants)


def pojo_bytes(serializer: PojoSerializer, snapshot: Callable[[TypeSerializer[Any]], bytes]) -> bytes:
    """`PojoSerializerSnapshotData.writeSnapshotData`: no subclass is known."""
    of = utf_bytes(serializer.name, _CLASS)
    data = [of, int64_bytes(_MAP), int32_bytes(len(serializer.fields))]
    for name, field in serializer.fields.items():
        text = utf_bytes(name, "a field's name")
        data += (text, _framed(of + text), _framed(snapshot(field)))
    return b"".join([*data, *(int64_bytes(_MAP) + int32_bytes(0) for _ in range(2))])


def _framed(data: bytes) -> bytes:
    return b"\1" + int32_bytes(len(data)) + data


def read_pojo(source: DataInput, version: int, read: Callable[[DataInput], TypeSerializer[Any]]) -> PojoSerializer:
    """`PojoSerializerSnapshotData.readSnapshotData`, then `PojoSerializerSnapshot.restoreSerializer`.

    Subclasses are stepped over, those whose serializers only Flink knows, too; Flink restores none where one of them is
    not whole.

    Raises:
        EOFException: The bytes end within it.
        IllegalArgumentException: It is of another version.
        IllegalStateException: Something else stands where a map begins; or a field's serializer is not there, or is
            none that is known; or a subclass has no class, or its serializer is not there, or is cut.
        NullPointerException: A field is not there, but its serializer is.
    """
    if version != POJO_VERSION:
        raise IllegalArgumentException(f"unrecognized read version {version}")
    name = source.utf(_CLASS)
    fields, *subclasses = [_read_map(source) for _ in range(3)]
    serializers = {
        field: _serializer(frame, read, f"the serializer of the field {field!r}")
        for field, (_, frame) in fields.items()
    }
    for known in subclasses:
        for subclass, (of, frame) in known.items():
            if of is None:
                raise IllegalStateException(f"Missing key {subclass!r}")
            if frame is None or _is_cut(frame, read):
                raise IllegalStateException(f"Missing value for the key {subclass!r}")
    for field, (of, _) in fields.items():
        if of is None:
            raise NullPointerException(f"there is no field {field!r}")
    return PojoSerializer(name, serializers)


def _read_map(source: DataInput) -> dict[str, tuple[bytes | None, bytes | None]]:
    """`LinkedOptionalMapSerializer.readOptionalMap`: by name what stands for the key and for its value."""
    if source.int64("a map's header") != _MAP:
        raise IllegalStateException("Corrupted stream received header")
    entries = {}
    for _ in range(source.int32("how many entries a map has")):
        name = source.utf("a name")
        entries[name] = _read_frame(source, f"{name}'s key"), _read_frame(source, f"{name}'s value")
    return entries


def _read_frame(source: DataInput, what: str) -> bytes | None:
    return (
        source.raw(source.int32(f"the length of {what}"), what) if source.boolean(f"whether {what} is there") else None
    )


def _serializer(
    frame: bytes | None, read: Callable[[DataInput], TypeSerializer[Any]], what: str
) -> TypeSerializer[Any]:
    """What a frame has; the original finds out that one is missing when all has been read."""
    if frame is None:
        raise IllegalStateException(f"{what} is not there")
    try:
        return read(DataInput(frame))
    except JavaError as error:
        raise IllegalStateException(f"{what} is not there: {error}") from error


def _is_cut(frame: bytes, read: Callable[[DataInput], TypeSerializer[Any]]) -> bool:
    """Whether a frame ends too early; one of a class that is not known here is whole."""
    try:
        read(DataInput(frame))
    except JavaError as error:
        return isinstance(error, EOFException)
    return False
