"""The entries of a savepoint or checkpoint as rows, read by parts: each part some key groups of one subtask's stream.

Parts are made where the metadata is; whoever reads one needs the file that it names, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from copartition.advice.savepoint.documents import document_writer
from copartition.advice.savepoint.explaining import file_of
from copartition.advice.savepoint.places import place_of
from copartition.advice.savepoint.restoring import is_max_parallelism
from copartition.advice.savepoint.slices import NUMBER, FilePart, GroupSlice, group_slices, is_heap_format, what_follows
from copartition.errors import IOException, JavaError
from copartition.flink.checkpoint import MAGIC, KeyGroupsHandle, SavepointHandle, decode_metadata
from copartition.flink.savepoint import Entry, KeyedState, RawValues, StateKind, canonical, heap_format
from copartition.flink.savepoint.entries import EntryCodec, map_serializer
from copartition.flink.savepoint.files import FileInput
from copartition.flink.savepoint.foreign import read_any_header
from copartition.flink.savepoint.reading import refuse_no_state
from copartition.flink.savepoint.snappy import UnpackedInput
from copartition.flink.serializers.key_group_prefix import prefix_length
from copartition.java import Long

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from copartition.advice.savepoint.places import Place
    from copartition.flink.checkpoint import OperatorState, SubtaskState
    from copartition.flink.savepoint import StreamHeader
    from copartition.flink.savepoint.canonical import Record
    from copartition.port.fields import JSON

PART: Final = 8 << 20
"""So many bytes of key groups are a part, if no key group has more."""

_CANONICAL: Final = "take a savepoint of the type canonical"


class StateRow(NamedTuple):
    """A pair of keyed state: an entry, or one of a map's pairs.

    Attributes:
        key_group: The key group.
        state: The state's name.
        kind: Its kind: `value`, `list`, `map`, `reducing`, `aggregating` or `timers`.
        namespace: The namespace in JSON; None where its class is not known.
        key: The key in JSON; where a class is not known all bytes behind the key group.
        user_key: The key within a map in JSON; None in other states.
        value: The value in JSON, of timers the time; bytes where its class is not known.
        size: Bytes in the file; those of a heap backend's map count with its first pair.
    """

    key_group: int
    state: str
    kind: str
    namespace: JSON
    key: JSON
    user_key: JSON
    value: JSON
    size: int


@dataclass(frozen=True, slots=True)
class StreamPart:
    """Some key groups of a subtask's stream.

    Attributes:
        operator: The operator's id.
        max_parallelism: Its max parallelism.
        subtask: Which subtask wrote the stream.
        place: Where the stream is.
        is_canonical: Whether it is a canonical stream, or a heap backend's own.
        slices: The key groups.
    """

    operator: str
    max_parallelism: int
    subtask: int
    place: Place
    is_canonical: bool
    slices: tuple[GroupSlice, ...]


@dataclass(frozen=True, slots=True)
class SavepointParts:
    """A savepoint or checkpoint in parts.

    Attributes:
        file: Its metadata.
        operators: The operators.
        parts: All of their keyed state that Flink manages.
        unread: What else there is of keyed state, of which no rows are made.
    """

    file: Path
    operators: tuple[OperatorState, ...]
    parts: tuple[StreamPart, ...]
    unread: tuple[str, ...]


def savepoint_parts(path: str | Path, *, most: int = PART) -> SavepointParts:
    """Reads the metadata, and the header of each stream.

    Args:
        path: The folder of a savepoint or checkpoint, or its `_metadata`.
        most: So many bytes of key groups are a part at most, except where one key group has more.

    Raises:
        JavaError: The metadata is damaged, or a stream's header; the message names the file and the byte.
        OSError: A file can't be read.
        ValueError: It is no savepoint, a file is missing or too short, or has a format that is not read by rows.
    """
    file = file_of(Path(path))
    data = file.read_bytes()
    if not data.startswith(MAGIC.to_bytes(4, "big")):
        raise ValueError(f"{file} begins with {data[:4].hex() or 'nothing'}, not with {MAGIC:08x}: it is no _metadata")
    operators = decode_metadata(data, file=str(file)).operators
    parts: list[StreamPart] = []
    unread: list[str] = []
    for operator in operators:
        for subtask, state in sorted((operator.subtasks or {}).items()):
            where = f"operator {operator.uid or operator.id}, subtask {subtask}"
            if state is not None:
                parts += _parts(operator, subtask, state, file.parent, where, most)
                if state.raw_keyed is not None:
                    unread.append(f"{where}: raw keyed state, such as timers beside RocksDB")
    return SavepointParts(file, operators, tuple(parts), tuple(unread))


def _parts(  # noqa: PLR0913 - a stream with its place
    operator: OperatorState, subtask: int, state: SubtaskState, folder: Path, where: str, most: int
) -> Iterator[StreamPart]:
    match state.managed_keyed:
        case None:
            return
        case KeyGroupsHandle() | SavepointHandle() as handle:
            place = place_of(handle.state, folder)
        case _:
            raise ValueError(f"{where}: its state is in files of RocksDB, of ForSt or of a changelog; {_CANONICAL}")
    if not is_max_parallelism(operator.max_parallelism):
        raise ValueError(f"{where}: max parallelism {operator.max_parallelism} is not in 1 to 32768")
    if place.is_remote:
        raise ValueError(f"{where}: {place.name} is in another file system; copy the savepoint's folder to this one")
    if place.fault is not None:
        raise ValueError(f"{where}: {place.name}: {place.fault}")
    with place.opened() as file:
        slices = list(group_slices(handle.groups, place.there))
        header = _header(file, place)
        is_heap = isinstance(handle, KeyGroupsHandle) and is_heap_format(
            file, place.there, handle.groups, slices, compressed=header.compressed
        )
        _refuse(header, f"{where}: {place.name}", is_heap=is_heap)
    for own in _divided(slices, most):
        yield StreamPart(operator.id, operator.max_parallelism, subtask, place, not is_heap, own)


def _divided(slices: list[GroupSlice], most: int) -> Iterator[tuple[GroupSlice, ...]]:
    own: list[GroupSlice] = []
    for each in slices:
        if own and each.end - own[0].begin > most:
            yield tuple(own)
            own = []
        own.append(each)
    if own:
        yield tuple(own)


def _refuse(header: StreamHeader, where: str, *, is_heap: bool) -> None:
    """Refuses a stream whose key groups are not read.

    Raises:
        ValueError: They are a heap backend's with classes that are not known.
    """
    serializers = [header.key, *(each for state in header.states for each in (state.namespace, state.value))]
    foreign = [each.name for each in serializers if isinstance(each, RawValues)]
    if is_heap and foreign:
        what = f"a heap backend's checkpoint with values of {foreign[0]}, which don't say how long they are"
        raise ValueError(f"{where}: {what}; {_CANONICAL}")


def _header(file: BinaryIO, place: Place) -> StreamHeader:
    file.seek(0)
    source = FileInput(FilePart(file, place.there))
    try:
        return read_any_header(source)
    except JavaError as error:
        raise type(error)(f"{place.name}, byte {place.start + source.offset}, the header: {error}") from error


def part_rows(part: StreamPart) -> Iterator[StateRow]:
    """The rows of a part, in the order of the file; none is kept.

    Raises:
        JavaError: A key group is damaged; the message names the file, the byte and the key group.
        OSError: The file can't be read.
    """
    with part.place.opened() as file:
        header = _header(file, part.place)
        rows = _Canonical(header, part.max_parallelism) if part.is_canonical else _Heap(header)
        for group, begin, end in part.slices:
            file.seek(begin)
            source = FileInput(FilePart(file, end - begin), begin)
            try:
                if not part.is_canonical:
                    heap_format.read_number(source, group or 0)
                if header.compressed:
                    source = UnpackedInput(source, _refuse_checksum)
                yield from rows.of(source, group or 0)
                if source.has(1):
                    raise IOException(what_follows(source, end))
            except JavaError as error:
                where = f"{part.place.name}, byte {part.place.start + source.place()}, key group {group}"
                raise type(error)(f"{where}: {error}") from error


def _refuse_checksum(_: int, what: str) -> None:
    raise IOException(what)


class _Written:
    """A state's values in JSON."""

    def __init__(self, header: StreamHeader, state: KeyedState) -> None:
        self.state = state
        self.key, self.namespace = document_writer(header.key), document_writer(state.namespace)
        maps = map_serializer(state) if state.kind is StateKind.MAP else None
        self.user_key = None if maps is None else document_writer(maps.key)
        of = state.value if maps is None else maps.value
        self.value = _time if state.kind is StateKind.TIMERS else document_writer(of)

    def row(self, entry: Entry, size: int) -> StateRow:
        """The row of an entry; of a map state that of one of its pairs."""
        user_key = None if self.user_key is None else self.user_key(entry.user_key)
        key, namespace, value = self.key(entry.key), self.namespace(entry.namespace), self.value(entry.value)
        return StateRow(entry.key_group, self.state.name, self.state.kind.value, namespace, key, user_key, value, size)


