"""The operations of snapshots of keyed state: their schemas and the original's methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values.shapes import HEX, INT32, RANGE, STRING, by_number, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_savepoints import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_STATE: Final = "org.apache.flink.runtime.state"
_TYPE: Final = ref("state-type")
_VALUE: Final = ref("state-value")
_DECODE: Final = {"const": "decode"}
_KIND: Final = {"enum": ["value", "list", "map", "reducing", "aggregating", "timers"]}
_OFFSETS: Final = by_number(ref("int64"), "By key group the offset at which it begins.")
_ENTRY: Final = {
    **extended(
        record(op={"enum": ["update", "value", "clear"]}, state=STRING, key=_VALUE), namespace=_VALUE, value=_VALUE
    ),
    "description": "A step: a value is updated, read or cleared; without a namespace in that of states without.",
}
_ENCODE: Final = extended(
    record(
        maxParallelism=INT32,
        range=RANGE,
        keyType=_TYPE,
        states=listing(record(name=STRING, kind=_KIND, namespaceType=_TYPE, type=_TYPE)),
        entries=listing(_ENTRY),
    ),
    direction={"const": "encode"},
    compression={"description": "Whether key groups are compressed with Snappy.", "type": "boolean"},
)
_STREAM: Final = record(direction=_DECODE, maxParallelism=INT32, range=RANGE, stream=HEX, offsets=_OFFSETS)
_INPUT: Final[JSON] = {
    "type": "object",
    "if": {"properties": {"direction": _DECODE}, "required": ["direction"]},
    "then": _STREAM,
    "else": _ENCODE,
}
_READ_TYPE: Final = ref("read-type")
_READ: Final = record(
    keyType=_READ_TYPE,
    states=listing(record(name=STRING, kind=_KIND, namespaceType=_READ_TYPE, type=_READ_TYPE)),
    entries=by_number(
        listing(record(state=STRING, namespace=ref("read-value"), key=ref("read-value"), value=ref("read-value"))),
        "By key group.",
    ),
)
_ANSWER: Final[JSON] = {
    "if": {"type": "object", "required": ["stream"]},
    "then": record(stream=HEX, offsets=_OFFSETS),
    "else": {"if": {"type": "object"}, "then": _READ, "else": {"type": "null"}},
}
_STATES: Final = Varying(
    "the states in a key group: they stand by their numbers",
    "the original's order is that of a HashMap whose keys' hash codes have an enum's identity hash in them",
)
_ENTRIES: Final = Varying(
    "the entries that were read, and those of a map: their documents are in order",
    "the original's order is that of its hash tables",
)
_BLOCKS: Final = Varying(
    "blocks that Snappy makes shorter: no stream is written with any, and those that are read are given",
    "how a block is compressed is the choice of the native library: of its release, and of the processor",
)
_EMPTY: Final = Varying(
    "chunks whose block holds no bytes",
    "the original then reads a byte that its buffer held before, if the release of Java reads it alone",
)
_NOTES: Final = (
    "Encoded where no direction is named. entries are steps in their order: update puts a value (of a list state the "
    "whole list, of a map state each pair; none makes an empty map), value reads it, clear forgets it. Reading "
    "counts: a table that is growing moves entries with each access, and so the order of entries in a key group is "
    "that of the whole history. With compression, key groups are streams of Snappy's framed format, and each chunk of"
    " 64 KiB holds its bytes as they are (kind 1); a heap backend's checkpoint has such a stream for each state in a "
    "key group. Read, blocks are unpacked, and checksums are not compared. A state of the kind timers has timers of "
    "its namespaces: a value is the time of one, a long, which update registers and clear deletes. offsets has every "
    "key group of the range. No states, no stream: null. Decoded, the stream is what a backend is restored from: the "
    "answer is what it holds then, whatever is wrong in a key group is a BackendBuildingException."
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.state.savepoint",
        summary="A subtask's keyed state as a canonical savepoint, the stream that each state backend reads, and back.",
        original=(
            f"{_STATE}.heap.HeapKeyedStateBackend.savepoint(), {_STATE}.SavepointSnapshotStrategy, "
            f"{_STATE}.FullSnapshotAsyncWriter; {_STATE}.heap.HeapSavepointRestoreOperation"
        ),
        python="copartition.flink.savepoint.HeapStates",
        family="flink",
        input=_INPUT,
        answer=_ANSWER,
        draw=inputs.savepoint,
        cases=cases.savepoints,
        problems=rules.problems,
        volume_rows=100,
        unordered=(_STATES, _ENTRIES),
        excluded=(_BLOCKS, _EMPTY, varying.MESSAGES, varying.CLASSES),
        messages=False,
        notes=(
            f"{_NOTES} A key group without entries has the offset 0. Empty lists and maps are not written. A null "
            "value in a map state is written by its serializer behind its flag: where that knows no null, there is no "
            "savepoint."
        ),
    ),
    Operation(
        name="flink.state.checkpoint",
        summary="A subtask's keyed state as a heap backend's own checkpoint, and back.",
        original=(
            f"{_STATE}.heap.HeapKeyedStateBackend.snapshot(…), {_STATE}.heap.HeapSnapshotStrategy, "
            f"{_STATE}.heap.CopyOnWriteStateMapSnapshot; {_STATE}.heap.HeapRestoreOperation"
        ),
        python="copartition.flink.savepoint.HeapStates",
        family="flink",
        input=_INPUT,
        answer=_ANSWER,
        draw=inputs.checkpoint,
        cases=cases.checkpoints,
        problems=rules.problems,
        volume_rows=100,
        unordered=(_STATES, _ENTRIES),
        excluded=(_BLOCKS, _EMPTY, varying.MESSAGES, varying.CLASSES),
        messages=False,
        notes=f"{_NOTES} Every key group of the range is written.",
    ),
)
