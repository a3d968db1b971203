"""Flink's key groups: which group a key belongs to, and which parallel operator owns the group."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import from_file
from jarparity.key_placements import KeyPlacement, Setting
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Assumed, BulkInput, Operation
from jarparity.values import jobs, rules
from jarparity.values.shapes import INT32, KEY, RANGE, STRING, listing, record, ref

if TYPE_CHECKING:
    from jarparity.areas.flink_groups import bulk, cases, inputs
else:
    bulk, cases, inputs = lazy_modules(__package__, "bulk", "cases", "inputs")

_ASSIGNMENT = "org.apache.flink.runtime.state.KeyGroupRangeAssignment"
_KEY_KINDS: Final = ("long", "integer", "double", "boolean", "utf8")
_CASES: Final = Path(__file__).with_name("cases.json")
_MAX = Setting("maxParallelism", 32768, 128, "maximum parallelisms")
_PARALLELISM = Setting("parallelism", 32768, 4, "parallelisms", within="max")
_IDENTITY_HASHED = {
    "bytes": "bytes keys hash by identity in Java, so equal keys land in different key groups; "
    "use a string, or a row with a bytes field (--key-type 'row(bytes)')"
}
DIGITS_OF_ERRORS = Assumed(
    "digits of the default locale",
    "0 to 9",
    "the error's text names the key group by String.format, which writes it in those digits",
)
_operation = partial(
    Operation,
    family="flink",
    realistic=jobs.is_job,
)

OPERATIONS: tuple[Operation, ...] = (
    _operation(
        name="flink.key-group.of-key",
        summary="The key group of a key.",
        original=f"{_ASSIGNMENT}.assignToKeyGroup(Object, int)",
        python="copartition.flink.key_group",
        input=record(key=KEY, maxParallelism=INT32),
        answer=INT32,
        draw=inputs.of_key,
        cases=cases.key_groups,
        enough=4096,
        problems=rules.of_key,
        bulk=BulkInput("key", _KEY_KINDS, parameters=bulk.max_parallelism, document=bulk.typed_key),
        placement=KeyPlacement("Flink", {"max": _MAX}, "key group", refused=_IDENTITY_HASHED),
    ),
    _operation(
        name="flink.key-group.of-hash",
        summary="The key group of a key's hash code.",
        original=f"{_ASSIGNMENT}.computeKeyGroupForKeyHash(int, int)",
        python="copartition.flink.key_group_of_hash",
        input=record(hash=INT32, maxParallelism=INT32),
        answer=INT32,
        draw=inputs.of_hash,
        cases=cases.of_hash,
        enough=1024,
        bulk=BulkInput("hash", ("integer",), parameters=bulk.max_parallelism),
    ),
    _operation(
        name="flink.key-group.operator-of-key",
        summary="The parallel operator that a key belongs to.",
        original=f"{_ASSIGNMENT}.assignKeyToParallelOperator(Object, int, int)",
        python="copartition.flink.operator_of_key",
        input=record(key=KEY, maxParallelism=INT32, parallelism=INT32),
        answer=INT32,
        draw=inputs.operator_of_key,
        cases=cases.operators,
        enough=4096,
        problems=rules.of_key,
        bulk=BulkInput("key", _KEY_KINDS, parameters=bulk.both_parallelisms, document=bulk.typed_key),
        placement=KeyPlacement(
            "Flink",
            {"max": _MAX, "parallelism": _PARALLELISM},
            "subtask",
            refused=_IDENTITY_HASHED,
            owner="flink.key-group.operator-of-group",
            note_owned="For new jobs only: a running job can't read its state under another maximum parallelism.",
        ),
    ),
    _operation(
        name="flink.key-group.operator-of-group",
        summary="The parallel operator that owns a key group.",
        original=f"{_ASSIGNMENT}.computeOperatorIndexForKeyGroup(int, int, int)",
        python="copartition.flink.operator_of_key_group",
        input=record(keyGroup=INT32, maxParallelism=INT32, parallelism=INT32),
        answer=INT32,
        draw=inputs.operator_of_group,
        cases=cases.operator_of_group,
        bulk=BulkInput(("keyGroup", "maxParallelism", "parallelism"), ("ints",), rows=bulk.groups),
    ),
    _operation(
        name="flink.key-group.range-of-operator",
        summary="The key groups that a parallel operator owns.",
        original=f"{_ASSIGNMENT}.computeKeyGroupRangeForOperatorIndex(int, int, int)",
        python="copartition.flink.range_of_operator",
        input=record(maxParallelism=INT32, parallelism=INT32, operator=INT32),
        answer=RANGE,
        draw=inputs.range_of_operator,
        cases=cases.range_of_operator,
        bulk=BulkInput(
            ("maxParallelism", "parallelism", "operator"),
            ("ints",),
            width=2,
            answer=("start", "end"),
            rows=bulk.operators,
        ),
    ),
    _operation(
        name="flink.key-group.default-max-parallelism",
        summary="The maximum parallelism that a job gets which sets none.",
        original=f"{_ASSIGNMENT}.computeDefaultMaxParallelism(int)",
        python="copartition.flink.default_max_parallelism",
        input=record(parallelism=INT32),
        answer=INT32,
        draw=inputs.default_max_parallelism,
        cases=cases.default_max_parallelism,
    ),
    _operation(
        name="flink.key-group.check-parallelism",
        summary="Whether Flink accepts a parallelism: null, or an error.",
        original=f"{_ASSIGNMENT}.checkParallelismPreconditions(int)",
        python="copartition.flink.check_parallelism",
        input=record(parallelism=INT32),
        answer={"type": "null"},
        draw=inputs.check_parallelism,
        cases=cases.check_parallelism,
    ),
    _operation(
        name="flink.key-group-range.intersection",
        summary="The key groups that two ranges share; 0 to -1 where there are none.",
        original="org.apache.flink.runtime.state.KeyGroupRange.getIntersection(KeyGroupRange)",
        python="copartition.flink.KeyGroupRange.intersection",
        input=record(a=RANGE, b=RANGE),
        answer=RANGE,
        draw=inputs.intersection,
        cases=partial(from_file, _CASES, "flink.key-group-range.intersection"),
        notes="Both ranges are made by KeyGroupRange(int, int), which refuses an empty or a negative one.",
    ),
    _operation(
        name="flink.key-group-range.of",
        summary="A range as an object: its size, text, equality, and the key groups that it says it holds.",
        original=(
            "org.apache.flink.runtime.state.KeyGroupRange.of(int, int), getNumberOfKeyGroups(), toString(), "
            "equals(Object), contains(int), getKeyGroupId(int)"
        ),
        python="copartition.flink.KeyGroupRange.of",
        input=record(
            start=INT32, end=INT32, other={"anyOf": [RANGE, {"type": "null"}]}, keyGroup=INT32, position=INT32
        ),
        answer=record(
            range=RANGE,
            keyGroups=INT32,
            text=STRING,
            equal={"type": "boolean"},
            contains={"type": "boolean"},
            keyGroupAt=INT32,
        ),
        draw=inputs.range_of,
        cases=partial(from_file, _CASES, "flink.key-group-range.of"),
        notes=(
            "Both ranges are made by of, which gives the empty one, 0 to -1, where the start is above the end. 'equal' "
            "compares with 'other', which may be null; 'contains' is about keyGroup, 'keyGroupAt' about position, "
            "counted from 0: the place behind the last is let through."
        ),
    ),
    _operation(
        name="flink.key-group-range.offsets",
        summary="The offset at which a key group's state starts in a snapshot.",
        original="org.apache.flink.runtime.state.KeyGroupRangeOffsets.getKeyGroupOffset(int)",
        python="copartition.flink.KeyGroupRangeOffsets",
        input=record(range=RANGE, offsets=listing(ref("int64")), probe=INT32),
        answer=ref("int64"),
        draw=inputs.offsets,
        cases=partial(from_file, _CASES, "flink.key-group-range.offsets"),
        assumed=(DIGITS_OF_ERRORS,),
        notes="The range is made by KeyGroupRange(int, int), which refuses an empty or a negative one.",
    ),
    _operation(
        name="flink.partitioner.channel",
        summary="The channel that keyBy sends a record to.",
        original="org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner.selectChannel(…)",
        python="copartition.flink.select_channel",
        input=record(key=KEY, maxParallelism=INT32, channels=INT32),
        answer=INT32,
        draw=inputs.channel,
        cases=cases.channels,
        enough=4096,
        problems=rules.of_key,
    ),
)
