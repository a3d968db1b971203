"""What a group coordinator keeps of its groups: the records of __consumer_offsets as bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.area import Area
from jarparity.areas.kafka_group_records.schemas import ANSWER, INPUT, first_of
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation

if TYPE_CHECKING:
    from jarparity.areas.kafka_group_records import cases, inputs
else:
    cases, inputs = lazy_modules(__package__, "cases", "inputs")

_SUMMARY: Final = "What a group coordinator keeps of its groups: the records of __consumer_offsets as bytes."

AREA: Final = Area(
    name="kafka_group_records",
    summary=_SUMMARY,
    place=18,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_group_records.faults",),
    operations=(
        Operation(
            name="kafka.group.record",
            summary="A record of the coordinator's topic as bytes, and back: groups, members, targets, offsets.",
            original=(
                "org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde.serializeKey(CoordinatorRecord), "
                "serializeValue(CoordinatorRecord), deserialize(ByteBuffer, ByteBuffer)"
            ),
            python="copartition.kafka.group_records.encode_record",
            family="kafka-group-coordinator",
            input=INPUT,
            answer=ANSWER,
            draw=inputs.record,
            cases=cases.records,
            enough=1024,
            volume_rows=25,
            messages=False,
            varies=True,
            min_version=first_of,
            excluded=(varying.MESSAGES,),
            notes=(
                "Fields are those of Kafka's own schemas, in Kafka's own JSON, but for numbers of 64 bits, which are "
                "decimal strings, and bytes, which are hex. A field that is left out has its default; an answer leaves "
                "out what a version lacks, and a field with a tag that has its default. 3.8 and 3.9 have the class "
                "CoordinatorRecordSerde. Early-access records of share groups that 4.1 gave up are not written."
            ),
        ),
    ),
)
