"""Timers in streams of keyed state as bytes: their state in the header, their pairs and their entries.

The codec and the two writers here take states of every kind, and hand on those that have no timers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from copartition.flink.savepoint import heap_format
from copartition.flink.savepoint.entries import EntryCodec
from copartition.flink.savepoint.header import SNAPSHOT_VERSION, VALUE_PART, read_parts
from copartition.flink.savepoint.states import KeyedState, StateKind
from copartition.flink.serializers.key_group_prefix import prefix_bytes
from copartition.flink.serializers.timers import (
    BACKEND_KIND,
    TimerSerializer,
    read_timer_serializer,
    timer_snapshot_bytes,
)
from copartition.flink.state.timer_queue import Timer
from copartition.java.data_streams import int32_bytes, utf_bytes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from copartition.flink.savepoint.entries import Entry
    from copartition.flink.savepoint.header import ReadState
    from copartition.flink.serializers.type_serializer import TypeSerializer
    from copartition.java.data_streams import DataInput


def timers_header_bytes(state: KeyedState) -> bytes:
    """`RegisteredPriorityQueueStateBackendMetaInfo.snapshot()`: no option, and one serializer.

    Raises:
        KeyError: The serializer of its keys or namespaces is none of `copartition.flink.serializers`.
        TypeError: The state's serializer is no `TimerSerializer`.
        UTFDataFormatException: The state's name takes more than 65535 bytes.
    """
    return b"".join(
        (
            utf_bytes(state.name, "a state's name"),
            int32_bytes(BACKEND_KIND),
            int32_bytes(0),
            int32_bytes(1),
            utf_bytes(VALUE_PART, "a serializer's part"),
            int32_bytes(SNAPSHOT_VERSION),
            timer_snapshot_bytes(_serializer(state)),
        )
    )


def _read(source: DataInput, name: str, first: int) -> KeyedState | str:
    """The state whose header is read, behind its kind; see `ReadState`."""
    _, parts = read_parts(source, name, lambda data, _: read_timer_serializer(data), first)
    timers = parts.get(VALUE_PART)
    if not isinstance(timers, TimerSerializer):
        return f"is of the backend kind {BACKEND_KIND}, and has no serializer of timers"
    return KeyedState(name, StateKind.TIMERS, timers.namespace, timers)


READERS: Final[Mapping[int, ReadState]] = {BACKEND_KIND: _read}
"""How states of timers are read: what `read_header` takes."""


def _serializer(state: KeyedState) -> TimerSerializer:
    if not isinstance(state.value, TimerSerializer):
        raise TypeError(f"the timers {state.name!r} must have a TimerSerializer, not {type(state.value).__name__}")
    return state.value


class _TimerCodec(EntryCodec):
    """A timer is a pair's key, all of it; its value has no bytes."""

    def __init__(self, state: KeyedState, key: TypeSerializer[Any], max_parallelism: int) -> None:
        super().__init__(state, key, max_parallelism)
        self._timers, self._max = _serializer(state), max_parallelism

    def key_bytes(self, entry: Entry) -> bytes:
        """See `EntryCodec`."""
        timer = Timer(entry.value.value, entry.key, entry.namespace)
        return prefix_bytes(entry.key_group, self._max) + self._timers.to_bytes(timer)

    def value_bytes(self, value: Any) -> bytes:  # noqa: ANN401, ARG002 - of the state's type
        """See `EntryCodec`."""
        return b""


def codec_of(state: KeyedState, key: TypeSerializer[Any], max_parallelism: int) -> EntryCodec:
    """What writes and reads the entries of a state in canonical streams; see `EntryCodec`."""
    kind = _TimerCodec if state.kind is StateKind.TIMERS else EntryCodec
    return kind(state, key, max_parallelism)


def state_bytes(
    number: int, state: KeyedState, key: TypeSerializer[Any], entries: Collection[tuple[Any, Any, Any]]
) -> bytes:
    """A state in a key group of a heap backend's checkpoint; see `heap_format.state_bytes`."""
    if state.kind is not StateKind.TIMERS:
        return heap_format.state_bytes(number, state, key, entries)
    data = bytearray(number.to_bytes(2, "big"))
    data += int32_bytes(len(entries))
    for of, namespace, time in entries:
        _serializer(state).serialize(Timer(time.value, of, namespace), data)
    return bytes(data)
