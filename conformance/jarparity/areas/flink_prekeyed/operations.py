"""Flink: keyed state of a stream that its source has partitioned already. A proposal, never shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values import jobs
from jarparity.values.shapes import (
    INT32,
    STRING,
    by_name,
    by_number,
    extended,
    listing,
    record,
    ref,
    row,
    step_answers,
    steps,
)

if TYPE_CHECKING:
    from jarparity.areas.flink_prekeyed import cases, inputs
else:
    cases, inputs = lazy_modules(__package__, "cases", "inputs")

_SPLIT = {"description": "The id of a split, a string.", "type": "string"}
_KEY = {
    "description": "A key of the type string or null.",
    "if": {"properties": {"type": {"const": "null"}}},
    "then": ref("null-key"),
    "else": ref("string-key"),
}
_PLACED = record(keyGroup=INT32, free=listing(row("The first and last key group of a gap.", INT32, INT32)))
_FOUND = record(keyGroup=INT32, value={"type": ["string", "null"]})
_DUMP = by_number(listing(row("A key and its value.", STRING, STRING)), "By key group the entries.")
_OWNERS = by_number(by_name(INT32, "By split its key group."), "By subtask.")
_VALUE = {"description": "The new value, a string; null clears.", "type": ["string", "null"]}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.prekeyed.mapping",
        summary="The key groups of a source's splits, and the state that records of these splits find there.",
        original="org.apache.flink.runtime.state.KeyedStateBackend.setCurrentKeyAndKeyGroup(K, int), under a reference",
        python="copartition.flink.prekeyed.PreKeyedOperator",
        family="flink",
        input=record(
            maxParallelism=INT32,
            parallelism=INT32,
            operator=INT32,
            steps=steps(
                addSplit=extended(record(split=_SPLIT), operator=INT32),
                removeSplit=extended(record(split=_SPLIT), operator=INT32),
                record=extended(record(key=_KEY, split=_SPLIT), value=_VALUE, operator=INT32),
                dump=extended(record(), operator=INT32),
                rescale=record(parallelism=INT32),
            ),
        ),
        answer=step_answers(
            {"description": "What the step gives, as the notes say.", "anyOf": [_PLACED, _FOUND, _DUMP, _OWNERS]}
        ),
        draw=inputs.mapping,
        cases=cases.mappings,
        enough=128,
        realistic=jobs.is_job,
        volume_rows=250,
        since="2.0.0",
        notes=(
            "No original was shipped: the reference is java_ref/areas/flink_prekeyed, on the real heap backend. A step "
            "is made on the subtask 'operator', by default the input's. addSplit and removeSplit give {'keyGroup', "
            "'free'}, free as [first, last] of each gap; record, where split is what the user's function says of the "
            "key, gives {'keyGroup', 'value'} with the value before; dump gives by key group [[key, value]]; rescale "
            "snapshots, restores, and gives by subtask the key groups of its splits. A step that fails gives "
            "{'error': {'kind'}}, and changes nothing."
        ),
    ),
)
