"""What Kafka generates from its schemas, as bytes: messages of clients and brokers, a coordinator's records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity import varying
from jarparity.area import Area
from jarparity.areas.kafka_messages import message_schemas, record_schemas
from jarparity.areas.kafka_messages.message_types import FIRST
from jarparity.lazy_modules import lazy_modules
from jarparity.operations import Operation

if TYPE_CHECKING:
    from jarparity.areas.kafka_messages import message_cases, message_inputs, record_cases, record_inputs
else:
    message_cases, message_inputs, record_cases, record_inputs = lazy_modules(
        __package__, "message_cases", "message_inputs", "record_cases", "record_inputs"
    )

AREA: Final = Area(
    name="kafka_messages",
    summary="What Kafka generates from its schemas, as bytes: requests, responses, and what a coordinator keeps.",
    place=18,
    folder=Path(__file__).parent,
    faults=("jarparity.areas.kafka_messages.faults",),
    operations=(
        Operation(
            name="kafka.message.bytes",
            summary="A message as bytes, and back: requests, responses, headers and other data, in every version.",
            original=(
                "org.apache.kafka.common.protocol.Message.write(Writable, ObjectSerializationCache, short), "
                "read(Readable, short)"
            ),
            python="copartition.kafka.messages.encode_message",
            family="kafka-clients",
            since=FIRST,
            input=message_schemas.INPUT,
            answer=message_schemas.ANSWER,
            draw=message_inputs.message,
            cases=message_cases.cases,
            problems=message_schemas.problems,
            enough=2560,
            volume_rows=25,
            messages=False,
            varies=True,
            min_version=message_schemas.first_of,
            excluded=(varying.MESSAGES,),
            notes=(
                "Fields are those of Kafka's own schemas. Numbers of 64 bits are decimal strings, bytes are hex, an id "
                "is base64url, and of a float64 there are the bits, as hex. A field that is left out has its default; "
                "what was read has all fields of the version, and tags that aren't known as _unknownTaggedFields. "
                "A version that a release lacks is an UnsupportedVersionException: Kafka's classes themselves would "
                "write and read it. Bytes have no length in front, and no header: headers are messages, too. Items of "
                "lists are never null."
            ),
        ),
        Operation(
            name="kafka.message.header",
            summary="The API of a request or a response, and the version of the header in front of it.",
            original=(
                "org.apache.kafka.common.message.ApiMessageType.requestHeaderVersion(short), "
                "responseHeaderVersion(short)"
            ),
            python="copartition.kafka.messages.header_version",
            family="kafka-clients",
            since=FIRST,
            input=message_schemas.HEADER_INPUT,
            answer=message_schemas.HEADER,
            draw=message_inputs.header,
            cases=message_cases.headers,
            messages=False,
            varies=True,
            min_version=message_schemas.first_with_message,
            excluded=(varying.MESSAGES,),
            notes="A version that a release lacks is an UnsupportedVersionException, as in kafka.message.bytes.",
        ),
        Operation(
            name="kafka.group.record",
            summary="A record of the coordinator's topic as bytes, and back: groups, members, targets, offsets.",
            original=(
                "org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde.serializeKey(CoordinatorRecord), "
                "serializeValue(CoordinatorRecord), deserialize(ByteBuffer, ByteBuffer)"
            ),
            python="copartition.kafka.group_records.encode_record",
            family="kafka-group-coordinator",
            input=record_schemas.INPUT,
            answer=record_schemas.ANSWER,
            draw=record_inputs.record,
            cases=record_cases.records,
            enough=1024,
            volume_rows=25,
            messages=False,
            varies=True,
            min_version=record_schemas.first_of,
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
