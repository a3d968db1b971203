"""Writes streams of keyed state: canonical savepoints, and the heap backend's own checkpoints."""

from __future__ import annotations

import io
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from copartition import _arguments
from copartition.errors import JavaError, WrongTypeError
from copartition.flink.key_group_range import KeyGroupRangeOffsets
from copartition.flink.savepoint.arguments import check_entry, check_stream, checked_states, refuse_same_names
from copartition.flink.savepoint.canonical import Record, group_bytes
from copartition.flink.savepoint.header import header_bytes
from copartition.flink.savepoint.heap_format import number_bytes
from copartition.flink.savepoint.placing import Placed
from copartition.flink.savepoint.snappy import packed, snappy_blocks
from copartition.flink.savepoint.states import StateKind
from copartition.flink.savepoint.timers import codec_of, state_bytes, timers_header_bytes
from copartition.java.composites import JavaList

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager

    from copartition.flink.key_group_range import KeyGroupRange
    from copartition.flink.savepoint.entries import Entry, EntryCodec
    from copartition.flink.savepoint.files import Target
    from copartition.flink.savepoint.snappy import Compress
    from copartition.flink.savepoint.states import StreamHeader


class _Counted:
    """A target, and how many bytes it was given."""

    def __init__(self, target: Target, header: StreamHeader, compress: Compress | None) -> None:
        self._target, self._compressed = target, header.compressed
        self._compress = None if compress is None else snappy_blocks(compress)
        self.position = 0

    def write(self, data: bytes) -> None:
        self._target.write(data)
        self.position += len(data)

    def part(self) -> AbstractContextManager[Target]:
        """Where a part goes that is compressed on its own, if parts are."""
        return packed(self, self._compress, compressed=self._compressed)


def write_savepoint(  # noqa: PLR0913 - what a stream is made of
    target: Target,
    header: StreamHeader,
    key_groups: KeyGroupRange,
    max_parallelism: int,
    entries: Iterable[Entry],
    *,
    compress: Compress | None = None,
    checked: bool = True,
) -> KeyGroupRangeOffsets:
    """Writes a canonical savepoint as each state backend reads it: `FullSnapshotAsyncWriter`.

    Entries are taken one at a time, and none is kept. A list state's entry without elements is left out, as Flink does.

    Args:
        target: Where the bytes go.
        header: The key's serializer and the states.
        key_groups: The key groups of the subtask.
        max_parallelism: The number of key groups, 1 to 32768.
        entries: By key group, and in a key group one state after the other; of a map state one for each user's key, of
            timers one for each, whose value is its time.
        compress: Where the header says that key groups are compressed: makes a raw block of Snappy of at most 65536
            bytes, such as `cramjam.snappy.compress_raw`. Without it the bytes stand in the chunks as they are. Flink
            reads both. How a block is compressed is the library's choice: no two need have the same bytes.
        checked: Whether an entry is an error that stands in another key group than its key's, or has no `user_key`
            in a map state. Write False to copy entries as they are, and where null is a key of a map.

    Returns:
        Where each key group begins; 0 for one without entries.

    Raises:
        IdentityHashedKey: The keys are enum constants, or have some.
        KeyError: An entry's state is not in the header.
        NullPointerException: A part of an entry is None whose type knows no null.
        TypeError: A part of an entry is of another type.
        WrongTypeError: An argument has the wrong type; the message names it.
        ValueError: The max parallelism isn't 1 to 32768, or a key group isn't below it; two states have one name;
            entries are not in order, or outside the key groups, or in another key group than their keys'; or an entry
            has a `user_key` where its state is no map, or has none where it is one.
    """
    check_stream(target, header, key_groups, entries)
    checked_states(max_parallelism, key_groups, header.key, header.states)
    max_parallelism = _arguments.int32("max_parallelism", max_parallelism)
    written = _Counted(target, header, compress)
    written.write(header_bytes(header, timers_header_bytes))
    codecs = {
        state.name: (number, codec_of(state, header.key, max_parallelism)) for number, state in enumerate(header.states)
    }
    groups = _Groups(key_groups)
    placed = Placed(max_parallelism) if checked else None
    for group, records in groupby(_records(entries, codecs, placed), lambda pair: pair[0]):
        groups.goes_to(group)
        groups.begun(written.position)
        with written.part() as own:
            for piece in group_bytes(record for _, record in records):
                own.write(piece)
    return KeyGroupRangeOffsets(key_groups, groups.offsets)


class _Groups:
    """The key groups of a stream, each of which begins once."""

    def __init__(self, key_groups: KeyGroupRange) -> None:
        self._key_groups = key_groups
        self.first = key_groups.start
        self.offsets = [0] * len(key_groups)
        self.place = -1

    def goes_to(self, group: int) -> None:
        """Goes on to a key group.

        Raises:
            ValueError: It is outside, or not behind the one before.
        """
        if group not in self._key_groups:
            ends = f"{self._key_groups.start} to {self._key_groups.end}"
            raise ValueError(f"an entry is of key group {group}, outside {ends}")
        place = group - self._key_groups.start
        if place <= self.place:
            raise ValueError(f"entries of key group {group} come behind those of a later one; sort them by key group")
        self.place = place

    def begun(self, position: int) -> None:
        """The current key group begins here."""
        self.offsets[self.place] = position


