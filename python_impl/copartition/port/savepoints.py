"""The operations of Flink's snapshots of keyed state: what a heap backend writes, and what it reads back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from copartition.flink.key_group_range import KeyGroupRange, KeyGroupRangeOffsets
from copartition.flink.savepoint.header import read_header
from copartition.flink.savepoint.heap_states import HeapStates, KeyedStateStream
from copartition.flink.savepoint.restored import restored_checkpoint, restored_savepoint
from copartition.flink.savepoint.states import KeyedState, StateKind
from copartition.flink.savepoint.timers import READERS
from copartition.flink.serializers import LONG
from copartition.flink.serializers.timers import TimerSerializer
from copartition.flink.state import VOID, Timer
from copartition.java.data_streams import DataInput
from copartition.port.fields import Fields, boolean, hexed, int32, int64, objects, one_of, text
from copartition.port.rows import codec, streams
from copartition.port.state_documents import order
from copartition.port.state_values import state_type, type_document, type_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from copartition.flink.serializers import TypeSerializer
    from copartition.port.fields import JSON
    from copartition.port.rows import Operation
    from copartition.port.state_values import StateType


class Restore(Protocol):
    """`restored_savepoint` or `restored_checkpoint`."""

    def __call__(
        self,
        stream: KeyedStateStream,
        max_parallelism: int,
        *,
        state_v2: bool,
        first_snapshots: bool,
        checked: bool,
    ) -> HeapStates:
        """The restored backend."""


_kind: Final = one_of({kind.value: kind for kind in StateKind})


def _range(value: JSON, path: str) -> KeyGroupRange:
    document = Fields(value, path)
    return KeyGroupRange.of(document.get("start", int32), document.get("end", int32))


class _State:
    """A declared state: how its namespaces and values are read."""

    def __init__(self, document: Fields, key: StateType) -> None:
        self.namespace: StateType = document.get("namespaceType", state_type)
        self.type: StateType = document.get("type", state_type)
        self.kind = document.get("kind", _kind)
        serializer = self.type.serializer
        if self.kind is StateKind.TIMERS:
            serializer = TimerSerializer(key.serializer, self.namespace.serializer)
        self.state = KeyedState(document.get("name", text), self.kind, self.namespace.serializer, serializer)


def _filled(document: Fields) -> HeapStates:
    key = document.get("keyType", state_type)
    states = {state.state.name: state for state in (_State(each, key) for each in document.get("states", objects))}
    filled = HeapStates(
        document.get("maxParallelism", int32),
        document.get("range", _range),
        key.serializer,
        [state.state for state in states.values()],
        compressed="compression" in document and document.get("compression", boolean),
    )
    for entry in document.get("entries", objects):
        state = states[entry.get("state", text)]
        name = state.state.name
        of = entry.get("key", key.value)
        namespace = entry.maybe("namespace", state.namespace.value, VOID)
        match entry.get("op", text):
            case op if state.kind is StateKind.TIMERS:
                timer = Timer(entry.get("value", state.type.value).value, of, namespace)
                queue = filled.timers(name)
                (queue.add if op == "update" else queue.remove)(timer)
            case "update":
                filled.update(name, of, entry.get("value", state.type.value), namespace)
            case "clear":
                filled.clear(name, of, namespace)
            case _:
                filled.value(name, of, namespace)
    return filled


def _stream_document(stream: KeyedStateStream | None) -> JSON:
    if stream is None:
        return None
    offsets = {str(group): str(offset) for group, offset in stream.offsets}
    return {"stream": stream.data.hex(), "offsets": offsets}


def _stream(document: Fields) -> KeyedStateStream:
    key_groups = document.get("range", _range)
    offsets = document.get("offsets", Fields)
    return KeyedStateStream(
        document.get("stream", hexed),
        KeyGroupRangeOffsets(key_groups, [offsets.get(str(group), int64) for group in key_groups]),
    )


def _restored(restore: Restore, document: Fields, *, state_v2: bool, first_snapshots: bool) -> JSON:
    stream = _stream(document)
    filled = restore(
        stream,
        document.get("maxParallelism", int32),
        state_v2=state_v2,
        first_snapshots=first_snapshots,
        checked=False,
    )
    header = read_header(DataInput(stream.data), READERS, state_v2=state_v2, first_snapshots=first_snapshots)
    return {
        "keyType": type_document(header.key),
        "states": [
            {
                "name": state.name,
                "kind": state.kind.value,
                "namespaceType": type_document(state.namespace),
                "type": type_document(_value(state)),
            }
            for state in header.states
        ],
        "entries": _entries(filled),
    }


def _value(state: KeyedState) -> TypeSerializer[Any]:
    """The serializer of a state's values: those of timers are their times."""
    return LONG if state.kind is StateKind.TIMERS else state.value


def _entries(filled: HeapStates) -> JSON:
    key = type_of(filled.header.key)
    types = {state.name: (type_of(state.namespace), type_of(_value(state))) for state in filled.header.states}
    groups: dict[str, list[JSON]] = {}
    for entry in filled.entries():
        namespace, value = types[entry.state]
        document = {
            "state": entry.state,
            "namespace": namespace.document(entry.namespace),
            "key": key.document(entry.key),
            "value": value.document(entry.value),
        }
        groups.setdefault(str(entry.key_group), []).append(document)
    for documents in groups.values():
        documents.sort(key=lambda entry: order([entry[name] for name in ("state", "namespace", "key", "value")]))
    return groups


OPERATIONS: Final[Mapping[str, Operation]] = {
    "flink.state.savepoint": codec(
        lambda document, **_: _stream_document(_filled(document).savepoint()),
        lambda document, **release: _restored(restored_savepoint, document, **release),
        streams,
        unnamed=True,
    ),
    "flink.state.checkpoint": codec(
        lambda document, **_: _stream_document(_filled(document).checkpoint()),
        lambda document, **release: _restored(restored_checkpoint, document, **release),
        streams,
        unnamed=True,
    ),
}
