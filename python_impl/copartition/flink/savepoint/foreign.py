"""Headers that name serializers of other classes than are known: these are kept with their names and their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.errors import EOFException, IllegalStateException, IOException, JavaError, NullPointerException
from copartition.flink.savepoint.header import (
    NAMESPACE_PART,
    VALUE_PART,
    read_header,
)
from copartition.flink.savepoint.timers import READERS
from copartition.flink.serializers.class_snapshots import is_unknown_class
from copartition.flink.serializers.snapshots import read_snapshot
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.java.data_streams import DataInput, utf_bytes

if TYPE_CHECKING:
    from copartition.flink.savepoint.states import StreamHeader

_OPTION: Final = b"\x00\x00\x00\x00\x00\x00\x00\x01\x00\x10KEYED_STATE_TYPE"
_KEY: Final = "the key's serializer"
_LONGEST: Final = 1 << 16
"""So many bytes of a snapshot are looked through for its end."""


class RawValues(TypeSerializer[bytes]):
    """A serializer of a class that is not known: its values are bytes, as far as there are any.

    Attributes:
        name: The Java class of its snapshot.
        snapshot: Its snapshot.
    """

    length = Length.VARIABLE

    def __init__(self, name: str, snapshot: bytes) -> None:
        self.name, self.snapshot = name, snapshot

    def __repr__(self) -> str:
        return f"RawValues({self.name!r})"

    def serialize(self, value: bytes | None, target: bytearray) -> None:
        """See `TypeSerializer`."""
        if value is None:
            raise NullPointerException(f"the bytes of {self.name} must be given")
        target += value

    def deserialize(self, source: DataInput) -> bytes:
        """See `TypeSerializer`."""
        return source.raw(source.available, f"bytes of {self.name}")


def read_any_header(source: DataInput) -> StreamHeader:
    """As `read_header`, where there may be timers, and serializers may be of classes that are not known.

    A snapshot does not say how long it is. The end of an unknown one is where what must come next is found: the name of
    the state's other serializer, or a state.

    Raises:
        BackendBuildingException: A state is of a kind that no heap backend restores.
        EOFException: The bytes end within it.
        IOException: An unknown snapshot has no end.
        UTFDataFormatException: A name is no modified UTF-8.
        VersionMismatchException: A version is another one than Flink 1.7 to 2.3 writes.
    """
    return read_header(source, READERS, _read_serializer)


def _read_serializer(source: DataInput, what: str) -> TypeSerializer[Any]:
    begin = source.position
    try:
        return read_snapshot(source)
    except EOFException:
        raise
    except (IOException, IllegalStateException) as error:  # the latter of a POJO
        if isinstance(error, IOException) and not is_unknown_class(error):  # damage: Flink stops there, too
            raise IOException(f"{what}: {error}") from None
        source.position = begin
        name = source.utf(f"{what}'s class")
        ahead = source.peek(_LONGEST)
        length = _end(ahead, what)
        if length is None:
            raise IOException(f"{what} is of {name}, which is not known, and its snapshot has no end") from None
        source.skip(length, f"{what}'s snapshot")
        size = source.position - begin
        source.position = begin
        return RawValues(name, source.raw(size, f"{what}'s snapshot"))


def _end(ahead: bytes, what: str) -> int | None:
    """Where a snapshot ends.

    That of values ends before the namespaces' part, which is written behind it; that of namespaces before the next
    state; that of keys before the number of states.
    """
    if what == VALUE_PART:
        found = ahead.find(utf_bytes(NAMESPACE_PART, "a part"))
        return None if found < 0 else found
    before = 2 if what == _KEY else 0
    state = _state(ahead, before)
    return None if state is None else state - before


def _state(ahead: bytes, before: int) -> int | None:
    """Where the first state begins: a name, its kind, one option."""
    option = ahead.find(_OPTION)
    for start in range(option - 2, before - 1, -1) if option >= 0 else ():
        if start + 2 + int.from_bytes(ahead[start : start + 2], "big") == option and _is_name(ahead[start:option]):
            return start
    return None


def _is_name(data: bytes) -> bool:
    try:
        DataInput(data).utf("a state's name")
    except JavaError:
        return False
    return True