def _records(
    entries: Iterable[Entry], codecs: dict[str, tuple[int, EntryCodec]], placed: Placed | None
) -> Iterator[tuple[int, Record]]:
    group, seen, current = -1, set[str](), ""
    for entry in entries:
        check_entry(entry, codecs)
        if entry.key_group != group:
            group, seen, current = entry.key_group, set(), ""
        if entry.state != current and entry.state in seen:
            raise ValueError(
                f"entries of the state {entry.state!r} stand apart in key group {group}; sort them by state"
            )
        seen.add(entry.state)
        current = entry.state
        number, codec = codecs[entry.state]
        if codec.state.kind is not StateKind.LIST or not isinstance(entry.value, JavaList) or entry.value.items:
            try:
                record = Record(number, codec.key_bytes(entry), codec.value_bytes(entry.value))
            except (JavaError, ValueError) as error:  # some are a TypeError, too
                error.add_note(_place(entry.state, entry.key))
                raise
            except (AttributeError, TypeError) as error:
                raise WrongTypeError(f"{_place(entry.state, entry.key)}: {error}") from error
            if placed is not None:
                placed.check(entry, codec.state.kind)
            yield group, record


def _place(state: str, key: Any) -> str:  # noqa: ANN401 - of any type
    return f"the state {state!r}, key {key!r}"


def write_checkpoint(
    target: Target,
    header: StreamHeader,
    key_groups: KeyGroupRange,
    entries: Iterable[Entry],
    *,
    compress: Compress | None = None,
) -> KeyGroupRangeOffsets:
    """Writes a heap backend's own checkpoint: `HeapSnapshotStrategy`.

    One key group is in memory at a time, for its states say first how many entries they have. Where key groups are
    compressed, each of their states is. Nothing here says how many key groups there are: that each entry stands in its
    key's own is up to the caller.

    Args:
        target: Where the bytes go.
        header: The key's serializer and the states.
        key_groups: The key groups of the subtask.
        entries: By key group; of a map state one for each key and namespace, whose value is the whole map; of timers
            one for each, whose value is its time.
        compress: Where the header says that key groups are compressed: makes a raw block of Snappy of at most 65536
            bytes, such as `cramjam.snappy.compress_raw`. Without it the bytes stand in the chunks as they are. Flink
            reads both. How a block is compressed is the library's choice: no two need have the same bytes.

    Returns:
        Where each key group begins.

    Raises:
        KeyError: An entry's state is not in the header.
        NullPointerException: A part of an entry is None whose type knows no null.
        TypeError: A part of an entry is of another type.
        WrongTypeError: An argument has the wrong type; the message names it.
        ValueError: Entries are not in order, or outside the key groups; two states have one name; or an entry has a
            `user_key`.
    """
    check_stream(target, header, key_groups, entries)
    refuse_same_names(header.states)
    written = _Counted(target, header, compress)
    written.write(header_bytes(header, timers_header_bytes))
    groups = _Groups(key_groups)
    empty = _empty_group(header, compress)
    for group, of_group in groupby(_of_header(entries, header), attrgetter("key_group")):
        before = groups.place
        groups.goes_to(group)
        _write_empty(range(before + 1, groups.place), empty, written, groups)
        by_state = _by_state(of_group, header)
        groups.begun(written.position)
        written.write(number_bytes(group))
        _write_states(by_state, header, written)
    _write_empty(range(groups.place + 1, len(key_groups)), empty, written, groups)
    return KeyGroupRangeOffsets(key_groups, groups.offsets)


def _of_header(entries: Iterable[Entry], header: StreamHeader) -> Iterator[Entry]:
    names = {state.name: state for state in header.states}
    for entry in entries:
        check_entry(entry, names)
        yield entry


def _by_state(entries: Iterable[Entry], header: StreamHeader) -> dict[str, list[tuple[Any, Any, Any]]]:
    by_state: dict[str, list[tuple[Any, Any, Any]]] = {state.name: [] for state in header.states}
    for entry in entries:
        if entry.user_key is not None:
            raise ValueError(
                f"an entry of the state {entry.state!r} has a user_key: write one entry for the whole map as its value"
            )
        by_state[entry.state].append((entry.key, entry.namespace, entry.value))
    return by_state


def _write_states(by_state: dict[str, list[tuple[Any, Any, Any]]], header: StreamHeader, written: _Counted) -> None:
    for number, state in enumerate(header.states):
        with written.part() as own:
            own.write(state_bytes(number, state, header.key, by_state[state.name]))


def _empty_group(header: StreamHeader, compress: Compress | None) -> bytes:
    """What stands behind the number of a key group without entries: most have none where there are many."""
    target = io.BytesIO()
    _write_states(_by_state((), header), header, _Counted(target, header, compress))
    return target.getvalue()


def _write_empty(places: range, empty: bytes, written: _Counted, groups: _Groups) -> None:
    """Writes key groups without entries, by their places in the stream."""
    for place in places:
        groups.offsets[place] = written.position
        written.write(number_bytes(groups.first + place) + empty)
