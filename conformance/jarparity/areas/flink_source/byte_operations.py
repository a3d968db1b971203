"""Flink's Kafka source: its splits, and the state of its enumerator, as bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity import varying
from jarparity.areas.flink_source import byte_inputs, cases
from jarparity.areas.flink_source.operations import ENUMERATOR_STATE, NUMBERS_IN_MESSAGES
from jarparity.operations import Operation
from jarparity.values import jobs
from jarparity.values.shapes import HEX, INT32, either_direction, extended, listing, record, ref

if TYPE_CHECKING:
    from jarparity.answers import JSON

_SOURCE = "org.apache.flink.connector.kafka.source"
_SPLIT = ref("source-split")
_DECODE = record(direction={"const": "decode"}, version=INT32, bytes=HEX)
_FINISHED = {"description": "true or false.", "type": "boolean"}

WITH_STATUS = "3.1.0"
"""Unassigned splits, and whether the first discovery is finished."""


def first_of_state(document: JSON) -> str | None:
    """The first connector whose state carries all of an input; None for all."""
    if document["direction"] == "decode":
        return None
    return WITH_STATUS if document["unassigned"] or not document["initialDiscoveryFinished"] else None


OPERATIONS: tuple[Operation, ...] = (
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
        draw=byte_inputs.split_bytes,
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
                initialDiscoveryFinished=_FINISHED,
            ),
            _DECODE,
        ),
        answer={
            "if": {"type": "string"},
            "then": HEX,
            "else": extended(
                {"type": "object", "required": [], "additionalProperties": False, "properties": {}},
                assignedPartitions=listing({"type": "array"}),
                partitions=listing({"type": "array"}),
                splits=listing({"type": "array"}),
                initialDiscoveryFinished=_FINISHED,
            ),
        },
        draw=byte_inputs.state_bytes,
        cases=cases.states,
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
