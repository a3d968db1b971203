"""What a heap backend holds after it was restored from a stream of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from copartition.errors import BackendBuildingException, JavaError, NullPointerException
from copartition.flink.assignment import key_group
from copartition.flink.savepoint import canonical, heap_format
from copartition.flink.savepoint.entries import map_serializer
from copartition.flink.savepoint.header import read_header
from copartition.flink.savepoint.heap_states import HeapStates, as_hash_map
from copartition.flink.savepoint.placing import Found
from copartition.flink.savepoint.snappy import unpacked
from copartition.flink.savepoint.states import StateKind
from copartition.flink.savepoint.timers import READERS, codec_of
from copartition.flink.serializers.pair_map import PairMap
from copartition.flink.state.timer_queue import Timer
from copartition.java.data_streams import DataInput
from copartition.java.hash_map import HashMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from copartition.flink.savepoint.entries import Entry
    from copartition.flink.savepoint.heap_states import KeyedStateStream
    from copartition.flink.savepoint.states import KeyedState, StreamHeader


def restored_savepoint(
    stream: KeyedStateStream,
    max_parallelism: int,
    *,
    state_v2: bool = True,
    first_snapshots: bool = False,
    checked: bool = True,
) -> HeapStates:
    """A backend of the stream's key groups, restored from a canonical savepoint.

    Flink compares no key with its key group (`checked=False`). A map state's entries come one by one, and the map to
    which each belongs is looked up in the key's own key group: where a stream has an entry in another one, only the
    last of its pairs stays.

    Args:
        stream: The stream and where its key groups begin.
        max_parallelism: The number of key groups, 1 to 32768.
        state_v2: Whether the release has the State V2 API: since 2.0.
        first_snapshots: Whether the release reads serializers of the first version, too: up to 1.16.
        checked: Whether a key in another key group than its own is an error, and bytes that are left behind a key:
            they show another max parallelism. The first thousand keys are compared, and the first of each key group.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        JavaError: The header can't be read.
        ValueError: The max parallelism is another one than the operator's: key groups of the stream aren't below it, or
            a key stands in another key group than its own; or an offset is negative.

    Original: `HeapSavepointRestoreOperation.restore()`.
    """
    _refuse_negative(stream)
    header = read_header(DataInput(stream.data), READERS, state_v2=state_v2, first_snapshots=first_snapshots)
    states = header.states
    filled = HeapStates(max_parallelism, stream.offsets.key_group_range, header.key, states)
    codecs = [codec_of(state, header.key, max_parallelism) for state in states]
    found = Found(filled.max_parallelism)
    try:
        for _, offset in stream.offsets:
            if offset == 0:  # a key group without entries
                continue
            source = unpacked(DataInput(stream.data, offset), compressed=header.compressed)
            for record in canonical.read_group(source):
                if record.state >= len(states):
                    raise NullPointerException(f"there is no state {record.state}")
                entry = codecs[record.state].read(record.key, record.value, checked=checked)
                if checked:
                    found.check(entry.key, entry.key_group)
                _put(filled, states[record.state], entry)
                source.forget()
    except JavaError as error:
        raise _failed(error) from error
    return filled


def restored_checkpoint(
    stream: KeyedStateStream,
    max_parallelism: int,
    *,
    state_v2: bool = True,
    first_snapshots: bool = False,
    checked: bool = True,
) -> HeapStates:
    """A backend of the stream's key groups, restored from a heap backend's own checkpoint.

    Args:
        stream: The stream and where its key groups begin.
        max_parallelism: The number of key groups, 1 to 32768.
        state_v2: Whether the release has the State V2 API: since 2.0.
        first_snapshots: Whether the release reads serializers of the first version, too: up to 1.16.
        checked: Whether a key in another key group than its own is an error. Flink compares none; here the first
            thousand are compared, and the first of each key group.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        JavaError: The header can't be read.
        ValueError: The max parallelism is another one than the operator's: key groups of the stream aren't below it, or
            a key stands in another key group than its own; or an offset is negative.

    Original: `HeapRestoreOperation.restore()`.
    """
    header = read_header(DataInput(stream.data), READERS, state_v2=state_v2, first_snapshots=first_snapshots)
    filled = HeapStates(max_parallelism, stream.offsets.key_group_range, header.key, header.states)
    _add(filled, _entries(filled, header, stream, checked=checked))
    return filled


def add_checkpoint(filled: HeapStates, stream: KeyedStateStream, *, checked: bool = True) -> None:
    """Adds what a heap backend's own checkpoint has of a backend's key groups.

    So a job that is rescaled is restored: a subtask takes its parts of several streams, one after the other. Of a
    stream that fails nothing is added.

    Args:
        filled: The backend; it has the stream's states.
        stream: The stream and where its key groups begin.
        checked: Whether a key in another key group than its own is an error. Flink compares none; here the first
            thousand are compared, and the first of each key group.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        KeyError: The stream has a state that the backend has not.
        ValueError: The backend's max parallelism is another one than the stream's operator has: key groups of the
            stream aren't below it, or a key stands in another key group than its own. Or a state is of another kind
            than the backend's; or an offset is negative.

    Original: `HeapRestoreOperation.restore()`.
    """
    header = read_header(DataInput(stream.data), READERS)
    _refuse_others(filled, header, stream)
    entries = list(_entries(filled, header, stream, checked=checked))
    fresh = HeapStates(filled.max_parallelism, filled.key_groups, header.key, header.states)
    _add(fresh, entries)  # what fails fails here
    _move(filled, fresh, entries)


def _refuse_others(filled: HeapStates, header: StreamHeader, stream: KeyedStateStream) -> None:
    end = stream.offsets.key_group_range.end
    if end >= filled.max_parallelism:
        raise ValueError(
            f"the stream has key group {end}, and the backend's max_parallelism is {filled.max_parallelism}: make the "
            "backend with that of the operator that has the state"
        )
    kinds = {state.name: state.kind for state in filled.header.states}
    for state in header.states:
        if state.name not in kinds:
            raise KeyError(f"the backend has no state {state.name!r}, only {', '.join(map(repr, kinds)) or 'none'}")
        if state.kind is not kinds[state.name]:
            raise ValueError(
                f"the state {state.name!r} is a {state.kind.value} state of the stream, and a "
                f"{kinds[state.name].value} state of the backend: declare it as the stream does"
            )


def _entries(
    filled: HeapStates, header: StreamHeader, stream: KeyedStateStream, *, checked: bool
) -> Iterator[tuple[int, KeyedState, Any, Any, Any]]:
    """The entries of a backend's key groups: key group, state, key, namespace and value; of timers each timer."""
    _refuse_negative(stream)
    found = Found(filled.max_parallelism)
    try:
        for group, offset in stream.offsets:
            if group not in filled.key_groups:
                continue
            whole = DataInput(stream.data, offset)
            heap_format.read_number(whole, group)
            source = unpacked(whole, compressed=header.compressed)
            for state, key, namespace, value in heap_format.read_group(source, header):
                if checked:
                    found.check(key, group)
                yield group, state, key, namespace, value
                source.forget()
    except JavaError as error:
        raise _failed(error) from error


