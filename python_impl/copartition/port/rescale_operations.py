"""The operations `flink.rescale.*`: who restores which part of a snapshot at another parallelism."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, Final

from copartition import flink
from copartition.flink.releases import NEWEST
from copartition.java import compare
from copartition.port import inputs
from copartition.port.keys import decoded

if TYPE_CHECKING:
    from collections.abc import Callable

    from copartition.port.inputs import JSON

_FAMILY: Final = "flink "
_by_utf16: Final = cmp_to_key(compare)


def release(line: str | None) -> str:
    """The release of Flink that a line names, the newest for no line.

    Raises:
        ValueError: It is a line of something else.
    """
    if line is None:
        return NEWEST
    if not line.startswith(_FAMILY):
        raise ValueError(f"line must be one of flink, not {line}")
    return line.removeprefix(_FAMILY)


def _parallelisms(document: JSON) -> tuple[int, int, int]:
    max_parallelism, old, new = (
        inputs.int32(document, name) for name in ("maxParallelism", "oldParallelism", "newParallelism")
    )
    return max_parallelism, old, new


def _finished(document: JSON) -> list[int]:
    if "finished" not in document:
        return []
    return [
        inputs.checked_int32(subtask, f"input.finished[{place}]")
        for place, subtask in enumerate(inputs.items(document, "finished"))
    ]


def _ranges(ranges: list[flink.KeyGroupRange]) -> JSON:
    return [{"start": groups.start, "end": groups.end} for groups in ranges]


def _partitions(document: JSON) -> JSON:
    max_parallelism, _, new = _parallelisms(document)
    return _ranges(flink.key_group_partitions(max_parallelism, new))


def _keyed_state(document: JSON) -> JSON:
    pieces = flink.redistributed_ranges(*_parallelisms(document), _finished(document))
    return [_ranges(ranges) for ranges in pieces]


def _restored_keys(document: JSON) -> JSON:
    keys = [decoded(key, f"input.keys[{place}]") for place, key in enumerate(inputs.items(document, "keys"))]
    return flink.restored_keys(keys, *_parallelisms(document), _finished(document))


def _in_flight(document: JSON) -> JSON:
    mode = inputs.text(document, "mode")
    try:
        mapper = flink.SubtaskStateMapper[mode]
    except KeyError:
        known = ", ".join(flink.SubtaskStateMapper.__members__)
        raise ValueError(f"input.mode must be one of {known}, not {mode!r}") from None
    return mapper.old_subtasks(
        inputs.int32(document, "newIndex"),
        inputs.int32(document, "oldParallelism"),
        inputs.int32(document, "newParallelism"),
    )


def _operator_state(document: JSON, line: str | None = None) -> JSON:
    subtasks = [
        [_handle(handle, f"input.subtasks[{i}][{k}]") for k, handle in enumerate(_items(handles, i))]
        for i, handles in enumerate(inputs.items(document, "subtasks"))
    ]
    repartitioned = flink.repartition_operator_state(
        subtasks,
        inputs.int32(document, "oldParallelism"),
        inputs.int32(document, "newParallelism"),
        version=release(line),
    )
    return [[_handle_document(handle) for handle in handles] for handles in repartitioned]


def _items(handles: JSON, subtask: int) -> list[JSON]:
    return inputs.checked_items(handles, f"input.subtasks[{subtask}]")


def _handle(handle: JSON, path: str) -> flink.OperatorStateHandle:
    name = inputs.checked_text(inputs.field(handle, "handle", path), f"{path}.handle")
    states = inputs.field(handle, "states", path)
    if not isinstance(states, dict):
        raise inputs.wrong(f"{path}.states", "an object", states)
    found = {
        inputs.checked_text(state, f"{path}.states"): _offsets(offsets, f"{path}.states.{state}")
        for state, offsets in states.items()
    }
    # A JSON object has no order, but a HashMap's depends on it: by name.
    return flink.OperatorStateHandle(name, {state: found[state] for state in sorted(found, key=_by_utf16)})


def _offsets(found: JSON, path: str) -> flink.StateOffsets:
    mode = inputs.checked_text(inputs.field(found, "mode", path), f"{path}.mode")
    if mode not in flink.OperatorStateMode.__members__:
        raise ValueError(f"{path}.mode must be one of {', '.join(flink.OperatorStateMode.__members__)}, not {mode!r}")
    offsets = inputs.checked_items(inputs.field(found, "offsets", path), f"{path}.offsets")
    return flink.StateOffsets(
        flink.OperatorStateMode[mode],
        [inputs.checked_decimal(offset, f"{path}.offsets[{place}]") for place, offset in enumerate(offsets)],
    )


def _handle_document(handle: flink.OperatorStateHandle) -> JSON:
    states = {
        name: {"mode": found.mode.name, "offsets": [str(offset) for offset in found.offsets]}
        for name, found in handle.states.items()
    }
    return {"handle": handle.name, "states": states}


OPERATIONS: dict[str, Callable[..., JSON]] = {
    "flink.rescale.partitions": _partitions,
    "flink.rescale.keyed-state": _keyed_state,
    "flink.rescale.restored-keys": _restored_keys,
    "flink.rescale.operator-state": _operator_state,
    "flink.rescale.in-flight": _in_flight,
}
