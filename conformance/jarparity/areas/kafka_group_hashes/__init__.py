"""In which partition a coordinator keeps a group, and the hash by which it sees that topics have changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.area import Area
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation
from jarparity.values.shapes import STRING, listing, record, ref

if TYPE_CHECKING:
    from jarparity.areas.kafka_group_hashes import inputs
else:
    (inputs,) = lazy_modules(__package__, "inputs")

_GROUP: Final = "org.apache.kafka.coordinator.group"
_INT64: Final = ref("int64")
_NAME: Final = {**STRING, "description": "A topic's name; any string."}

AREA: Final = Area(
    name="kafka_group_hashes",
    summary="In which partition a coordinator keeps a group, and the hash by which it sees that topics have changed.",
    place=13,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_group_hashes.faults",),
    operations=(
        Operation(
            name="kafka.group.partition-for",
            summary="The partition of the coordinator's topic in which a group, or a transaction, is kept.",
            original=f"{_GROUP}.GroupCoordinatorService.partitionFor(String)",
            python="copartition.kafka.group.partition_for",
            family="kafka-group-coordinator",
            input=record(id=STRING, partitions=ref("count")),
            answer=ref("int32"),
            draw=inputs.partition_for,
            cases=inputs.partitions,
            enough=1024,
            volume_rows=4,
            notes=(
                "The id is a group's, of __consumer_offsets; TransactionStateManager.partitionFor has the same "
                "arithmetic for a transactional id, of __transaction_state. No partitions are an ArithmeticException."
            ),
        ),
        Operation(
            name="kafka.group.metadata-hash",
            summary="The hashes of topics, and of a group that subscribes to them: another one starts an assignment.",
            original=f"{_GROUP}.Utils.computeTopicHash(String, CoordinatorMetadataImage), computeGroupHash(Map)",
            python="copartition.kafka.group.topic_hash",
            family="kafka-group-coordinator",
            since="4.1.1",
            input=record(topics=listing(record(name=_NAME, id=ref("topic-id"), partitions=listing(listing(STRING))))),
            answer=record(topics={"type": "object", "additionalProperties": _INT64}, group=_INT64),
            draw=inputs.metadata_hash,
            cases=inputs.metadata_hashes,
            problems=inputs.problems,
            volume_rows=50,
            notes="A topic's 'partitions' has by partition the racks of its replicas, of those that have a rack.",
        ),
    ),
)
