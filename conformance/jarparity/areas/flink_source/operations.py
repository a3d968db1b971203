"""Flink's Kafka source: which reader reads which partition, from which offset."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.case_collector import from_file
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation, Varying
from jarparity.values import jobs
from jarparity.values.shapes import (
    HEX,
    INT32,
    STRING,
    by_number,
    either_direction,
    extended,
    happening,
    listing,
    record,
    ref,
    row,
    step_answers,
    steps,
)

if TYPE_CHECKING:
    from jarparity.answers import JSON
    from jarparity.areas.flink_source import cases, edits, inputs, rules
else:
    cases, edits, inputs, rules = lazy_modules(__package__, "cases", "edits", "inputs", "rules")

_ENUMERATOR = "org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator"
_FAMILY = "flink-connector-kafka"
_CASES: Final = Path(__file__).with_name("cases.json")

_FLAG = {"description": "true or false.", "type": "boolean"}


_PARTITIONS = listing(row('A topic and a partition, such as ["t", 0].', STRING, INT32))
_OFFSETS = listing(row('A topic, a partition and an offset, such as ["t", 0, "5"].', STRING, INT32, ref("int64")))


def _initializer(description: str) -> JSON:
    """Earliest, latest, committed, a timestamp, offsets by partition, or an initializer of the user's own."""
    forms = {
        "timestamp": record(type=STRING, timestamp=ref("int64")),
        "offsets": extended(
            record(type=STRING, offsets=_OFFSETS),
            reset={"description": "earliest, latest or none.", "enum": ["earliest", "latest", "none"]},
        ),
        "custom": record(type=STRING, offsets=_OFFSETS),
    }
    plain = ["earliest", "latest", "committed"]
    return {
        "description": description,
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": [*plain, *forms]}},
        "allOf": [
            *({"if": {"properties": {"type": {"const": name}}}, "then": form} for name, form in forms.items()),
            {"if": {"properties": {"type": {"enum": plain}}}, "then": record(type=STRING)},
        ],
    }


_START = _initializer("Where splits start: an object with a type.")
_ENUMERATOR_INPUT = extended(
    record(
        parallelism=INT32,
        discoveryIntervalMs={
            "description": "Milliseconds as a decimal string, 0 or less for one discovery; null for the default.",
            "if": {"type": "string"},
            "then": ref("int64"),
            "else": {"type": "null"},
        },
        boundedness={
            "description": "BOUNDED or CONTINUOUS_UNBOUNDED.",
            "enum": ["BOUNDED", "CONTINUOUS_UNBOUNDED"],
        },
        start=_START,
        stop={"if": {"type": "null"}, "else": _initializer("Where splits stop: an object with a type, or null.")},
        endOffsets=_OFFSETS,
        steps=steps(
            start=record(),
            discover=extended(record(partitions=_PARTITIONS), fails=_FLAG, initialize=_FLAG),
            initialize=record(),
            addReader=extended(record(reader=INT32), registered=_FLAG),
            removeReader=record(reader=INT32),
            addSplitsBack=record(reader=INT32, splits=listing(ref("source-split"))),
            close=record(),
            snapshot=record(),
            restore=extended(record(), state=HEX, version=INT32, parallelism=INT32),
        ),
    ),
    beginningOffsets=_OFFSETS,
    timestampOffsets=_OFFSETS,
    committedOffsets=_OFFSETS,
    events=_FLAG,
)
_START_AND_STOP = (ref("int64"), {"anyOf": [{"type": "null"}, ref("int64")]})
_STATE = {
    "description": "What an enumerator remembers: up to 3.0, from 3.1 to 4.0, and from 5.0 on.",
    "anyOf": [
        record(assignedPartitions=_PARTITIONS),
        record(
            partitions=listing(row("A partition.", STRING, INT32, {"enum": ["ASSIGNED", "UNASSIGNED_INITIAL"]})),
            initialDiscoveryFinished=_FLAG,
        ),
        record(
            splits=listing(row("A split.", STRING, INT32, *_START_AND_STOP, {"enum": ["ASSIGNED", "UNASSIGNED"]})),
            initialDiscoveryFinished=_FLAG,
        ),
    ],
}
_TOLD = extended(
    record(
        assign=listing(by_number(listing(ref("source-split")), "By reader.")),
        noMoreSplits=listing(INT32),
    ),
    state=_STATE,
    events=listing(by_number(record(version=INT32, splits=listing(HEX)), "By reader.")),
)
NUMBERS_IN_MESSAGES = Varying(
    "numbers in the text of errors: recorded in the digits 0 to 9, never compared",
    "the originals write them with String.format: in the digits of the default locale",
)
ENUMERATOR_STATE = Varying(
    "the partitions and splits of a state (`state`, and every decoded one)",
    "the original keeps them in hash sets, from connector 3.1 on of objects that hash by identity",
)

