"""The operations `kafka.assignor.*` and `kafka.protocol.*` of the port object."""

import pytest
from assignor_groups import LINES

from copartition.errors import IllegalArgumentException
from copartition.port import PORT

PAIR = {"topics": {"t": 3}, "members": [{"id": "B", "topics": ["t"]}, {"id": "A", "topics": ["t"], "userData": None}]}


def ask(operation, document, line="4.4.0"):
    return PORT.operations[operation](document, None if line is None else f"kafka-clients {line}")


@pytest.mark.parametrize("line", [*LINES, None])
@pytest.mark.parametrize("name", ["range", "round-robin", "sticky"])
def test_assignors(name, line):
    expected = {"A": [["t", 0], ["t", 1]], "B": [["t", 2]]}
    if name != "range":
        expected = {"A": [["t", 0], ["t", 2]], "B": [["t", 1]]}
    assert ask(f"kafka.assignor.{name}", PAIR, line) == expected


def test_racks_and_owned_partitions():
    racked = [{"partition": 1, "racks": ["r0"]}, {"partition": 0, "racks": ["r1"]}]
    members = [
        {"id": "A", "topics": ["t"], "rack": "r0", "owned": [["t", 1]], "generation": 3, "instance": None},
        {"id": "B", "topics": ["t"], "rack": "r1"},
    ]
    document = {"topics": {"t": racked}, "members": members}
    assert ask("kafka.assignor.cooperative-sticky", document) == {"A": [["t", 1]], "B": [["t", 0]]}


def test_a_history():
    steps = [
        {"op": "join", "member": "A", "topics": ["t"]},
        {"op": "rebalance"},
        {"op": "addPartitions", "topic": "t", "partitions": 4},
        {"op": "addTopic", "topic": "u", "partitions": 1},
        {"op": "join", "member": "B", "topics": ["t"]},
        {"op": "subscribe", "member": "A", "topics": ["t", "u"]},
        {"op": "rebalance"},
        {"op": "leave", "member": "A"},
        {"op": "rebalance"},
    ]
    document = {"assignor": "cooperative-sticky", "topics": {"t": 2}, "steps": steps, "userData": True}
    assert ask("kafka.assignor.rebalances", document) == [
        {"assignment": {"A": [["t", 0], ["t", 1]]}, "userData": {"A": "ffffffff"}},
        {
            "assignment": {"A": [["t", 0], ["t", 1], ["u", 0]], "B": [["t", 2], ["t", 3]]},
            "userData": {"A": "00000001", "B": "ffffffff"},
        },
        {"assignment": {"B": [["t", 2], ["t", 3], ["t", 0], ["t", 1]]}, "userData": {"B": "00000002"}},
    ]
    plain = {**document, "userData": False}
    assert ask("kafka.assignor.rebalances", plain)[0] == {"A": [["t", 0], ["t", 1]]}


def test_a_failed_rebalance_notifies_no_member():
    steps = [{"op": "join", "member": "A", "topics": ["ghost"]}, {"op": "rebalance"}, {"op": "rebalance"}]
    document = {"assignor": "sticky", "topics": {}, "steps": steps}
    assert ask("kafka.assignor.rebalances", document, "2.2.2") == [{"error": {"kind": "NullPointerException"}}] * 2
    assert ask("kafka.assignor.rebalances", document) == [{"A": []}] * 2


def test_protocol():
    subscription = {"topics": ["b", "a"], "userData": "01", "owned": [["a", 0]], "generation": 7, "rack": "r"}
    data = ask("kafka.protocol.subscription", {"direction": "encode", "version": 3, **subscription})
    read = ask("kafka.protocol.subscription", {"direction": "decode", "bytes": data})
    assert read == {**subscription, "topics": ["a", "b"]}
    older = ask("kafka.protocol.subscription", {"direction": "decode", "bytes": data}, "2.0.1")
    assert older == {"topics": ["a", "b"], "userData": "01", "owned": [], "generation": None, "rack": None}
    assignment = {"partitions": [["t", 1]], "userData": None}
    data = ask("kafka.protocol.assignment", {"direction": "encode", "version": 0, **assignment})
    assert data == "0000000000010001740000000100000001ffffffff"
    assert ask("kafka.protocol.assignment", {"direction": "decode", "bytes": data}) == assignment
    told = {"partitions": [["t", 1]], "generation": 4}
    data = ask("kafka.protocol.sticky-user-data", {"direction": "encode", **told})
    assert data == "00000001000174000000010000000100000004"
    assert ask("kafka.protocol.sticky-user-data", {"direction": "decode", "bytes": data}) == told
    nothing = {"partitions": [], "generation": None}
    assert ask("kafka.protocol.sticky-user-data", {"direction": "decode", "bytes": ""}) == nothing


def test_an_empty_group_is_an_error_of_round_robin():
    with pytest.raises(IllegalArgumentException):
        ask("kafka.assignor.round-robin", {"topics": {}, "members": []})
