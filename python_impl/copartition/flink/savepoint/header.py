"""The header of a stream of keyed state as bytes: `org.apache.flink.runtime.state.KeyedBackendSerializationProxy`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from copartition.errors import (
    ArrayIndexOutOfBoundsException,
    BackendBuildingException,
    IOException,
    VersionMismatchException,
)
from copartition.flink.savepoint.states import VERSION, KeyedState, StateKind, StreamHeader
from copartition.flink.serializers.snapshots import read_snapshot, snapshot_bytes
from copartition.java.data_streams import int32_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.java.data_streams import DataInput

SNAPSHOT_VERSION: Final = 2
"""`TypeSerializerSnapshotSerializationProxy.VERSION`."""
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
    more_kinds: Mapping[int, Callable[[DataInput, str], KeyedState | None]],
    read_serializer: Callable[[DataInput, str], TypeSerializer[Any]] | None = None,
    *,
    state_v2: bool = True,
) -> StreamHeader:
    """`KeyedBackendSerializationProxy.read(DataInputView)`; the source is left behind it.

    Args:
        source: The bytes.
        more_kinds: By number the kinds of backend states that are read beside key and value, and how: timers. What
            gives none, and others, are an error.
        read_serializer: Reads the serializer of a part, which it is told; by default it has to be a known one.
        state_v2: Whether the release has the State V2 API: since 2.0.

    Raises:
        ArrayIndexOutOfBoundsException: A state is of a kind of backend state that the release doesn't know.
        BackendBuildingException: A state is an operator's, broadcast, or of the State V2 API, of which the heap backend
            restores none; or it should have timers, and its serializer is of something else.
        EOFException: The bytes end within it.
        IOException: A version, a kind or a class is another one than Flink 1.7 to 2.3 writes.
        UTFDataFormatException: A name is no modified UTF-8.
        VersionMismatchException: The header is of another version.
    """
    version = source.int32("the header's version")
    if version != VERSION:
        raise VersionMismatchException(f"the header's version is {version}, not {VERSION}")
    compressed = source.boolean("whether key groups are compressed")
    read = read_serializer or _read_serializer
    key = read(source, "the key's serializer")
    count = source.int16("how many states")
    known = range(_STATE_V2 + state_v2)
    read_state = partial(_read_state, read=read)
    readers: dict[int, Callable[[DataInput, str], KeyedState | None]] = {_KEY_VALUE: read_state, **more_kinds}
    others: list[str] = []
    states: list[KeyedState] = []
    for _ in range(count):
        name = source.utf("a state's name")
        backend_kind = source.int32(f"the kind of {name!r}")
        if backend_kind not in known:
            raise ArrayIndexOutOfBoundsException(f"Index {backend_kind} out of bounds for length {len(known)}")
        state = readers.get(backend_kind, read_state)(source, name)
        if state is None:
            others.append(f"{name!r} is of the backend kind {backend_kind}, and has no serializer of timers")
        elif backend_kind not in readers:
            others.append(f"{name!r} is of the backend kind {backend_kind}, not {_KEY_VALUE}")
        else:
            states.append(state)
    if others:  # found out when the backend is built, with the whole header read
        raise BackendBuildingException(f"Failed when trying to restore heap backend: {others[0]}")
    return StreamHeader(key, tuple(states), compressed)


def _read_state(source: DataInput, name: str, read: Callable[[DataInput, str], TypeSerializer[Any]]) -> KeyedState:
    kind = read_options(source).get(_KIND, "")
    if kind not in _KINDS:
        raise IOException(f"the state {name!r} {_why_refused(kind)}")
    parts = read_serializers(source, name, read)
    missing = {NAMESPACE_PART, VALUE_PART} - parts.keys()
    if missing:
        raise IOException(f"the state {name!r} has no {min(missing)}")
    return KeyedState(name, StateKind[kind], parts[NAMESPACE_PART], parts[VALUE_PART])


def read_options(source: DataInput) -> dict[str, str]:
    """The options of a state, as `StateMetaInfoSnapshotReadersWriters` reads them."""
    return {source.utf("an option"): source.utf("an option's value") for _ in range(source.int32("options"))}


def read_serializers(
    source: DataInput, name: str, read: Callable[[DataInput, str], TypeSerializer[Any]]
) -> dict[str, TypeSerializer[Any]]:
    """The serializers of a state of this name, by their parts, behind its options."""
    parts: dict[str, TypeSerializer[Any]] = {}
    for _ in range(source.int32(f"how many serializers {name!r} has")):
        part = source.utf("a serializer's part")
        parts[part] = read(source, part)
    return parts


def _why_refused(kind: str) -> str:
    return f"is of the kind {kind!r}, which no release writes" if kind else "names no kind"


def _read_serializer(source: DataInput, what: str) -> TypeSerializer[Any]:
    refuse_other(source.int32(f"{what}'s version"), SNAPSHOT_VERSION, f"{what}'s version")
    return read_snapshot(source)


def refuse_other(found: int, wanted: int, what: str) -> None:
    """Raises IOException if a number is not the one that is wanted."""
    if found != wanted:
        raise IOException(f"{what} is {found}, not {wanted}")
