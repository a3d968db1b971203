"""Flink's key groups: which group a key belongs to, and which parallel operator owns the group."""

from __future__ import annotations

from jarparity.catalogue import varying
from jarparity.catalogue.shapes import INT32, KEY, RANGE, STRING, listing, record, ref
from jarparity.operations import BulkInput, Operation

_ASSIGNMENT = "org.apache.flink.runtime.state.KeyGroupRangeAssignment"
_KEY_KINDS = ("long", "integer", "double", "boolean", "utf8")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.key-group.of-key",
        summary="The key group of a key.",
        original=f"{_ASSIGNMENT}.assignToKeyGroup(Object, int)",
        python="copartition.flink.key_group",
        family="flink",
        input=record(key=KEY, maxParallelism=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:key_group_of_key",
        vectors="jarparity.vectors.flink_keys:key_groups",
        bulk=BulkInput(column="key", kinds=_KEY_KINDS),
    ),
    Operation(
        name="flink.key-group.of-hash",
        summary="The key group of a key's hash code.",
        original=f"{_ASSIGNMENT}.computeKeyGroupForKeyHash(int, int)",
        python="copartition.flink.key_group_of_hash",
        family="flink",
        input=record(hash=INT32, maxParallelism=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:key_group_of_hash",
        vectors="jarparity.vectors.flink_key_groups:of_hash",
        bulk=BulkInput(column="hash", kinds=("integer",)),
    ),
    Operation(
        name="flink.key-group.operator-of-key",
        summary="The parallel operator that a key belongs to.",
        original=f"{_ASSIGNMENT}.assignKeyToParallelOperator(Object, int, int)",
        python="copartition.flink.operator_of_key",
        family="flink",
        input=record(key=KEY, maxParallelism=INT32, parallelism=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:operator_of_key",
        vectors="jarparity.vectors.flink_keys:operators",
        bulk=BulkInput(column="key", kinds=_KEY_KINDS),
    ),
    Operation(
        name="flink.key-group.operator-of-group",
        summary="The parallel operator that owns a key group.",
        original=f"{_ASSIGNMENT}.computeOperatorIndexForKeyGroup(int, int, int)",
        python="copartition.flink.operator_of_key_group",
        family="flink",
        input=record(keyGroup=INT32, maxParallelism=INT32, parallelism=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:operator_of_group",
        vectors="jarparity.vectors.flink_key_groups:operator_of_group",
        bulk=BulkInput(column=("keyGroup", "maxParallelism", "parallelism"), kinds=("ints",)),
    ),
    Operation(
        name="flink.key-group.range-of-operator",
        summary="The key groups that a parallel operator owns.",
        original=f"{_ASSIGNMENT}.computeKeyGroupRangeForOperatorIndex(int, int, int)",
        python="copartition.flink.range_of_operator",
        family="flink",
        input=record(maxParallelism=INT32, parallelism=INT32, operator=INT32),
        answer=RANGE,
        strategy="jarparity.strategies.inputs:range_of_operator",
        vectors="jarparity.vectors.flink_key_groups:range_of_operator",
        bulk=BulkInput(
            column=("maxParallelism", "parallelism", "operator"),
            kinds=("ints",),
            width=2,
            answer=("start", "end"),
        ),
    ),
    Operation(
        name="flink.key-group.default-max-parallelism",
        summary="The maximum parallelism that a job gets which sets none.",
        original=f"{_ASSIGNMENT}.computeDefaultMaxParallelism(int)",
        python="copartition.flink.default_max_parallelism",
        family="flink",
        input=record(parallelism=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:default_max_parallelism",
        vectors="jarparity.vectors.flink_key_groups:default_max_parallelism",
    ),
    Operation(
        name="flink.key-group.check-parallelism",
        summary="Whether Flink accepts a parallelism: null, or an error.",
        original=f"{_ASSIGNMENT}.checkParallelismPreconditions(int)",
        python="copartition.flink.check_parallelism",
        family="flink",
        input=record(parallelism=INT32),
        answer={"type": "null"},
        strategy="jarparity.strategies.inputs:check_parallelism",
        vectors="jarparity.vectors.flink_key_groups:check_parallelism",
    ),
    Operation(
        name="flink.key-group-range.intersection",
        summary="The key groups that two ranges share; 0 to -1 where there are none.",
        original="org.apache.flink.runtime.state.KeyGroupRange.getIntersection(KeyGroupRange)",
        python="copartition.flink.KeyGroupRange.intersection",
        family="flink",
        input=record(a=RANGE, b=RANGE),
        answer=RANGE,
        strategy="jarparity.strategies.inputs:intersection",
        vectors="jarparity.vectors.flink_key_groups:intersections",
        notes="Both ranges are made by KeyGroupRange(int, int), which refuses an empty or a negative one.",
    ),
    Operation(
        name="flink.key-group-range.of",
        summary="A range as an object: its size, text, equality, and the key groups that it says it holds.",
        original=(
            "org.apache.flink.runtime.state.KeyGroupRange.of(int, int), getNumberOfKeyGroups(), toString(), "
            "equals(Object), contains(int), getKeyGroupId(int)"
        ),
        python="copartition.flink.KeyGroupRange.of",
        family="flink",
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
        strategy="jarparity.strategies.inputs:range_of",
        vectors="jarparity.vectors.flink_key_groups:ranges_of",
        notes=(
            "Both ranges are made by of, which gives the empty one, 0 to -1, where the start is above the end. 'equal' "
            "compares with 'other', which may be null; 'contains' is about keyGroup, 'keyGroupAt' about position, "
            "counted from 0: the place behind the last is let through."
        ),
    ),
    Operation(
        name="flink.key-group-range.offsets",
        summary="The offset at which a key group's state starts in a snapshot.",
        original="org.apache.flink.runtime.state.KeyGroupRangeOffsets.getKeyGroupOffset(int)",
        python="copartition.flink.KeyGroupRangeOffsets",
        family="flink",
        input=record(range=RANGE, offsets=listing(ref("int64")), probe=INT32),
        answer=ref("int64"),
        strategy="jarparity.strategies.inputs:offsets",
        vectors="jarparity.vectors.flink_key_groups:offsets",
        assumed=(varying.DIGITS_OF_ERRORS,),
        notes="The range is made by KeyGroupRange(int, int), which refuses an empty or a negative one.",
    ),
    Operation(
        name="flink.partitioner.channel",
        summary="The channel that keyBy sends a record to.",
        original="org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner.selectChannel(…)",
        python="copartition.flink.select_channel",
        family="flink",
        input=record(key=KEY, maxParallelism=INT32, channels=INT32),
        answer=INT32,
        strategy="jarparity.strategies.inputs:channel",
        vectors="jarparity.vectors.flink_keys:channels",
    ),
)
