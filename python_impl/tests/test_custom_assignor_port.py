"""`kafka.assignor.custom` in the port, and the adapter through which a kit runs a user's class."""

import json

import pytest
from custom_assignors import Everything, Seeing, SeeingRacks, contract_violating

from copartition.port import PORT

CUSTOM = PORT.operations["kafka.assignor.custom"]
GROUP = {
    "assignor": "weighted",
    "topics": {"t": 3},
    "members": [{"id": "A", "topics": ["t"], "setting": "2"}, {"id": "B", "topics": ["t"]}],
}


def test_a_rebalance_as_a_document():
    assert CUSTOM({**GROUP, "generation": 7}) == {
        "name": "weighted",
        "version": 0,
        "supportedProtocols": ["EAGER"],
        "userData": {"A": "00000002", "B": "00000001"},
        "seen": {"partitionsPerTopic": [["t", 3]], "members": ["A", "B"]},
        "assignment": {"A": [["t", 0], ["t", 1]], "B": [["t", 2]]},
        "onAssignment": {
            "A": {
                "partitions": [["t", 0], ["t", 1]], "userData": None, "generation": 7, "member": "A", "instance": None
            },
            "B": {"partitions": [["t", 2]], "userData": None, "generation": 7, "member": "B", "instance": None},
        },
    }  # fmt: skip


@pytest.mark.parametrize("target", [Everything(), int, "weighted", None])
def test_the_door_takes_classes_only(target):
    with pytest.raises(TypeError, match=r"must be a class on copartition\.kafka\.ConsumerPartitionAssignor"):
        PORT.custom_assignor(target)


def test_the_door_says_which_rules_are_broken():
    assert PORT.custom_assignor(Everything).violations(without_settings()) == []
    found = PORT.custom_assignor(contract_violating(NAME="range")).violations(without_settings(), "kafka-clients 2.0.1")
    assert [sentence.partition(":")[0] for sentence in found] == ["name"]


def without_settings():
    return {**GROUP, "members": [{"id": name, "topics": ["t", "gone"]} for name in ("B", "A")]}


@pytest.mark.parametrize(("kind", "base"), [(Everything, "interface"), (Seeing, "counts"), (SeeingRacks, "partitions")])
def test_a_delegate_is_asked_as_java_asks(kind, base):
    delegate = PORT.custom_assignor(kind).delegate("kafka-clients 4.4.0")

    def ask(method, **arguments):
        return json.loads(delegate(method, json.dumps(arguments)))

    own = {"instance of": ask("configured", setting=None)["value"]}
    assert ask("base", **own) == {"value": base}
    assert ask("name", **own) == {"value": kind().name()}
    assert ask("version", **own) == {"value": 0}
    assert ask("supportedProtocols", **own) == {"value": ["EAGER"]}
    assert ask("subscriptionUserData", topics=["t"], **own) == {"value": None}
    members = [{"id": "A", "topics": ["t"], "userData": None, "owned": [], "generation": None, "rack": None}]
    if base == "interface":
        answer = ask("assign", topics={"t": [{"partition": 0, "racks": []}]}, members=members, **own)
        assert answer == {"value": {"A": {"partitions": [["t", 0]], "userData": None}}}
    else:
        per_topic = [["t", 1 if base == "counts" else [{"partition": 0, "racks": ["r"]}]]]
        method = "assignCounts" if base == "counts" else "assignPartitions"
        assert ask(method, partitionsPerTopic=per_topic, members=members, **own) == {"value": {"A": []}}
    told = {"partitions": [["t", 0]], "userData": "ff", "generation": 1, "member": "A", "instance": None, "group": "g"}
    assert ask("onAssignment", **told, **own) == {"value": None}


def test_what_a_class_raises_is_an_answer():
    delegate = PORT.custom_assignor(Everything).delegate()
    assert json.loads(delegate("configured", '{"setting":"x"}')) == {
        "error": {
            "kind": "ValueError",
            "message": "setting must be absent: Everything takes none (override `configured`)",
        }
    }


def test_only_what_is_on_the_base_has_its_parts():
    delegate = PORT.custom_assignor(Everything).delegate()
    own = json.loads(delegate("configured", '{"setting":null}'))["value"]
    asked = json.dumps({"instance of": own, "partitionsPerTopic": [["t", 1]], "members": []})
    assert json.loads(delegate("assignCounts", asked))["error"] == {
        "kind": "TypeError",
        "message": "Everything is not on AbstractPartitionAssignor",
    }


@pytest.mark.parametrize(("kind", "seen"), [(Everything, None), (Seeing, [["t", 1]]), (SeeingRacks, [["t", 1]])])
def test_a_class_answers_in_python_and_what_it_saw_is_told(kind, seen):
    made = PORT.custom_assignor(kind).answer({**without_settings(), "topics": {"t": 1}})
    assert made["name"] == kind().name()
    assert made["seen"]["partitionsPerTopic"] == seen
    assert made["seen"]["members"] == ["A", "B"]
