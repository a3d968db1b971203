"""The key groups of a heap backend's own checkpoint as bytes.

A key group is its number in four bytes, then each state: its number in two, how many entries in four, and of each entry
namespace, key and value, without lengths.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from copartition.errors import IllegalStateException, JavaError, NullPointerException
from copartition.flink.serializers.timers import TimerSerializer
from copartition.java.data_streams import int32_bytes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from copartition.flink.savepoint.states import KeyedState, StreamHeader
    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.java.data_streams import DataInput


def state_bytes(
    number: int, state: KeyedState, key: TypeSerializer[Any], entries: Collection[tuple[Any, Any, Any]]
) -> bytes:
    """`CopyOnWriteStateMapSnapshot.writeState` behind the state's number.

    Args:
        number: The state's place in the header.
        state: The state.
        key: The serializer of keys.
        entries: Key, namespace and value of each entry.

    Raises:
        NullPointerException: A part is None whose type knows no null.
        TypeError: A part is of another type.
    """
    data = bytearray(number.to_bytes(2, "big"))
    data += int32_bytes(len(entries))
    for of, namespace, value in entries:
        try:
            state.namespace.serialize(namespace, data)
            key.serialize(of, data)
            state.value.serialize(value, data)
        except (JavaError, TypeError, ValueError) as error:
            error.add_note(f"the state {state.name!r}, key {of!r}")
            raise
    return bytes(data)


def number_bytes(key_group: int) -> bytes:
    """What a key group begins with: its number."""
    return int32_bytes(key_group)


def read_number(source: DataInput, key_group: int) -> None:
    """Reads the number with which a key group begins; what follows it may be compressed.

    Raises:
        EOFException: There are fewer than four bytes.
        IllegalStateException: The number of another key group stands here.
    """
    written = source.int32("the number of a key group")
    if written != key_group:
        raise IllegalStateException(f"Unexpected key-group in restore: {written} stands where {key_group} is expected.")


def read_group(source: DataInput, header: StreamHeader) -> Iterator[tuple[KeyedState, Any, Any, Any]]:
    """`HeapRestoreOperation.readKeyGroupStateData`: state, key, namespace and value of each entry of a key group.

    Args:
        source: The bytes behind the key group's number, unpacked.
        header: What the stream begins with.

    Raises:
        EOFException: The bytes end within an entry; the message names the part and the offset.
        NullPointerException: The number of a state is none of the header's.
    """
    empty = _without_entries(len(header.states))
    if source.peek(len(empty)) == empty:
        source.skip(len(empty), "a key group")
        return
    for _ in header.states:
        number = source.int16("the number of a state")
        if not 0 <= number < len(header.states):
            raise NullPointerException(f"there is no state {number}")
        state = header.states[number]
        read = (
            partial(_timer, state.value) if isinstance(state.value, TimerSerializer) else partial(_entry, header, state)
        )
        for _ in range(source.int32(f"how many entries {state.name!r} has")):
            yield state, *read(source)


@lru_cache(maxsize=16)
def _without_entries(states: int) -> bytes:
    """What stands behind the number of a key group without entries: so is most of a small state in many key groups."""
    return b"".join(number.to_bytes(2, "big") + int32_bytes(0) for number in range(states))


def _entry(header: StreamHeader, state: KeyedState, source: DataInput) -> tuple[Any, Any, Any]:
    namespace = state.namespace.deserialize(source)
    return header.key.deserialize(source), namespace, state.value.deserialize(source)


def _timer(timers: TimerSerializer, source: DataInput) -> tuple[Any, Any, Any]:
    timer = timers.deserialize(source)
    return timer.key, timer.namespace, timer
