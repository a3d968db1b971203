"""Known faults of a keyed operator: what a record changes in its key's result, and what a rescaled subtask knows."""

from __future__ import annotations

from functools import partial
from typing import Final

from jarparity.faults.fault import Fault, Replaced, Rewritten

_aggregate: Final = partial(Fault.of, "flink.state.keyed-operator", "apache/flink:GroupAggFunction.processElement")
_operator: Final = partial(Fault.of, "flink.state.keyed-operator")

_PROCESS: Final = "copartition.flink.state.group_aggregate:GroupAggregate.process_element"
_SUM: Final = "copartition.flink.state.group_aggregate:CountAndSum"
_OPERATOR: Final = "copartition.flink.state.keyed_operator:KeyedProcessOperator"
_INTERSECTION: Final = "copartition.flink.state.snapshot:KeyedStateSnapshot.intersection"
_UNCUT: Final = Replaced(_INTERSECTION, lambda _, snapshot, __: snapshot)

FAULTS: Final = (
    _operator(
        "apache/flink:AbstractStreamOperator.setKeyContextElement1",
        "aggregate-key-not-set",
        "sets the key context for the first element only",
        "Every element sets the current key before the function sees it; without that, all keys share one state.",
        Rewritten(
            f"{_OPERATOR}.process_element",
            "self.backend.set_current_key(",
            "self.backend.current_key is None and self.backend.set_current_key(",
        ),
    ),
    _aggregate(
        "aggregate-not-cleared",
        "keeps an accumulator without records",
        "When the last record is retracted, the state is cleared: else it grows with every key that ever was.",
        Rewritten(_PROCESS, "self._accumulators.clear()", "self._accumulators.update(after)"),
    ),
    _aggregate(
        "aggregate-cleared-at-sum-zero",
        "clears the state when the sum is zero",
        "The number of records decides, not the result: 5 and -5 are two records.",
        Rewritten(_PROCESS, "aggregate.count(after) == 0", "new == 0"),
    ),
    _aggregate(
        "aggregate-retraction-ignored",
        "ignores retractions",
        "-U and -D take a record out of the accumulator.",
        Rewritten(_PROCESS, "else aggregate.retract", "else lambda before, _: before"),
    ),
    _aggregate(
        "aggregate-retraction-added",
        "adds what is retracted",
        "Only +I and +U accumulate; the kind of a record is part of it.",
        Rewritten(_PROCESS, "aggregate.accumulate if accumulates else aggregate.retract", "aggregate.accumulate"),
    ),
    _aggregate(
        "aggregate-unknown-retracted",
        "counts a retraction of a key without state",
        "Such a retraction is dropped: its accumulator was cleared, or another subtask's.",
        Rewritten(_PROCESS, "if known is None and not accumulates", "if False"),
    ),
    _aggregate(
        "aggregate-unchanged-emitted",
        "emits a result that is as before",
        "Without state retention an equal result is not sent again.",
        Rewritten(_PROCESS, "elif old != new", "elif True"),
    ),
    _aggregate(
        "aggregate-update-before",
        "emits -U though nobody asked for it",
        "The planner says whether -U goes before +U.",
        Rewritten(_PROCESS, "if self._update_before", "if True"),
    ),
    _aggregate(
        "aggregate-deletion-unsaid",
        "emits no -D when a key's last record goes",
        "Downstream has to delete the result, which it would keep for ever.",
        Rewritten(_PROCESS, "if known is not None", "if False"),
    ),
    _operator(
        "apache/flink:SumAggFunction.LongSumAggFunction",
        "aggregate-sum-unbounded",
        "adds without bounds",
        "SUM over BIGINT overflows as Java's long does.",
        Rewritten(f"{_SUM}.accumulate", "int64(accumulator[1] + value)", "accumulator[1] + value"),
        Rewritten(f"{_SUM}.retract", "int64(accumulator[1] - value)", "accumulator[1] - value"),
    ),
    _operator(
        "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles",
        "aggregate-keys-of-others",
        "takes every key, and restores every key group",
        "A subtask has the keys of its own range; whatever else it keeps is lost with the next rescaling.",
        Rewritten(
            f"{_OPERATOR}.__init__",
            "(max_parallelism, groups,",
            "(max_parallelism, type(groups)(0, int(max_parallelism) - 1),",
        ),
        _UNCUT,
    ),
    _operator(
        "apache/flink:StateAssignmentOperation.reDistributeKeyedStates",
        "aggregate-restored-by-index",
        "restores from the old subtask of its own index",
        "At another parallelism the key groups of a subtask lie in the snapshots of several old ones.",
        _UNCUT,
        Rewritten(f"{_OPERATOR}.__init__", ", restored,", ", [*restored][operator:][:1],"),
    ),
)