EQUAL_SPLITS = Varying(
    "partitions or splits of one hash code that may share a tree: not asked",
    "neither is Comparable: a tree orders equal codes by System.identityHashCode, and splits are assigned in its order",
)

_SOURCE = "org.apache.flink.connector.kafka.source"
_SPLIT = ref("source-split")
_DECODE = record(direction={"const": "decode"}, version=INT32, bytes=HEX)

_DYNAMIC_SPLIT = row('A cluster, a topic and a partition, such as ["c", "t", 0].', STRING, STRING, INT32)
_DYNAMIC_SPLITS = listing(_DYNAMIC_SPLIT)

WITH_STATUS = "3.1.0"
"""Unassigned splits, and whether the first discovery is finished."""


def first_of_state(document: JSON) -> str | None:
    """The first connector whose state carries all of an input; None for all."""
    if document["direction"] == "decode":
        return None
    return WITH_STATUS if document["unassigned"] or not document["initialDiscoveryFinished"] else None


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="flink.kafka-source.split-owner",
        summary="The subtask that reads a partition of a topic.",
        original=f"{_ENUMERATOR}.getSplitOwner(TopicPartition, int)",
        python="copartition.flink.kafka_source.split_owner",
        family=_FAMILY,
        input=record(topic=STRING, partition=INT32, readers=INT32),
        answer=INT32,
        draw=inputs.split_owner,
        cases=cases.split_owner,
        only_lines=("flink-connector-kafka 1.15.4",),
        realistic=jobs.is_job,
        notes="The sum of a topic's first reader and the partition is an int: near 2^31 owners are negative.",
    ),
    Operation(
        name="flink.kafka-source.global-owner",
        summary="The subtask that reads a split of a dynamic source which balances over all its clusters.",
        original=(
            "org.apache.flink.connector.kafka.dynamic.source.enumerator.GlobalSplitOwnerAssigner"
            ".assignSplitOwner(String, int), onSplitsBack(List, int), onMetadataRefresh(Set)"
        ),
        python="copartition.flink.kafka_source.GlobalSplitOwnerAssigner",
        family=_FAMILY,
        since="5.0.0",
        input=record(
            steps=steps(
                refresh=record(splits=_DYNAMIC_SPLITS),
                addSplitsBack=record(reader=INT32, splits=_DYNAMIC_SPLITS),
                assign=record(split=_DYNAMIC_SPLIT, readers=INT32),
            )
        ),
        answer=step_answers(record(owner={"anyOf": [{"type": "null"}, INT32]})),
        draw=inputs.global_owner,
        cases=partial(from_file, _CASES, "flink.kafka-source.global-owner"),
        enough=128,
        realistic=jobs.is_job,
        steps=happening,
        notes=(
            "A step gives {'owner'}, null for all but assign, or {'error': {'kind'}}. A split is [cluster, topic, "
            "partition]; its id joins them by -, so that two may have one."
        ),
    ),
    Operation(
        name="flink.kafka-source.enumerator",
        summary="What a Kafka source tells its readers, and remembers, while partitions and readers come and go.",
        original=f"{_ENUMERATOR}.start(), addReader(int), addSplitsBack(List, int), snapshotState(long), close()",
        python="copartition.flink.kafka_source.KafkaSourceEnumerator",
        family=_FAMILY,
        input=_ENUMERATOR_INPUT,
        answer=step_answers(_TOLD),
        draw=inputs.enumerator,
        cases=partial(from_file, _CASES, "flink.kafka-source.enumerator"),
        enough=192,
        only_lines=("flink-connector-kafka 1.15.4",),
        realistic=jobs.is_job,
        problems=rules.problems,
        edits=edits.edits,
        sensible=edits.is_sensible,
        steps=happening,
        unordered=(ENUMERATOR_STATE,),
        excluded=(varying.MESSAGES, EQUAL_SPLITS),
        volume_rows=1000,
        messages=False,
        varies=True,
        notes=(
            "A step gives {'assign', 'noMoreSplits'}, snapshot also 'state', or {'error': {'kind'}}; with events: true "
            "also 'events', the bytes that go to readers. discover runs the oldest discovery that start scheduled, and "
            "all initializations that wait; with initialize: false they wait on, and initialize runs one. restore is "
            "from the bytes it names, else from the last snapshot, else from one of now. A partition that the cluster "
            "isn't said to know fails when it is asked for its beginning or end. A custom initializer is one of the "
            "user's own: it gives the same offsets whatever it is asked. 1.15.4 is a line for the fault of an "
            "interval of 0 (FLINK-31319). Splits stand in the order of the original's hash sets, sorted in 'state'."
        ),
    ),
    Operation(
        name="flink.kafka-source.split-bytes",
        summary="A split of the Kafka source as bytes, and back.",
        original=(
            f"{_SOURCE}.split.KafkaPartitionSplitSerializer.serialize(KafkaPartitionSplit), deserialize(int, byte[])"
        ),
        python="copartition.flink.kafka_source",
        family="flink-connector-kafka",
        input=either_direction(record(direction={"const": "encode"}, split=_SPLIT), _DECODE),
        answer={"if": {"type": "string"}, "then": HEX, "else": _SPLIT},
        draw=inputs.split_bytes,
        cases=cases.splits,
        only_lines=("flink-connector-kafka 1.15.4",),
        realistic=jobs.is_job,
        excluded=(varying.MESSAGES, NUMBERS_IN_MESSAGES),
        messages=False,
        varies=True,
        notes=(
            "A split is [topic, partition, start, stop or null]. No release looks at the version that it is told, nor "
            "at what follows the split. Connector 1.15.4 is a line for this operation, too: it writes a split that "
            "stops at 0 as an endless one."
        ),
    ),
    Operation(
        name="flink.kafka-source.state-bytes",
        summary="What the enumerator of the Kafka source remembers as bytes, and back, in every version of its state.",
        original=(
            f"{_SOURCE}.enumerator.KafkaSourceEnumStateSerializer.serialize(KafkaSourceEnumState), "
            "deserialize(int, byte[])"
        ),
        python="copartition.flink.kafka_source",
        family="flink-connector-kafka",
        input=either_direction(
            record(
                direction={"const": "encode"},
                assigned=listing(_SPLIT),
                unassigned=listing(_SPLIT),
                initialDiscoveryFinished=_FLAG,
            ),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": _STATE,
        },
        draw=inputs.state_bytes,
        cases=cases.states,
        enough=4096,
        realistic=jobs.is_job,
        unordered=(ENUMERATOR_STATE,),
        excluded=(varying.MESSAGES, NUMBERS_IN_MESSAGES),
        messages=False,
        varies=True,
        min_version=first_of_state,
        notes=(
            "Encoded in the version that the line writes: 1 up to 3.0 (assigned partitions), 2 from 3.1 to 4.0 (with "
            "their status), 3 from 5.0 on (whole splits), in the order of the input, where an enumerator's hash sets "
            "have an order of their own, from 3.1 on by identity. Decoded as the line's state holds it, sorted: "
            "{'assignedPartitions'}, and from 3.1 on {'partitions'} or {'splits'} with 'initialDiscoveryFinished'."
        ),
    ),
)
