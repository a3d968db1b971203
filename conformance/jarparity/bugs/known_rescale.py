"""Known bugs of rescaling: which subtask restores which part of the old snapshots."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import RescaleRules, Rules

_KEYED: Final = ("flink.rescale.keyed-state",)
_RESTORED: Final = (*_KEYED, "flink.rescale.restored-keys")
_MAPPER: Final = ("flink.rescale.in-flight",)
_OPERATOR: Final = ("flink.rescale.operator-state",)
_REPARTITIONER: Final = "apache/flink:RoundRobinOperatorStateRepartitioner.repartitionState"


def _bug(tag: str, operations: tuple[str, ...], rules: RescaleRules, title: str, explanation: str, *by: str) -> Bug:
    return Bug(tag, title, explanation, operations, Rules(rescale=rules), by)


KEYED: Final = (
    _bug(
        "snapshot-uncut",
        _KEYED,
        RescaleRules(pieces="whole"),
        "gives a new subtask the whole of every old snapshot that it shares key groups with",
        "Only the shared key groups are read: what else the snapshot holds belongs to another subtask.",
        "apache/flink:KeyGroupsStateHandle.getIntersection",
    ),
    _bug(
        "snapshot-neighbours",
        _KEYED,
        RescaleRules(pieces="neighbours-too"),
        "takes ranges for shared that only touch",
        "Both ends of a range are inclusive: 0-4 and 5-9 share nothing.",
        "apache/flink:KeyGroupRange.getIntersection",
    ),
    _bug(
        "snapshot-first-only",
        _RESTORED,
        RescaleRules(pieces="first-only"),
        "restores from one old subtask only",
        "A new range may reach over several old ones, and all of them are read.",
        "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles",
    ),
    _bug(
        "finished-restored",
        _RESTORED,
        RescaleRules(finished="ignored"),
        "expects a snapshot of subtasks that had finished",
        "A finished subtask reports nothing, and nobody restores its key groups.",
        "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles",
    ),
)

MAPPERS: Final = (
    _bug(
        "mapper-of-128",
        _MAPPER,
        RescaleRules(mapper_base=128),
        "maps in-flight records by ranges of 128 key groups",
        "SubtaskStateMapper.RANGE counts on 32768, whatever the job's maximum parallelism is.",
        "apache/flink:SubtaskStateMapper.RANGE",
    ),
    _bug(
        "mapper-in-blocks",
        _MAPPER,
        RescaleRules(in_turn="blocks"),
        "gives each new subtask old ones side by side",
        "Round robin deals them out: new subtask 0 of 4 reads old 0, 4, 8.",
        "apache/flink:SubtaskStateMapper.ROUND_ROBIN",
    ),
    _bug(
        "mapper-first-keeps-own",
        _MAPPER,
        RescaleRules(first="surplus"),
        "lets FIRST give away only what has no subtask any more",
        "FIRST gives all old subtasks to the first new one.",
        "apache/flink:SubtaskStateMapper.FIRST",
    ),
)

OPERATOR: Final = (
    _bug(
        "state-names-as-met",
        _OPERATOR,
        RescaleRules(names="as-met"),
        "splits one state after the other as the files name them",
        "The states come in the order of a HashMap of their names, and each begins where the odd elements ended.",
        _REPARTITIONER,
    ),
    _bug(
        "state-names-sorted",
        _OPERATOR,
        RescaleRules(names="sorted"),
        "splits one state after the other in the order of their names",
        "The states come in the order of a HashMap of their names, and each begins where the odd elements ended.",
        _REPARTITIONER,
    ),
    _bug(
        "split-starts-over",
        _OPERATOR,
        RescaleRules(odd="start-over"),
        "gives the odd elements of every state to the first subtasks",
        "The next state begins with the subtask behind the last that got an odd element.",
        _REPARTITIONER,
    ),
    _bug(
        "split-at-equal-parallelism",
        _OPERATOR,
        RescaleRules(equal="split-anew"),
        "deals out elements again though the parallelism is the same",
        "At an equal parallelism only union states, and broadcasts that somebody lacks, are given anew.",
        _REPARTITIONER,
    ),
    _bug(
        "union-split",
        _OPERATOR,
        RescaleRules(union="dealt"),
        "deals the parts of a union state out",
        "Every subtask gets all elements of a union state.",
        _REPARTITIONER,
    ),
    _bug(
        "broadcast-united",
        _OPERATOR,
        RescaleRules(broadcast="all"),
        "gives every subtask the broadcast state of all old ones",
        "All have the same elements, and a subtask gets one copy.",
        _REPARTITIONER,
    ),
    _bug(
        "broadcast-of-the-first",
        _OPERATOR,
        RescaleRules(broadcast="first"),
        "lets every subtask read the broadcast state of the first",
        "New subtask i reads the i-th copy, counted round.",
        _REPARTITIONER,
    ),
    _bug(
        "finished-without-broadcast",
        _OPERATOR,
        RescaleRules(unreported="left"),
        "leaves a subtask that had finished without the broadcast state",
        "Where some have not reported a broadcast state, all get it anew (FLINK-23475, FLINK-38131).",
        "apache/flink:RoundRobinOperatorStateRepartitioner.StateEntry.isPartiallyReported",
    ),
)

BUGS: Final = (*KEYED, *MAPPERS, *OPERATOR)
