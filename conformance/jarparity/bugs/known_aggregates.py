"""Known bugs of a keyed operator: what a record changes in its key's result, and what a rescaled subtask knows."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.bug import Bug
from jarparity.bugs.rules import AggregateRules, Rules

_OPERATOR: Final = ("flink.state.keyed-operator",)
_FUNCTION: Final = "apache/flink:GroupAggFunction.processElement"


def _bug(tag: str, rules: AggregateRules, title: str, explanation: str, *by: str) -> Bug:
    return Bug(tag, title, explanation, _OPERATOR, Rules(aggregate=rules), by or (_FUNCTION,))


BUGS: Final = (
    _bug(
        "aggregate-key-not-set",
        AggregateRules(context="first-only"),
        "sets the key context for the first element only",
        "Every element sets the current key before the function sees it; without that, all keys share one state.",
        "apache/flink:AbstractStreamOperator.setKeyContextElement1",
    ),
    _bug(
        "aggregate-not-cleared",
        AggregateRules(cleared="never"),
        "keeps an accumulator without records",
        "When the last record is retracted, the state is cleared: else it grows with every key that ever was.",
    ),
    _bug(
        "aggregate-cleared-at-sum-zero",
        AggregateRules(cleared="at-sum-zero"),
        "clears the state when the sum is zero",
        "The number of records decides, not the result: 5 and -5 are two records.",
    ),
    _bug(
        "aggregate-retraction-ignored",
        AggregateRules(retraction="ignored"),
        "ignores retractions",
        "-U and -D take a record out of the accumulator.",
    ),
    _bug(
        "aggregate-retraction-added",
        AggregateRules(retraction="added"),
        "adds what is retracted",
        "Only +I and +U accumulate; the kind of a record is part of it.",
    ),
    _bug(
        "aggregate-unknown-retracted",
        AggregateRules(unknown="counted"),
        "counts a retraction of a key without state",
        "Such a retraction is dropped: its accumulator was cleared, or another subtask's.",
    ),
    _bug(
        "aggregate-unchanged-emitted",
        AggregateRules(unchanged="emitted"),
        "emits a result that is as before",
        "Without state retention an equal result is not sent again.",
    ),
    _bug(
        "aggregate-update-before",
        AggregateRules(before="always"),
        "emits -U though nobody asked for it",
        "The planner says whether -U goes before +U.",
    ),
    _bug(
        "aggregate-deletion-unsaid",
        AggregateRules(deletion="silent"),
        "emits no -D when a key's last record goes",
        "Downstream has to delete the result, which it would keep for ever.",
    ),
    _bug(
        "aggregate-sum-unbounded",
        AggregateRules(overflow="never"),
        "adds without bounds",
        "SUM over BIGINT overflows as Java's long does.",
        "apache/flink:SumAggFunction.LongSumAggFunction",
    ),
    _bug(
        "aggregate-keys-of-others",
        AggregateRules(range="whole"),
        "takes every key, and restores every key group",
        "A subtask has the keys of its own range; whatever else it keeps is lost with the next rescaling.",
        "apache/flink:StateAssignmentOperation.getManagedKeyedStateHandles",
    ),
    _bug(
        "aggregate-restored-by-index",
        AggregateRules(restored="same-subtask"),
        "restores from the old subtask of its own index",
        "At another parallelism the key groups of a subtask lie in the snapshots of several old ones.",
        "apache/flink:StateAssignmentOperation.reDistributeKeyedStates",
    ),
)
