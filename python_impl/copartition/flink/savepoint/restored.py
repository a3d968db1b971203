"""What a heap backend holds after it was restored from a stream of keyed state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import BackendBuildingException, JavaError, NullPointerException
from copartition.flink.assignment import key_group
from copartition.flink.savepoint import canonical, heap_format
from copartition.flink.savepoint.entries import Entry, EntryCodec
from copartition.flink.savepoint.header import read_header
from copartition.flink.savepoint.heap_states import HeapStates
from copartition.flink.savepoint.states import StateKind
from copartition.java.data_streams import DataInput
from copartition.java.hash_map import HashMap

if TYPE_CHECKING:
    from copartition.flink.savepoint.heap_states import KeyedStateStream


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
    filled = _empty(stream, max_parallelism, state_v2=state_v2)
    states = filled.header.states
    codecs = [EntryCodec(state, filled.header.key, max_parallelism) for state in states]
    try:
        for _, offset in stream.offsets:
            if offset == 0:  # a key group without entries
                continue
            for record in canonical.read_group(DataInput(stream.data, offset)):
                if record.state >= len(states):
                    raise NullPointerException(f"there is no state {record.state}")
                _put(filled, states[record.state].kind, codecs[record.state].read(record.key, record.value))
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
    filled = _empty(stream, max_parallelism, state_v2=state_v2)
    try:
        for group, offset in stream.offsets:
            source = DataInput(stream.data, offset)
            for state, key, namespace, value in heap_format.read_group(source, filled.header, group):
                filled.of_group(state.name, group).put(key, namespace, value)
    except JavaError as error:
        raise _failed(error) from error
    return filled


def _empty(stream: KeyedStateStream, max_parallelism: int, *, state_v2: bool) -> HeapStates:
    header = read_header(DataInput(stream.data), state_v2=state_v2)
    return HeapStates(max_parallelism, stream.offsets.key_group_range, header.key, header.states)


def _put(filled: HeapStates, kind: StateKind, entry: Entry) -> None:
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