def _time(timestamp: Long) -> JSON:
    return {"type": "long", "value": str(timestamp.value)}


class _Canonical:
    """Rows of a canonical stream."""

    def __init__(self, header: StreamHeader, max_parallelism: int) -> None:
        self._header, self._prefix = header, prefix_length(max_parallelism)
        self._states = [(state, self._reader(state, max_parallelism)) for state in header.states]

    def _reader(self, state: KeyedState, max_parallelism: int) -> tuple[EntryCodec, _Written] | None:
        """How a state is read; None where not even the parts of a key are known."""
        is_raw = isinstance(state.value, RawValues)
        if isinstance(self._header.key, RawValues) or isinstance(state.namespace, RawValues):
            return None
        if is_raw and state.kind is StateKind.MAP:
            return None
        known = KeyedState(state.name, StateKind.VALUE, state.namespace, state.value) if is_raw else state
        return EntryCodec(known, self._header.key, max_parallelism), _Written(self._header, state)

    def of(self, source: FileInput, _group: int) -> Iterator[StateRow]:
        for record in canonical.read_group(source):
            refuse_no_state(record.state, len(self._states))
            state, reader = self._states[record.state]
            size = 2 * NUMBER + len(record.key) + len(record.value)
            if reader is None:
                yield self._foreign(state, record, size)
            else:
                codec, written = reader
                yield written.row(codec.read(record.key, record.value), size)
            source.forget()

    def _foreign(self, state: KeyedState, record: Record, size: int) -> StateRow:
        group = int.from_bytes(record.key[: self._prefix], "big")
        key, value = {"bytes": record.key[self._prefix :].hex()}, {"bytes": record.value.hex()}
        return StateRow(group, state.name, state.kind.value, None, key, None, value, size)


class _Heap:
    """Rows of a heap backend's own checkpoint."""

    def __init__(self, header: StreamHeader) -> None:
        self._header = header
        self._written = {state.name: _Written(header, state) for state in header.states}

    def of(self, source: FileInput, group: int) -> Iterator[StateRow]:
        begin = source.offset
        for state, key, namespace, value in heap_format.read_group(source, self._header):
            size, begin = source.offset - begin, source.offset
            written = self._written[state.name]
            for user_key, each in _pairs(state, value):
                yield written.row(Entry(group, state.name, key, namespace, each, user_key), size)
                size = 0
            source.forget()


def _pairs(state: KeyedState, value: Any) -> Iterable[tuple[Any, Any]]:  # noqa: ANN401 - of the state's type
    """What an entry's rows have as the map's key, and as the value."""
    match state.kind:
        case StateKind.MAP:
            pairs: Iterable[tuple[Any, Any]] = value.items()
            return pairs
        case StateKind.TIMERS:
            return [(None, Long(value.timestamp))]
    return [(None, value)]
