"""Snapshots of serializers of a user's classes: POJOs with their fields, enums with their constants.

Nothing is known of the classes but their names: Flink looks for them, and refuses those that it can't find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import IllegalArgumentException, IllegalStateException, JavaError
from copartition.flink.serializers.pojos import EnumSerializer, PojoSerializer
from copartition.java.data_streams import DataInput, int32_bytes, int64_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    """
    name = source.utf(_CLASS)
    count = source.int32("how many constants")
    return EnumSerializer(name, [source.utf("a constant's name") for _ in range(count)])


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
    """`PojoSerializerSnapshotData.readSnapshotData`; subclasses are stepped over.

    Raises:
        EOFException: The bytes end within it.
        IllegalArgumentException: It is of another version.
        IllegalStateException: Something else stands where a map begins; or a field's serializer is not there, or is
            none that is known.
    """
    if version != POJO_VERSION:
        raise IllegalArgumentException(f"unrecognized read version {version}")
    name = source.utf(_CLASS)
    frames = dict(_read_map(source))
    for _ in range(2):
        for _subclass in _read_map(source):
            pass
    return PojoSerializer(name, {field: _read_field(frame, read) for field, frame in frames.items()})


def _read_map(source: DataInput) -> Iterator[tuple[str, bytes | None]]:
    """By name what stands for its value."""
    if source.int64("a map's header") != _MAP:
        raise IllegalStateException("Corrupted stream received header")
    for _ in range(source.int32("how many entries a map has")):
        name = source.utf("a name")
        for what in ("key", "value"):
            frame = None
            if source.boolean(f"whether {name}'s {what} is there"):
                frame = source.raw(source.int32(f"the length of {name}'s {what}"), f"{name}'s {what}")
        yield name, frame


def _read_field(frame: bytes | None, read: Callable[[DataInput], TypeSerializer[Any]]) -> TypeSerializer[Any]:
    """The serializer of a field; the original finds out that one is missing when all has been read."""
    try:
        if frame is not None:
            return read(DataInput(frame))
    except JavaError as error:
        raise IllegalStateException(f"field serializer snapshots should be present: {error}") from error
    raise IllegalStateException("field serializer snapshots should be present.")
