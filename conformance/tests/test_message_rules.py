"""Which messages can be asked, of which releases, and the bytes that the kit makes of them to be read."""

from __future__ import annotations

from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from copartition.kafka import messages as ours
from copartition.port.message_values import values_of
from jarparity import registry
from jarparity.areas import kafka_messages
from jarparity.areas.kafka_messages.message_schemas import first_of, problems
from jarparity.areas.kafka_messages.message_types import messages
from jarparity.areas.kafka_messages.wire import message_bytes
from jarparity.validation import validate_input

if TYPE_CHECKING:
    from jarparity.answers import JSON

OPERATION = registry.operation("kafka.message.bytes")


def asked(message: str, version: int, **value: Any) -> JSON:
    return {"direction": "encode", "message": message, "version": version, "value": value}


def test_the_port_and_the_kit_have_the_same_table() -> None:
    tables = [files(package).joinpath("messages.jsonl").read_bytes() for package in (ours, kafka_messages)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (asked("JoinGroupRequest", 9, groupId=7), ("value.groupId", "must be a string")),
        (
            asked("JoinGroupRequest", 9, group="g"),
            ("value.group", "is no field: there are groupId, sessionTimeoutMs, "),
        ),
        (asked("JoinGroupRequest", 9, sessionTimeoutMs=2**31), ("value.sessionTimeoutMs", "must be -2147483648 to 21")),
        (asked("JoinGroupRequest", 9, sessionTimeoutMs=True), ("value.sessionTimeoutMs", "must be -2147483648 to 21")),
        (asked("JoinGroupRequest", 9, protocols={}), ("value.protocols", "must be a list")),
        (asked("JoinGroupRequest", 9, protocols=[None]), ("value.protocols[0]", "must be an object of fields")),
        (
            asked("JoinGroupRequest", 9, protocols=[{"metadata": "0A"}]),
            ("value.protocols[0].metadata", "must be hex digits, two a byte, in lower case"),
        ),
        (asked("FetchRequest", 17, maxWaitMs=None), ("value.maxWaitMs", "must be -2147483648 to 2147483647")),
        (asked("MetadataRequest", 9, allowAutoTopicCreation=1), ("value.allowAutoTopicCreation", "must be true or")),
        (asked("EndTxnRequest", 1, producerId=7), ("value.producerId", "must be a decimal string of 64 bits")),
        (asked("EndTxnRequest", 1, producerId=str(2**63)), ("value.producerId", "must be a decimal string of 64 bits")),
        (
            asked("StreamsGroupHeartbeatRequest", 0, userEndpoint={"port": -1}),
            ("value.userEndpoint.port", "must be 0 t"),
        ),
        (asked("MetadataRequest", 12, topics=[{"topicId": "A"}]), ("value.topics[0].topicId", "must be an id in base")),
        (
            asked("HeartbeatRequest", 4, _unknownTaggedFields=[{"tag": 2**31 - 1, "data": ""}]),
            ("value._unknownTaggedFields[0]", 'must be a list of {"tag": 0 to 2147483646, "data": hex}'),
        ),
        (
            asked("HeartbeatRequest", 4, _unknownTaggedFields={}),
            ("value._unknownTaggedFields", 'must be a list of {"tag": 0 to 2147483646, "data": hex}'),
        ),
    ],
)
def test_a_field_that_is_wrong_is_named(document: JSON, said: tuple[str, str]) -> None:
    ((path, rule),) = problems(document)
    assert (path, rule[: len(said[1])]) == said


def test_null_may_be_asked_where_kafka_refuses_it() -> None:
    assert not list(problems(asked("JoinGroupRequest", 9, groupId=None, protocols=None)))
    assert not list(problems({"direction": "decode", "message": "JoinGroupRequest", "version": 9, "bytes": "00"}))


@pytest.mark.parametrize(
    ("document", "first"),
    [
        (asked("JoinGroupRequest", 9), "3.9.0"),
        (asked("JoinGroupRequest", 0, groupId="g"), "3.9.0"),
        (asked("ShareGroupHeartbeatRequest", 1), "3.9.0"),
        (asked("StreamsGroupHeartbeatRequest", 0), "4.1.0"),
        # Of version 0 the field had another name up to 4.3.
        (asked("StreamsGroupHeartbeatResponse", 0, acceptableRecoveryLagLegacy=1), "4.4.0"),
        (asked("StreamsGroupHeartbeatResponse", 0, status=[]), "4.1.0"),
        (asked("VoteRequest", 1, topics=[{"partitions": [{"replicaId": 1}]}]), "4.0.0"),
        ({"direction": "decode", "message": "StreamsGroupHeartbeatResponse", "version": 1, "bytes": ""}, "4.1.0"),
    ],
)
def test_the_first_release_that_can_be_asked(document: JSON, first: str) -> None:
    assert first_of(document) == first


def test_what_is_drawn_can_be_asked() -> None:
    for seed in range(500):
        document = OPERATION.draw(Random(seed))  # noqa: S311 - inputs, not secrets
        validate_input(OPERATION, document)


def test_the_kit_writes_what_the_port_writes() -> None:
    written = 0
    for case in OPERATION.cases():
        document = case.input
        if document["direction"] == "decode" or not case.id.endswith("/all"):
            continue
        of = next(each for each in reversed(messages()[document["message"]]) if document["version"] in each.versions)
        value = values_of(ours.message_type(of.name, of.since).struct)(document["value"], "value")
        theirs = ours.encode_message(of.name, value, document["version"], release=of.since)
        assert message_bytes(of, document["value"], document["version"]) == theirs, case.id
        written += 1
    assert written > 700
