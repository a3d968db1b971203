"""Groups and histories that can't be: refused with the field and what to write instead."""

import pytest

from jarparity.areas.kafka_protocol.array_sizes import are_modest
from jarparity.validation import validate_input

MEMBER = {"id": "A", "topics": ["t"]}
JOIN = {"op": "join", "member": "A", "topics": ["t"]}


def refuse(operation, document, words):
    with pytest.raises(ValueError, match=words):
        validate_input(operation, document)


@pytest.mark.parametrize(
    ("topics", "members", "words"),
    [
        ({"t": 1}, [MEMBER, MEMBER], r"input\.members\[1\]\.id: 'A' stands there twice"),
        ({"t": -1}, [MEMBER], r"input\.topics\.t: .*A number of partitions from 0"),
        ({"t": 1.0}, [MEMBER], r"input\.topics\.t: "),
        ({"t": None}, [MEMBER], r"input\.topics\.t: "),
        ({"t": [{"partition": 0}, {"partition": 0}]}, [MEMBER], r"input\.topics\.t\[1\]\.partition: 0 stands"),
        ({"t": [{"partition": 0}, {"partition": 2}]}, [MEMBER], r"input\.topics\.t\[1\]\.partition: 2 leaves a gap"),
        ({"t": [{"racks": []}]}, [MEMBER], r"input\.topics\.t\[0\]: the field 'partition' is missing"),
        ({"t": [{"partition": 0, "racks": ["r", "r"]}]}, [MEMBER], r"input\.topics\.t\[0\]\.racks: "),
        ({"t": 1}, [{"topics": ["t"]}], r"input\.members\[0\]: the field 'id' is missing"),
        ({"t": 1}, [{"id": 7, "topics": ["t"]}], r"input\.members\[0\]\.id: 7 is not of type string"),
        ({"t": 1}, [{"id": "A", "topics": "t"}], r"input\.members\[0\]\.topics: "),
        ({"t": 1}, [{**MEMBER, "owned": [["t", -1]]}], r"input\.members\[0\]\.owned\[0\]\[1\]: "),
        ({"t": 1}, [{**MEMBER, "userData": "0"}], r"input\.members\[0\]\.userData: "),
        ({"t": 1}, [{**MEMBER, "generation": "5"}], r"input\.members\[0\]\.generation: "),
        ({"t": 1}, [{**MEMBER, "colour": "red"}], r"input\.members\[0\]: there is no field 'colour'"),
    ],
)
def test_a_group_that_cannot_be(topics, members, words):
    refuse("kafka.assignor.sticky", {"topics": topics, "members": members}, words)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([JOIN, JOIN], r"steps\[1\]\.member: 'A' is in the group already"),
        ([{"op": "leave", "member": "A"}], r"steps\[0\]\.member: 'A' is not in the group"),
        ([JOIN, {"op": "leave", "member": "A"}, {"op": "leave", "member": "A"}], r"steps\[2\]\.member: 'A' is not"),
        ([{"op": "subscribe", "member": "A", "topics": []}], r"steps\[0\]\.member: 'A' is not in the group"),
        ([{**JOIN, "topics": ["t", "t"]}], r"steps\[0\]\.topics: "),
        ([{"op": "addTopic", "topic": "t", "partitions": 1}], r"steps\[0\]\.topic: 't' exists already"),
        ([{"op": "addPartitions", "topic": "u", "partitions": 1}], r"steps\[0\]\.topic: there is no topic 'u' yet"),
        ([{"op": "addPartitions", "topic": "t", "partitions": 1}], r"steps\[0\]\.partitions: the topic has 2"),
        ([{"op": "jump"}], r"steps\[0\]\.op: \"jump\" is none of"),
        ([{"op": "join", "member": "A"}], r"steps\[0\]: the field 'topics' is missing"),
    ],
)
def test_a_history_that_cannot_be(steps, words):
    refuse("kafka.assignor.rebalances", {"assignor": "sticky", "topics": {"t": 2}, "steps": steps}, words)


def test_a_history_of_an_unknown_assignor():
    refuse("kafka.assignor.rebalances", {"assignor": "stickiest", "topics": {}, "steps": []}, "stickiest")


@pytest.mark.parametrize(
    ("data", "layout", "modest"),
    [
        (b"\0\0\0\0\0\1\0\1t\xff\xff\xff\xff", "subscription", True),
        (b"\0\0\x05\0\0\1", "subscription", False),
        (b"\0\1\0\0\0\1\0\1t\0\0\0\1\0\0\0\5", "assignment", True),
        (b"\0\1\0\0\0\1\0\1t\5\0\0\1\0\0\0\5", "assignment", False),
        (b"\0\0\0\1\0\1t\x7f\xff\xff\xff", "sticky-user-data", False),
        (b"\0\0\0\1\0\1t\xff\xff\xff\xff", "sticky-user-data", True),
        (b"", "sticky-user-data", True),
    ],
)
def test_bytes_that_promise_millions_are_told_apart(data, layout, modest):
    assert are_modest(data, layout) is modest
