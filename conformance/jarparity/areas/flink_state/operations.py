"""Flink's keyed state: what a backend does with a key, from the key context to the map of its key group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import varying
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values import jobs
from jarparity.values.shapes import INT32, RANGE, STRING, extended, listing, record, ref, step_answers, steps

if TYPE_CHECKING:
    from jarparity.areas.flink_state import cases, inputs, rules, timer_cases, timers, versions
else:
    cases, inputs, rules, timer_cases, timers, versions = lazy_modules(
        __package__, "cases", "inputs", "rules", "timer_cases", "timers", "versions"
    )

_HISTORY_ROWS, _OPERATOR_ROWS = 250, 1000  # a test harness takes long to open

_STATE = "org.apache.flink.runtime.state"
_MAX_PARALLELISM = {
    "description": "The number of key groups, up to 32768: beyond, the harness fails before the operator does.",
    "type": "integer",
    "minimum": -(2**31),
    "maximum": 32768,
}
_EMITTED = record(key=ref("held-key"), kind={"enum": ["+I", "-U", "+U", "-D"]}, sum=ref("int64"))
_OBSERVED = {
    "description": "What came back; of an element what was emitted, the key and the state.",
    "if": {"type": "object", "required": ["output"]},
    "then": record(output=listing(_EMITTED), key=ref("held-key"), keyGroup=INT32, state=ref("state-dump")),
}
_TIMER = record(namespace=ref("state-value"), timestamp=ref("int64"))
_TIMER_CALLS = (
    "registerEventTimeTimer",
    "deleteEventTimeTimer",
    "registerProcessingTimeTimer",
    "deleteProcessingTimeTimer",
)
_ADVANCE = extended(
    record(timestamp=ref("int64")),
    onTimer={
        "description": "What each timer that fires does.",
        "type": "array",
        "items": steps(**dict.fromkeys(_TIMER_CALLS, _TIMER)),
    },
)
STATE_ENTRIES = Varying(
    "the entries of `dump`, the keys of `keys`",
    "the original's order is that of its hash tables at that moment",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.state.heap-backend",
        summary="A keyed state backend's history: current keys, values by state and namespace, snapshots, restores.",
        original=(
            f"{_STATE}.heap.HeapKeyedStateBackend, {_STATE}.heap.StateTable, {_STATE}.InternalKeyContextImpl, "
            f"{_STATE}.heap.HeapValueState"
        ),
        python="copartition.flink.state.HeapKeyedStateBackend",
        family="flink",
        input=record(
            maxParallelism=INT32,
            range=RANGE,
            keyType=ref("key-type"),
            states=listing(ref("registered-state")),
            steps=ref("backend-steps"),
        ),
        answer=step_answers({"description": "What came back."}),
        draw=inputs.heap_backend,
        cases=cases.heap_backends,
        enough=256,
        realistic=jobs.is_job,
        sensible=rules.is_sensible,
        problems=rules.problems,
        unordered=(STATE_ENTRIES,),
        excluded=(varying.MESSAGES,),
        volume_rows=_HISTORY_ROWS,
        messages=False,
        varies=True,
        min_version=versions.of_backend,
        notes=(
            "One entry a step: what the method returned, null for void, {'error': {'kind'}} for what it threw. "
            "Values are strings; update with null clears. A step without namespace uses the state's current one, "
            "which is VoidNamespace at first where the state's namespaces are void; keys without namespace asks "
            "for VoidNamespace. keys and dump are sorted as JSON: strings by UTF-16 units, arrays item by item, "
            "objects by their fields in the order of their names, null before all. An entry of a dump is "
            "{'state', 'namespace', 'key', 'value'}. A key comes back as it was given, a timestamp with its "
            "nanos, a binary row by its bytes. restore opens a new backend over a range with what the named "
            "snapshots (the last one, if none is named) hold in it, and registers all states; 'whole': true gives "
            "it the handles uncut, of which it skips the other key groups. A restore that throws leaves the old "
            "backend open. setCurrentKeyAndKeyGroup is there from 2.0 on. size with a namespace counts its entries in "
            "all states. rewrite, from 2.2 on, has transformAll put the value in place of every one of a state. visit "
            "goes through a state's entries in pieces, as the cleanup of expired state does: it gives them all, "
            "sorted, equal keys of several key groups by their values, and those that have the value are removed."
        ),
    ),
    Operation(
        name="flink.state.keyed-operator",
        summary="A subtask with SQL's group aggregate: what it emits and keeps for each element, and after rescaling.",
        original=(
            "org.apache.flink.table.runtime.operators.aggregate.GroupAggFunction in "
            "org.apache.flink.streaming.api.operators.KeyedProcessOperator"
        ),
        python="copartition.flink.state.KeyedProcessOperator",
        family="flink",
        input=record(
            maxParallelism=_MAX_PARALLELISM,
            parallelism=INT32,
            operator=INT32,
            keyType=ref("row-data-type"),
            updateBefore={"description": "Whether -U goes before each +U.", "type": "boolean"},
            steps=ref("operator-steps"),
        ),
        answer=step_answers(_OBSERVED),
        draw=inputs.keyed_operator,
        cases=cases.keyed_operators,
        enough=112,
        realistic=jobs.is_job,
        sensible=rules.is_sensible,
        problems=rules.problems,
        unordered=(STATE_ENTRIES,),
        excluded=(varying.MESSAGES,),
        volume_rows=_OPERATOR_ROWS,
        messages=False,
        varies=True,
        notes=(
            "The real operator in Flink's own test harness; the aggregate is SUM(v) beside COUNT(*), the state's value "
            "the accumulator [count, sum]. One entry a step. That of an element is {'output', 'key', 'keyGroup', "
            "'state'}: what was emitted, each with the key that the function saw, then the current key and its group, "
            "and all state as flink.state.heap-backend dumps it. restore closes the subtask and opens one of a job "
            "of that parallelism with what it gets of the named snapshots."
        ),
    ),
    Operation(
        name="flink.state.timers",
        summary="The timers of a keyed operator: which fire as time goes on, in their order, and after rescaling.",
        original=(
            "org.apache.flink.streaming.api.operators.InternalTimerServiceImpl, InternalTimeServiceManagerImpl, "
            f"{_STATE}.heap.HeapPriorityQueueSet"
        ),
        python="copartition.flink.state.TimerService",
        family="flink",
        input=record(
            maxParallelism=INT32,
            range=RANGE,
            keyType=ref("state-type"),
            namespaceType=ref("state-type"),
            steps=steps(
                setCurrentKey=record(key=ref("state-value")),
                **dict.fromkeys(_TIMER_CALLS, _TIMER),
                advanceWatermark=_ADVANCE,
                advanceProcessingTime=_ADVANCE,
                snapshot=record(name=STRING),
                restore=record(**{"range": RANGE, "from": listing(STRING)}),
            ),
        ),
        answer=listing(
            extended(
                record(
                    fired=listing(record(key=ref("read-value"), namespace=ref("read-value"), timestamp=ref("int64"))),
                    eventTime=INT32,
                    processingTime=INT32,
                    watermark=ref("int64"),
                ),
                error=ref("kind-of-error"),
            )
        ),
        draw=timers.history,
        cases=timer_cases.cases,
        enough=192,
        problems=timers.problems,
        excluded=(varying.MESSAGES,),
        volume_rows=_HISTORY_ROWS,
        messages=False,
        varies=True,
        notes=(
            "The real timer service on the heap; its clock is that of Flink's own tests. One entry a step: the timers "
            "that fired, in their order, how many there are of each kind then, the watermark, and {'error': {'kind'}} "
            "where something was thrown. A timer is registered for the current key; that of the last one that fired "
            "stays the current one. onTimer of a step that lets time go on has what the first timer that fires does, "
            "what the second one does, and so on. restore opens the subtask of these key groups with what the named "
            "snapshots, in this order, have in them; its watermark is the first one, and its clock starts anew."
        ),
    ),
)
