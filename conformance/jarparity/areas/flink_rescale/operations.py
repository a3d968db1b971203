"""Flink's rescaling: which subtask restores which part of the old snapshots."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values import jobs
from jarparity.values.shapes import INT32, RANGE, STRING, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_rescale import cases, inputs, rules
else:
    cases, inputs, rules = lazy_modules(__package__, "cases", "inputs", "rules")

_ASSIGNMENT = "org.apache.flink.runtime.checkpoint.StateAssignmentOperation"


def _number(least: int, most: int, what: str) -> JSON:
    return {"type": "integer", "minimum": least, "maximum": most, "description": f"{what}, from {least} to {most}"}


_SUBTASKS = _number(-100_000, 100_000, "a number of subtasks")
_PARALLELISMS = record(maxParallelism=INT32, oldParallelism=_SUBTASKS, newParallelism=_SUBTASKS)
_FINISHED = {**listing(_number(0, 99_999, "an old subtask")), "description": "old subtasks that reported nothing"}
_KEY_TYPES = ("string", "long", "integer", "short", "byte", "char", "boolean")
_KEYS = {
    "type": "array",
    "minItems": 1,
    "items": {"oneOf": [ref(f"{name}-key") for name in _KEY_TYPES], "description": f"a {' or '.join(_KEY_TYPES)} key"},
    "description": "one key or more, all of one type",
}
_STATE = record(
    mode={"enum": ["SPLIT_DISTRIBUTE", "UNION", "BROADCAST"], "description": "SPLIT_DISTRIBUTE, UNION or BROADCAST"},
    offsets=listing(ref("int64")),
)
_HANDLES = listing(record(handle=STRING, states={"type": "object", "additionalProperties": _STATE}))
_ORDER = {
    **listing(STRING),
    "description": "the names of `states` in the order of the checkpoint's own map; by default, in that of a HashMap "
    "which was filled by name",
}
_REPORTED = listing(
    extended(record(handle=STRING, states={"type": "object", "additionalProperties": _STATE}), order=_ORDER)
)
_MAPPERS = ["ARBITRARY", "FIRST", "FULL", "RANGE", "ROUND_ROBIN", "UNSUPPORTED"]
RESTORED_KEYS = Varying(
    "the values that a new subtask finds", "the original's order is that of its hash tables at that moment"
)
STATE_HANDLES = Varying(
    "the handles of a subtask",
    "the original keeps them in a hash table of their files, whose names are random in a real checkpoint",
)
_operation = partial(
    Operation,
    family="flink",
    realistic=jobs.is_job,
    problems=rules.problems,
)

OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="flink.rescale.partitions",
        summary="The key groups of every subtask after a change of parallelism.",
        original=f"{_ASSIGNMENT}.createKeyGroupPartitions(int, int)",
        python="copartition.flink.key_group_partitions",
        input=_PARALLELISMS,
        answer=listing(RANGE),
        draw=inputs.partitions,
        cases=cases.partitions,
        volume_rows=20,
        notes="The old parallelism stands there for uniformity; the original isn't told it.",
    ),
    _operation(
        name="flink.rescale.keyed-state",
        summary="The parts of the old subtasks' keyed snapshots that each new subtask restores.",
        original=(
            f"{_ASSIGNMENT}.getManagedKeyedStateHandles(OperatorState, KeyGroupRange), "
            "org.apache.flink.runtime.state.KeyGroupsStateHandle.getIntersection(KeyGroupRange)"
        ),
        python="copartition.flink.redistributed_ranges",
        input=extended(_PARALLELISMS, finished=_FINISHED),
        answer=listing(listing(RANGE)),
        draw=inputs.keyed_state,
        cases=cases.keyed_state,
        enough=64,
        volume_rows=250,
    ),
    _operation(
        name="flink.rescale.restored-keys",
        summary="The keys that each new subtask finds in the real backend that it has restored.",
        original=(
            "org.apache.flink.runtime.state.heap.HeapKeyedStateBackend.snapshot(…), "
            f"{_ASSIGNMENT}.getManagedKeyedStateHandles(OperatorState, KeyGroupRange), "
            "org.apache.flink.runtime.state.heap.HeapKeyedStateBackendBuilder.build()"
        ),
        python="copartition.flink.restored_keys",
        input=extended(
            record(keys=_KEYS, maxParallelism=INT32, oldParallelism=_SUBTASKS, newParallelism=_SUBTASKS),
            finished=_FINISHED,
        ),
        answer=listing(listing(INT32)),
        draw=inputs.restored_keys,
        cases=cases.restored_keys,
        enough=96,
        volume_rows=500,
        unordered=(RESTORED_KEYS,),
        notes=(
            "Each key is written by the old subtask that it belongs to, its place in the list being the value; then "
            "all is snapshotted, redistributed and restored. The answer is, per new subtask, the values under all "
            "keys that its backend has, ascending."
        ),
    ),
    _operation(
        name="flink.rescale.operator-state",
        summary="The elements of lists, unions and broadcasts that each new subtask restores.",
        original=(
            "org.apache.flink.runtime.checkpoint.RoundRobinOperatorStateRepartitioner.repartitionState(List, int, int)"
        ),
        python="copartition.flink.repartition_operator_state",
        input=record(oldParallelism=INT32, newParallelism=_SUBTASKS, subtasks=listing(_REPORTED)),
        answer=listing(_HANDLES),
        draw=inputs.operator_state,
        cases=cases.operator_state,
        enough=256,
        volume_rows=100,
        unordered=(STATE_HANDLES,),
        sensible=rules.handles_differ,
        varies=True,
        notes=(
            "From 2.2 on a broadcast state that all subtasks reported stays as it is at an equal parallelism. Handles "
            "of an answer are sorted by name: the original's order is that of a hash table of files."
        ),
    ),
    _operation(
        name="flink.rescale.in-flight",
        summary="The old subtasks whose in-flight records a new subtask reads.",
        original="org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper.getOldSubtasks(int, int, int)",
        python="copartition.flink.SubtaskStateMapper",
        input=record(
            mode={"enum": _MAPPERS, "description": f"one of {', '.join(_MAPPERS)}"},
            oldParallelism=_number(-(1 << 15), 1 << 15, "a number of old subtasks"),
            newParallelism=_number(0, 1 << 15, "a number of new subtasks"),
            newIndex=_number(-(1 << 15), (1 << 31) - 1, "a new subtask"),
        ),
        answer=listing(INT32),
        draw=inputs.in_flight,
        cases=cases.in_flight,
        volume_rows=20,
        notes="With a negative new parallelism the original's round robin counts on without end.",
    ),
)
