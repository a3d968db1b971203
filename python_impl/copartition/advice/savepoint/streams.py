"""Reads a subtask's stream of keyed state to its end, and counts; a damaged key group doesn't hide the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, cast

from copartition.advice.savepoint.documents import value_document
from copartition.advice.savepoint.pairs import PairReader
from copartition.advice.savepoint.slices import FilePart, GroupSlice, group_slices, is_heap_format, what_follows
from copartition.errors import IOException, JavaError, NullPointerException
from copartition.flink.savepoint import RawValues, StateKind, canonical, heap_format
from copartition.flink.savepoint.files import FileInput
from copartition.flink.savepoint.foreign import read_any_header
from copartition.flink.savepoint.reading import refuse_no_state
from copartition.flink.savepoint.snappy import UnpackedInput
from copartition.flink.serializers.identity_hashes import has_enum
from copartition.flink.serializers.key_group_prefix import prefix_length

if TYPE_CHECKING:
    from copartition.advice.savepoint.tally import Entries
    from copartition.flink.key_group_range import KeyGroupRangeOffsets
    from copartition.flink.savepoint import StreamHeader

_MOST: Final = 100
"""So much damage of a stream is listed."""


class StreamDamage(NamedTuple):
    """A part of a stream that can't be read, or should not be there.

    Attributes:
        byte: Where the reader was, in the stream.
        key_group: The key group; None for the header, or where no offsets say which it is.
        what: What is wrong.
        fails: Whether Flink's restore fails there; it does not notice the rest.
    """

    byte: int
    key_group: int | None
    what: str
    fails: bool


@dataclass(slots=True)
class _Run:
    """Pairs side by side that have one key and namespace."""

    reader: PairReader | None = None
    common: bytes = b""
    group: int = 0
    pairs: int = 0
    size: int = 0


class StreamCounter:
    """Counts the entries of a stream.

    Attributes:
        header: The header; None where it can't be read.
        damage: What can't be read.
        is_canonical: Whether it is a canonical stream, or a heap backend's own; None where nothing says so.
        unread: Why the key groups are not looked into; None where they are.
        foreign: Classes of serializers that are not known: their values are not looked into.

    Args:
        file: The stream, which can be sought in.
        size: How many bytes it has.
        max_parallelism: The operator's max parallelism.
        entries: Where entries are counted.
        offsets: Where key groups begin; None where nothing says it: they are read one after the other.
        is_canonical: Whether it can only be a canonical stream.
    """

    def __init__(  # noqa: PLR0913 - a stream with its place
        self,
        file: BinaryIO,
        size: int,
        max_parallelism: int,
        entries: Entries,
        offsets: KeyGroupRangeOffsets | None,
        *,
        is_canonical: bool = False,
    ) -> None:
        self._file, self._size, self._max, self._entries = file, size, max_parallelism, entries
        self.header: StreamHeader | None = None
        self.damage: list[StreamDamage] = []
        self.unread: str | None = None
        self.is_canonical: bool | None = None
        self.foreign: list[str] = []
        source = FileInput(FilePart(file, size))
        try:
            self.header = read_any_header(source)
            self._readers = [PairReader(self.header, state, max_parallelism) for state in self.header.states]
        except (JavaError, TypeError) as error:  # a list state's serializer that is none of lists
            self.header = None
            self._report(source.offset, None, f"the header: {error}")
            return
        except RecursionError:
            self._report(source.offset, None, "the header: types inside types, too deep")
            return
        parts = [GroupSlice(None, source.offset, size)] if offsets is None else list(group_slices(offsets, size))
        compressed = self.header.compressed
        is_heap = offsets is not None and is_heap_format(file, size, offsets, parts, compressed=compressed)
        self.is_canonical = is_canonical or not is_heap
        states = self.header.states
        serializers = [self.header.key, *(part for state in states for part in (state.namespace, state.value))]
        self.foreign = [part.name for part in serializers if isinstance(part, RawValues)]
        if not self.is_canonical and self.foreign:
            self.unread = (
                f"a heap backend's checkpoint with values of {self.foreign[0]}, which don't say how long they are"
            )
        if self.unread is None:
            self._read_all(parts)

    def _read_all(self, parts: list[GroupSlice]) -> None:
        """Every key group that begins within the file; what is behind its end is one damage."""
        for group, begin, end in parts:
            if group is None or begin < self._size:
                self._read(group, begin, end)
        behind = sorted(group for group, begin, _ in parts if group is not None and begin >= self._size)
        if behind:
            groups = (
                f"key group {behind[0]}" if len(behind) == 1 else f"{len(behind):,} key groups, from {behind[0]} on,"
            )
            what = f"the file ends here, and {groups} would follow"
            self._report(self._size, None, what)

    def _report(self, byte: int, group: int | None, what: str, *, fails: bool = True) -> None:
        if len(self.damage) == _MOST:
            what = f"only the first {_MOST} places of a stream are listed, and there are more"
        if len(self.damage) <= _MOST:
            self.damage.append(StreamDamage(byte, group, what, fails))

    def _read(self, group: int | None, begin: int, end: int) -> None:
        """The key groups of a part of the stream: one, or, without offsets, all of them."""
        if begin < 0:
            self._report(0, group, f"its offset is {begin}")
            return
        self._file.seek(begin)
        source = FileInput(FilePart(self._file, end - begin), begin)
        try:
            if not self.is_canonical:
                heap_format.read_number(source, group or 0)
            source = self._unpacked(source, group)
            if not self.is_canonical:
                self._heap(source, group or 0)
            elif group is not None:
                self._canonical(source, group)
            else:
                while source.has(1):
                    self._canonical(source, None)
        except JavaError as error:
            self._report(source.place(), group, str(error) or type(error).__name__)
        else:
            self._at_end(source, group, end)

    def _unpacked(self, source: FileInput, group: int | None) -> FileInput:
        """What a key group holds, unpacked if key groups are compressed; without offsets there may be none."""
        if self.header is None or not self.header.compressed or (group is None and not source.has(1)):
            return source
        return UnpackedInput(source, lambda byte, what: self._report(byte, group, what, fails=False))

    def _at_end(self, source: FileInput, group: int | None, end: int) -> None:
        """Reports what follows a key group: Flink doesn't read it, and so not even notice that it can't be unpacked."""
        try:
            if not source.has(1):
                return
        except JavaError as error:
            what = f"the key group ends before this byte, and what follows can't be read: {error}"
        else:
            what = what_follows(source, end)
        self._report(source.place(), group, what, fails=False)

    def _canonical(self, source: FileInput, group: int | None) -> None:
        """A key group of a canonical stream: runs of pairs with one key and namespace are an entry."""
        run = _Run()
        width = prefix_length(self._max)
        try:
            for record in canonical.read_group(source):
                of = int.from_bytes(record.key[:width], "big")
                reader = self._reader(record.state)
                if of >= self._max:
                    doubt = ": the max parallelism may be another one" if group is None else ""
                    raise IOException(f"it has a key of the key group {of}, and there are {self._max:,}{doubt}")
                if group not in (None, of):
                    self._report(source.place(), group, f"it has a key of the key group {of}", fails=False)
                try:
                    common = reader.read(record)
                except JavaError as error:  # its lengths say where the next pair begins
                    common = record.key
                    self._report(source.place(), group, f"an entry of the state {reader.state.name!r}: {error}")
                    reader.last = None
                if not (reader.is_map and reader is run.reader and common == run.common):
                    self._count(run)
                    run = _Run(reader, common, of)
                    if reader.last is not None:
                        self._look(reader.last, of, reader.state.name)
                run.pairs += 1
                run.size += 8 + len(record.key) + len(record.value)
                source.forget()
        finally:  # what was read before the damage counts
            self._count(run)

    def _look(self, key: Any, group: int, state: str) -> None:  # noqa: ANN401 - of any type
        header = cast("StreamHeader", self.header)
        if not has_enum(header.key):  # they hash by identity
            self._entries.misplaced.look(key, header.key, group, state, self._max)

    def _reader(self, number: int) -> PairReader:
        refuse_no_state(number, len(self._readers))
        return self._readers[number]

    def _count(self, run: _Run) -> None:
        if run.reader is None or not run.pairs:
            return
        name = run.reader.state.name
        self._entries.add(run.group, name, run.pairs, run.size)
        if self._entries.is_large(run.size):
            self._entries.keep(run.group, name, run.pairs, run.size, *run.reader.key(run.common))

    def _heap(self, source: FileInput, group: int) -> None:
        """A key group of a heap backend's own checkpoint, behind its number: its entries have no lengths."""
        header = cast("StreamHeader", self.header)  # of a stream without one nothing is read
        begin = source.offset
        for state, key, namespace, value in heap_format.read_group(source, header):
            if key is None or namespace is None:
                raise NullPointerException("a state map takes neither a key nor a namespace of null")
            size, begin = source.offset - begin, source.offset
            pairs = len(value) if state.kind is StateKind.MAP else 1
            self._entries.add(group, state.name, pairs, size)
            self._look(key, group, state.name)
            if self._entries.is_large(size):
                key_, namespace_ = value_document(header.key, key), value_document(state.namespace, namespace)
                self._entries.keep(group, state.name, pairs, size, key_, namespace_)
            source.forget()
