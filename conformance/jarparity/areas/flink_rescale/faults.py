"""Known faults of rescaling: which subtask restores which part of the old snapshots."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from jarparity.faults.fault import Fault, Replaced, Rewritten

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.answers import JSON

_KEYED: Final = "flink.rescale.keyed-state"
_RESTORED: Final = (_KEYED, "flink.rescale.restored-keys")
_HANDLES: Final = "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles"
_restored: Final = partial(Fault.of, _RESTORED, _HANDLES)
_keyed: Final = partial(Fault.of, _KEYED)
_in_flight: Final = partial(Fault.of, "flink.rescale.in-flight")
_operator: Final = partial(
    Fault.of, "flink.rescale.operator-state", "apache/flink:RoundRobinOperatorStateRepartitioner.repartitionState"
)

_RANGES: Final = "copartition.flink.rescale_keyed_state:redistributed_ranges"
_MAPPER: Final = "copartition.flink.rescale_in_flight:SubtaskStateMapper.old_subtasks"
_IN_TURN: Final = "copartition.flink.rescale_in_flight:_in_turn"
_OPERATOR: Final = "copartition.flink.rescale_operator_state:repartition_operator_state"
_COLLECTED: Final = "copartition.flink.rescale_operator_state:_collected"
_BROADCAST: Final = "copartition.flink.rescale_operator_state:_broadcast"
_DEALT: Final = "for i, to in enumerate(merged): _unite(_collected(subtasks[i::new], OperatorStateMode.UNION), [to])"


def _before_and_after_2_2(original: Callable[..., JSON], *arguments: JSON, version: str) -> JSON:
    """Says nothing where releases with the fault would differ (FLINK-38131)."""
    newest = original(*arguments, version=version)
    if newest != original(*arguments, version="2.1.0"):
        raise NotImplementedError
    return newest


_ALIKE: Final = Replaced(_OPERATOR, _before_and_after_2_2)

FAULTS: Final = (
    _keyed(
        "apache/flink:KeyGroupsStateHandle.getIntersection",
        "snapshot-uncut",
        "gives a new subtask the whole of every old snapshot that it shares key groups with",
        "Only the shared key groups are read: what else the snapshot holds belongs to another subtask.",
        Rewritten(_RANGES, "handles[at].intersection(groups)", "handles[at]"),
    ),
    _keyed(
        "apache/flink:KeyGroupRange.getIntersection",
        "snapshot-neighbours",
        "takes ranges for shared that only touch",
        "Both ends of a range are inclusive: 0-4 and 5-9 share nothing.",
        Rewritten(_RANGES, "handles[at].intersection(groups)", "handles[at]"),
        Rewritten(_RANGES, "handles[first].end <", "handles[first].end + 1 <"),
        Rewritten(_RANGES, "<= groups.end", "<= groups.end + 1"),
    ),
    _restored(
        "snapshot-first-only",
        "restores from one old subtask only",
        "A new range may reach over several old ones, and all of them are read.",
        Rewritten(_RANGES, "while at <", "if at <"),
    ),
    _restored(
        "finished-restored",
        "expects a snapshot of subtasks that had finished",
        "A finished subtask reports nothing; its key groups are not restored.",
        Rewritten(_RANGES, " if subtask not in finished", ""),
    ),
    _in_flight(
        "apache/flink:SubtaskStateMapper.RANGE",
        "mapper-of-128",
        "maps in-flight records by ranges of 128 key groups",
        "SubtaskStateMapper.RANGE counts on 32768, whatever the job's maximum parallelism is.",
        Rewritten(_MAPPER, "groups = range_of", "UPPER_BOUND_MAX_PARALLELISM = 128; groups = range_of"),
    ),
    _in_flight(
        "apache/flink:SubtaskStateMapper.ROUND_ROBIN",
        "mapper-in-blocks",
        "gives each new subtask old ones side by side",
        "Round robin deals them out: new subtask 0 of 4 reads old 0, 4, 8.",
        Rewritten(_IN_TURN, "list(range(index, old, new))", "[i for i in range(old) if i * new // old == index]"),
    ),
    _in_flight(
        "apache/flink:SubtaskStateMapper.FIRST",
        "mapper-first-keeps-own",
        "lets FIRST give away only what has no subtask any more",
        "FIRST gives all old subtasks to the first new one.",
        Rewritten(
            _MAPPER,
            "list(range(old)) if index == 0 else []",
            "[i for i in range(old) if i == index or (index == 0 and i >= new)]",
        ),
    ),
    _operator(
        "state-names-as-met",
        "splits one state after the other as the files name them",
        "The states come in the order of a HashMap of their names, and each begins where the odd elements ended.",
        Rewritten(_COLLECTED, "_in_java_order(handle)", "handle.states.items()"),
        Rewritten(_COLLECTED, "for name in order", "for name in entries"),
    ),
    _operator(
        "state-names-sorted",
        "splits one state after the other in the order of their names",
        "The states come in the order of a HashMap of their names, and each begins where the odd elements ended.",
        Rewritten(_COLLECTED, "for name in order", "for name in sorted(entries)"),
    ),
    _operator(
        "split-starts-over",
        "gives the odd elements of every state to the first subtasks",
        "The next state begins with the subtask behind the last that got an odd element.",
        Rewritten("copartition.flink.rescale_operator_state:_split", "start = (start + odd) % count", "start = 0"),
    ),
    _operator(
        "split-at-equal-parallelism",
        "deals out elements again though the parallelism is the same",
        "At an equal parallelism only union states, and broadcasts that a subtask lacks, are redistributed.",
        Rewritten(_OPERATOR, "if new != old:", "if True:"),
    ),
    _operator(
        "union-split",
        "deals the parts of a union state out",
        "Every subtask gets all elements of a union state.",
        Rewritten(_OPERATOR, "_unite(_collected(subtasks, OperatorStateMode.UNION), merged)", _DEALT),
        Rewritten(_OPERATOR, "_unite(unions, merged)", _DEALT),
        _ALIKE,
    ),
    _operator(
        "broadcast-united",
        "gives every subtask the broadcast state of all old ones",
        "All have the same elements, and a subtask gets one copy.",
        Rewritten(
            _BROADCAST,
            "file, offsets = entries[index % len(entries)]",
            "for file, offsets in entries: target.setdefault(file, {})[name] = offsets",
        ),
        _ALIKE,
    ),
    _operator(
        "broadcast-of-the-first",
        "lets every subtask read the broadcast state of the first",
        "New subtask i reads the i-th copy, counted round.",
        Rewritten(_BROADCAST, "entries[index % len(entries)]", "entries[0]"),
        _ALIKE,
    ),
    Fault.of(
        "flink.rescale.operator-state",
        "apache/flink:RoundRobinOperatorStateRepartitioner.StateEntry.isPartiallyReported",
        "finished-without-broadcast",
        "leaves a subtask that had finished without the broadcast state",
        "Where some have not reported a broadcast state, all get it anew (FLINK-23475, FLINK-38131).",
        Rewritten(_OPERATOR, "below=enough", "below=0"),
    ),
)
