"""What a heap backend holds after it was restored from a stream of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import BackendBuildingException, JavaError, NullPointerException
from copartition.flink.assignment import key_group
from copartition.flink.savepoint import canonical, heap_format
from copartition.flink.savepoint.header import read_header
from copartition.flink.savepoint.heap_states import HeapStates
from copartition.flink.savepoint.snappy import unpacked
from copartition.flink.savepoint.states import StateKind
from copartition.flink.savepoint.timers import READERS, codec_of
from copartition.flink.state.timer_queue import Timer
from copartition.java.data_streams import DataInput
from copartition.java.hash_map import HashMap

if TYPE_CHECKING:
    from copartition.flink.savepoint.entries import Entry
    from copartition.flink.savepoint.heap_states import KeyedStateStream
    from copartition.flink.savepoint.states import StreamHeader


def restored_savepoint(stream: KeyedStateStream, max_parallelism: int, *, state_v2: bool = True) -> HeapStates:
    """A backend of the stream's key groups, restored from a canonical savepoint.

    A map state's entries come one by one, and the map to which each belongs is looked up in the key's own key group:
    where a stream has an entry in another one, only the last of its pairs stays.

    Args:
        stream: The stream and where its key groups begin.
        max_parallelism: The number of key groups, 1 to 32768.
        state_v2: Whether the release has the State V2 API: since 2.0.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        JavaError: The header can't be read.

    Original: `HeapSavepointRestoreOperation.restore()`.
    """
    header = read_header(DataInput(stream.data), READERS, state_v2=state_v2)
    states = header.states
    filled = HeapStates(max_parallelism, stream.offsets.key_group_range, header.key, states)
    codecs = [codec_of(state, header.key, max_parallelism) for state in states]
    try:
        for _, offset in stream.offsets:
            if offset == 0:  # a key group without entries
                continue
            source = unpacked(DataInput(stream.data, offset), compressed=header.compressed)
            for record in canonical.read_group(source):
                if record.state >= len(states):
                    raise NullPointerException(f"there is no state {record.state}")
                _put(filled, states[record.state].kind, codecs[record.state].read(record.key, record.value))
                source.forget()
    except JavaError as error:
        raise _failed(error) from error
    return filled


def restored_checkpoint(stream: KeyedStateStream, max_parallelism: int, *, state_v2: bool = True) -> HeapStates:
    """A backend of the stream's key groups, restored from a heap backend's own checkpoint.

    Args:
        stream: The stream and where its key groups begin.
        max_parallelism: The number of key groups, 1 to 32768.
        state_v2: Whether the release has the State V2 API: since 2.0.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        JavaError: The header can't be read.

    Original: `HeapRestoreOperation.restore()`.
    """
    header = read_header(DataInput(stream.data), READERS, state_v2=state_v2)
    filled = HeapStates(max_parallelism, stream.offsets.key_group_range, header.key, header.states)
    _add(filled, header, stream)
    return filled


def add_checkpoint(filled: HeapStates, stream: KeyedStateStream) -> None:
    """Adds what a heap backend's own checkpoint has of a backend's key groups.

    So a job that is rescaled is restored: a subtask takes its parts of several streams, one after the other.

    Args:
        filled: The backend; it has the stream's states.
        stream: The stream and where its key groups begin.

    Raises:
        BackendBuildingException: A key group can't be read; its cause says why. Or a state is no keyed state.
        KeyError: The stream has a state that the backend has not.

    Original: `HeapRestoreOperation.restore()`.
    """
    _add(filled, read_header(DataInput(stream.data), READERS), stream)


def _add(filled: HeapStates, header: StreamHeader, stream: KeyedStateStream) -> None:
    try:
        for group, offset in stream.offsets:
            if group not in filled.key_groups:
                continue
            whole = DataInput(stream.data, offset)
            heap_format.read_number(whole, group)
            source = unpacked(whole, compressed=header.compressed)
            for state, key, namespace, value in heap_format.read_group(source, header):
                if state.kind is StateKind.TIMERS:
                    filled.timers(state.name).add(value)
                else:
                    filled.of_group(state.name, group).put(key, namespace, value)
                source.forget()
    except JavaError as error:
        raise _failed(error) from error


def _put(filled: HeapStates, kind: StateKind, entry: Entry) -> None:
    if kind is StateKind.TIMERS:
        filled.timers(entry.state).add(Timer(entry.value.value, entry.key, entry.namespace))
        return
    if kind is not StateKind.MAP:
        filled.of_group(entry.state, entry.key_group).put(entry.key, entry.namespace, entry.value)
        return
    own = filled.of_group(entry.state, key_group(entry.key, filled.max_parallelism))
    found = own.get(entry.key, entry.namespace)
    if found is None:
        found = HashMap()
        filled.of_group(entry.state, entry.key_group).put(entry.key, entry.namespace, found)
    found.put(entry.user_key, entry.value)


def _failed(cause: JavaError) -> BackendBuildingException:
    return BackendBuildingException(f"Failed when trying to restore heap backend: {cause.kind}: {cause}")