def _add(filled: HeapStates, entries: Iterable[tuple[int, KeyedState, Any, Any, Any]]) -> None:
    last: tuple[int, KeyedState] | None = None
    try:
        for group, state, key, namespace, value in entries:
            if state.kind is StateKind.TIMERS:
                filled.timers(state.name).add(value)
                continue
            if last != (group, state):
                last, own = (group, state), filled.of_group(state.name, group)
            own.put(key, namespace, as_hash_map(value) if state.kind is StateKind.MAP else value)
    except BackendBuildingException:  # an entry that can't be read
        raise
    except JavaError as error:
        raise _failed(error) from error


def _move(filled: HeapStates, fresh: HeapStates, entries: Iterable[tuple[int, KeyedState, Any, Any, Any]]) -> None:
    """Adds entries that another backend took: key groups that are new change hands as they are."""
    last: tuple[int, KeyedState] | None = None
    for group, state, key, namespace, value in entries:
        if state.kind is StateKind.TIMERS:
            filled.timers(state.name).add(value)
            continue
        if last != (group, state):
            last = group, state
            own = None if filled.takes(fresh, state.name, group) else filled.of_group(state.name, group)
        if own is not None:
            own.put(key, namespace, value)


def _refuse_negative(stream: KeyedStateStream) -> None:
    for group, offset in stream.offsets:
        if offset < 0:
            raise ValueError(
                f"the offset of key group {group} is {offset}: write at which byte of the stream it begins"
            )


def _put(filled: HeapStates, state: KeyedState, entry: Entry) -> None:
    if state.kind is StateKind.TIMERS:
        filled.timers(entry.state).add(Timer(entry.value.value, entry.key, entry.namespace))
        return
    if state.kind is not StateKind.MAP:
        filled.of_group(entry.state, entry.key_group).put(entry.key, entry.namespace, entry.value)
        return
    own = filled.of_group(entry.state, key_group(entry.key, filled.max_parallelism))
    found = own.get(entry.key, entry.namespace)
    if found is None:
        found = PairMap() if map_serializer(state).has_pairs else HashMap()
        filled.of_group(entry.state, entry.key_group).put(entry.key, entry.namespace, found)
    found.put(entry.user_key, entry.value)


def _failed(cause: JavaError) -> BackendBuildingException:
    return BackendBuildingException(f"Failed when trying to restore heap backend: {cause.kind}: {cause}")
