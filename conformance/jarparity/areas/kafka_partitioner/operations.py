"""Kafka's producer: in which partition a record goes, with a key and without."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.case_collector import from_file
from jarparity.key_placements import KeyPlacement, Setting
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import BulkInput, Operation, Varying
from jarparity.values import jobs
from jarparity.values.shapes import HEX, INT32, extended, listing, record, ref, step_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_partitioner import bulk, cases, inputs
    from jarparity.operations import Problem
else:
    bulk, cases, inputs = lazy_modules(__package__, "bulk", "cases", "inputs")

_PRODUCER = "org.apache.kafka.clients.producer"
_CASES: Final = Path(__file__).with_name("cases.json")
_KINDS: Final = ("utf8", "binary")
_NULLABLE_STRING = {"description": "A string, or null.", "type": ["string", "null"]}
_TABLE = record(table=listing(INT32), partitions=listing(INT32), length=INT32)
PRODUCER_RACKS = "4.4.0"
"""The rack of a producer, and of leaders."""


def of_load_table(document: JSON) -> str | None:
    """The first version that makes such a table."""
    return PRODUCER_RACKS if document.get("rack") is not None or document.get("racks") is not None else None


def problems_of_load_table(document: JSON) -> Iterator[Problem]:
    """The path and the sentence of each broken rule in an input that fits its schema."""
    is_read = document["queueSizes"] is not None and document.get("rack") is not None
    if is_read and document.get("racks") is None:
        yield "input.racks", "a producer with a rack asks for the leaders'; write one, or null, by partition"


NO_RACKS: Final = Varying(
    "a producer's rack without those of leaders: not asked",
    "the original reads an array that isn't there: the message of that error is the JVM's own",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        name="kafka.partitioner.murmur2",
        summary="Kafka's murmur2 of a serialized key, as a signed 32-bit integer.",
        original="org.apache.kafka.common.utils.Utils.murmur2(byte[])",
        python="copartition.kafka.murmur2",
        family="kafka-clients",
        input=record(bytes=HEX),
        answer=INT32,
        draw=inputs.murmur2,
        cases=cases.hashes,
        bulk=BulkInput("bytes", _KINDS, document=bulk.hexadecimal),
    ),
    Operation(
        name="kafka.partitioner.partition-for-key",
        summary="The partition of a serialized key among so many partitions.",
        original=(
            "org.apache.kafka.clients.producer.internals.BuiltInPartitioner.partitionForKey(byte[], int); "
            "before 3.3 org.apache.kafka.clients.producer.internals.DefaultPartitioner.partition(…)"
        ),
        python="copartition.kafka.partition_for_key",
        family="kafka-clients",
        input=record(bytes=HEX, partitions=ref("count")),
        answer=INT32,
        draw=inputs.partition_for_key,
        cases=cases.partitions,
        realistic=jobs.has_partitions,
        bulk=BulkInput("bytes", _KINDS, parameters=bulk.partitions, document=bulk.hexadecimal),
        placement=KeyPlacement(
            "Kafka",
            {"partitions": Setting("partitions", 2**31 - 1, 12, "numbers of partitions")},
            "partition",
            # How the serializers of kafka-clients write numbers.
            serialized={"long": ">i8", "integer": ">i4", "double": ">f8"},
            note="Kafka moves no records: only the keys' later records go to another partition.",
        ),
        notes="Partitions are at least 0: before 3.3 no negative number of them can be asked for.",
    ),
    Operation(
        name="kafka.partitioner.round-robin",
        summary="The partitions of records without a key, one after the other, while leaders come and go.",
        original=f"{_PRODUCER}.RoundRobinPartitioner.partition(…)",
        python="copartition.kafka.RoundRobinPartitioner",
        family="kafka-clients",
        input=record(topics=ref("available-topics"), steps=listing(ref("record-step"))),
        answer=step_answers({"type": ["integer", "null"]}),
        draw=inputs.round_robin,
        cases=partial(from_file, _CASES, "kafka.partitioner.round-robin"),
        volume_rows=50,
        since="2.4.0",
        notes="One entry a step: the record's partition or {'error': {'kind'}}, and null for a change of topics.",
    ),
    Operation(
        name="kafka.partitioner.load-table",
        summary="The cumulative weights by which records without a key prefer partitions with short queues.",
        original=f"{_PRODUCER}.internals.BuiltInPartitioner.updatePartitionLoadStats(int[], int[], int)",
        python="copartition.kafka.load_table",
        family="kafka-clients",
        input=extended(
            record(
                queueSizes={"description": "Sizes of queues, or null.", "type": ["array", "null"], "items": INT32},
                partitions=listing(INT32),
                length=INT32,
            ),
            racks={
                "description": "By partition the rack of its leader, or null; from kafka-clients 4.4 on.",
                "type": ["array", "null"],
                "items": _NULLABLE_STRING,
            },
            rack={
                "description": "The producer's rack, or null; from kafka-clients 4.4 on.",
                "type": ["string", "null"],
            },
        ),
        answer={
            "if": {"type": "object"},
            "then": extended(_TABLE, inThisRack=_TABLE),
            "else": {"type": "null"},
        },
        draw=inputs.load_table,
        cases=partial(from_file, _CASES, "kafka.partitioner.load-table"),
        since="3.3.0",
        min_version=of_load_table,
        problems=problems_of_load_table,
        excluded=(NO_RACKS,),
        notes=(
            "The table is the array of queue sizes after the original folded its first 'length' entries in place; "
            "null where it keeps to the uniform distribution. With a rack, inThisRack stands beside it: the table of "
            "the partitions whose leaders are in the producer's rack."
        ),
    ),
)
