"""The header of a stream of keyed state as bytes: `org.apache.flink.runtime.state.KeyedBackendSerializationProxy`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    BackendBuildingException,
    IllegalArgumentException,
    VersionMismatchException,
)
from copartition.flink.savepoint.states import VERSION, KeyedState, StateKind, StreamHeader
from copartition.flink.serializers.snapshots import read_snapshot, snapshot_bytes
from copartition.java.data_streams import int32_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.java.data_streams import DataInput

    ReadSerializer: TypeAlias = Callable[[DataInput, str], TypeSerializer[Any]]
    """Reads the serializer of a part, which it is told."""
    ReadState: TypeAlias = Callable[[DataInput, str, int], KeyedState | str]
    """Reads a state of this name behind its kind, or tells why no heap backend restores it; the number is the first
    version of a serializer that the release reads."""

SNAPSHOT_VERSION: Final = 2
"""`TypeSerializerSnapshotSerializationProxy.VERSION`."""
_FIRST_SNAPSHOT_VERSION: Final = 1
"""The version before, which releases up to 1.16 read, too: the serializers that are known have the same bytes in it."""
_KEY_VALUE: Final = 0
"""`BackendStateType.KEY_VALUE`."""
_STATE_V2: Final = 4
"""`BackendStateType.KEY_VALUE_V2`, the last one, since 2.0."""
_KIND: Final = "KEYED_STATE_TYPE"
NAMESPACE_PART: Final = "NAMESPACE_SERIALIZER"
VALUE_PART: Final = "VALUE_SERIALIZER"
_KINDS: Final = frozenset(StateKind.__members__) - {StateKind.TIMERS.name}


def header_bytes(header: StreamHeader, timers_bytes: Callable[[KeyedState], bytes]) -> bytes:
    """`KeyedBackendSerializationProxy.write(DataOutputView)`.

    Args:
        header: What is written.
        timers_bytes: Writes a state of timers.

    Raises:
        KeyError: A serializer is none of `copartition.flink.serializers`.
        UTFDataFormatException: A state's name takes more than 65535 bytes.
        ValueError: There are more than 32767 states.
    """
    parts = [int32_bytes(VERSION), bytes((header.compressed,)), _serializer_bytes(header.key)]
    parts.append(_count_bytes(len(header.states)))
    parts += (timers_bytes(each) if each.kind is StateKind.TIMERS else _state_bytes(each) for each in header.states)
    return b"".join(parts)


def _count_bytes(states: int) -> bytes:
    try:
        return states.to_bytes(2, signed=True)
    except OverflowError:
        raise ValueError(f"a stream may have 32767 states, not {states}: their numbers are shorts") from None


def _state_bytes(state: KeyedState) -> bytes:
    return b"".join(
        (
            utf_bytes(state.name, "a state's name"),
            int32_bytes(_KEY_VALUE),
            int32_bytes(1),
            utf_bytes(_KIND, "an option"),
            utf_bytes(state.kind.name, "a state's kind"),
            int32_bytes(2),
            utf_bytes(VALUE_PART, "a serializer's part"),
            _serializer_bytes(state.value),
            utf_bytes(NAMESPACE_PART, "a serializer's part"),
            _serializer_bytes(state.namespace),
        )
    )


def _serializer_bytes(serializer: TypeSerializer[Any]) -> bytes:
    return int32_bytes(SNAPSHOT_VERSION) + snapshot_bytes(serializer)


def read_header(
    source: DataInput,
    more_kinds: Mapping[int, ReadState],
    read_serializer: ReadSerializer | None = None,
    *,
    state_v2: bool = True,
    first_snapshots: bool = False,
) -> StreamHeader:
    """`KeyedBackendSerializationProxy.read(DataInputView)`; the source is left behind it.

    Args:
        source: The bytes.
        more_kinds: By number the kinds of backend states that are read beside key and value, and how: timers.
        read_serializer: Reads serializers, behind their versions; by default they have to be known ones.
        state_v2: Whether the release has the State V2 API: since 2.0.
        first_snapshots: Whether the release reads serializers of the first version, too: up to 1.16.

    Raises:
        ArrayIndexOutOfBoundsException: A state is of a kind of backend state that the release doesn't know.
        BackendBuildingException: A state is an operator's, broadcast, or of the State V2 API, of which the heap backend
            restores none; it is of a kind that no release writes, or lacks a serializer; or it should have timers, and
            its serializer is of something else.
        EOFException: The bytes end within it.
        IllegalArgumentException: There are fewer than no states; or one has fewer than no options, or serializers.
        IOException: A class is another one than Flink 1.7 to 2.3 writes.
        UTFDataFormatException: A name is no modified UTF-8.
        VersionMismatchException: The header, or a serializer, is of another version.
    """
    version = source.int32("the header's version")
    if version != VERSION:
        raise VersionMismatchException(f"the header's version is {version}, not {VERSION}")
    compressed = source.boolean("whether key groups are compressed")
    read = read_serializer or _known_serializer
    first = _FIRST_SNAPSHOT_VERSION if first_snapshots else SNAPSHOT_VERSION
    key = _behind_version(source, "the key's serializer", read, first)
    count = _not_negative(source.int16("how many states"), "states")
    known = range(_STATE_V2 + state_v2)
    read_state = partial(_read_state, read)
    readers: dict[int, ReadState] = {_KEY_VALUE: read_state, **more_kinds}
    others: list[str] = []
    states: list[KeyedState] = []
    for _ in range(count):
        name = source.utf("a state's name")
        backend_kind = source.int32(f"the kind of {name!r}")
        if backend_kind not in known:
            raise ArrayIndexOutOfBoundsException(f"Index {backend_kind} out of bounds for length {len(known)}")
        state = readers.get(backend_kind, read_state)(source, name, first)
        if backend_kind not in readers:
            others.append(f"{name!r} is of the backend kind {backend_kind}, not {_KEY_VALUE}")
        elif isinstance(state, str):
            others.append(f"{name!r} {state}")
        else:
            states.append(state)
    if others:  # found out when the backend is built, with the whole header read
        raise BackendBuildingException(f"Failed when trying to restore heap backend: {others[0]}")
    return StreamHeader(key, tuple(states), compressed)


def _read_state(read: ReadSerializer, source: DataInput, name: str, first: int) -> KeyedState | str:
    options, parts = read_parts(source, name, read, first)
    kind = options.get(_KIND)
    if kind not in _KINDS:
        return "names no kind" if kind is None else f"is of the kind {kind!r}, which no release writes"
    missing = {NAMESPACE_PART, VALUE_PART} - parts.keys()
    if missing:
        return f"has no {min(missing)}"
    return KeyedState(name, StateKind[kind], parts[NAMESPACE_PART], parts[VALUE_PART])


def read_parts(
    source: DataInput, name: str, read: ReadSerializer, first: int
) -> tuple[dict[str, str], dict[str, TypeSerializer[Any]]]:
    """The options of a state of this name, and its serializers by their parts: all of it behind its kind.

    Original: `StateMetaInfoSnapshotReadersWriters.CurrentReaderImpl`.
    """
    count = _not_negative(source.int32(f"how many options {name!r} has"), f"options of {name!r}")
    options = {source.utf("an option"): source.utf("an option's value") for _ in range(count)}
    parts: dict[str, TypeSerializer[Any]] = {}
    count = _not_negative(source.int32(f"how many serializers {name!r} has"), f"serializers of {name!r}")
    for _ in range(count):
        part = source.utf("a serializer's part")
        parts[part] = _behind_version(source, part, read, first)
    return options, parts


def _not_negative(count: int, what: str) -> int:
    if count < 0:
        raise IllegalArgumentException(f"there are {count} {what}")
    return count


def _behind_version(source: DataInput, what: str, read: ReadSerializer, first: int) -> TypeSerializer[Any]:
    version = source.int32(f"{what}'s version")
    if not first <= version <= SNAPSHOT_VERSION:
        raise VersionMismatchException(f"{what}'s version is {version}, not {SNAPSHOT_VERSION}")
    return read(source, what)


def _known_serializer(source: DataInput, _: str) -> TypeSerializer[Any]:
    return read_snapshot(source)
