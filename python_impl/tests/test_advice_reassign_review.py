"""What of a reassignment is rarely meant, and in how many racks its partitions are."""

import json

import pytest
from reassignments import text

from copartition.advice.questions import ADVICE

RACKS = [{"id": broker, "rack": rack} for broker, rack in enumerate("aabbc")]


def warned(current, proposed, brokers=RACKS, **more):
    question = {"current": current, "proposed": proposed, "brokers": brokers, **more}
    return [tuple(warning.values()) for warning in ADVICE["reassign-moves"](question)["warnings"]]


@pytest.mark.parametrize(
    ("current", "proposed", "warnings"),
    [
        (text(p0=[0, 2]), text(p0=[0, 2, 44]), [("unknown-broker", "t", 0, 44)]),
        (text(p0=[0, 44]), text(p0=[44, 2]), [("unknown-broker", "t", 0, 44)]),
        (text(p0=[0, 2]), text(p0=[-1, 2]), [("negative-broker", "t", 0, -1)]),
        (text(p0=[0, 2]), text(p0=[0, 1]), [("fewer-racks", "t", 0, 1, 2)]),
        (text(p0=[0]), text(p0=[0, 1, 2, 3]), [("fewer-racks", "t", 0, 2, 3)]),
        (text(p0=[0]), text(p0=[0, 1, 2, 3, 4]), []),
        (text(p0=[0, 2]), text(p0=[2]), [("lower-factor", "t", 0, 2, 1)]),
        (
            text(p0=[0], p1=[2], p2=[4]),
            text(p0=[0, 2, 4], p1=[2, 0, 4]),
            [
                (
                    "unequal-factors",
                    "t",
                    [{"replicas": 3, "partitions": 2}, {"replicas": 1, "partitions": 1}],
                )
            ],
        ),
        (text(p0=[0], p1=[2, 0]), text(p0=[0, 2]), []),
    ],
)
def test_what_is_rarely_meant_is_told(current, proposed, warnings):
    assert warned(current, proposed) == warnings


def test_a_topic_that_stays_as_it_is_is_not_told_of():
    both = json.dumps({"partitions": [{"topic": "u", "partition": p, "replicas": [0, 2][p:]} for p in range(2)]})
    entries = json.loads(both)["partitions"] + json.loads(text(p0=[0]))["partitions"]
    assert warned(json.dumps({"partitions": entries}), text(p0=[0, 2])) == []


def test_what_is_not_known_of_brokers_is_not_told():
    odd = text(p0=[0]), text(p0=[44, -1, 1])
    assert warned(*odd, brokers=[]) == [("negative-broker", "t", 0, -1)]
    bare = [{"id": 0}, {"id": 1}, {"id": 44}]
    assert warned(*odd, brokers=bare) == [("negative-broker", "t", 0, -1)]


@pytest.mark.parametrize(
    "fenced", [{"fenced": [2, 3, 4]}, {"brokers": [{**one, "fenced": one["id"] > 1} for one in RACKS]}]
)
def test_a_rack_whose_brokers_are_fenced_is_no_other_rack(fenced):
    assert warned(text(p0=[0]), text(p0=[0, 1]), **fenced) == []
    assert warned(text(p0=[0, 2]), text(p0=[0, 1, 2]), **fenced) == [("fenced-broker", "t", 0, 2)]
    assert warned(text(p0=[0]), text(p0=[0, 1])) == [("fewer-racks", "t", 0, 1, 2)]


def test_racks_are_counted():
    entries = text(p0=[0], p1=[2, 0], p2=[0, 1], p3=[44])
    question = {"current": entries, "proposed": text(p0=[0, 2, 4], p2=[1, 0])}
    counts = [(3, 1), (2, 1), (1, 1), (None, 1)]
    answer = ADVICE["reassign-moves"]({**question, "brokers": RACKS})
    assert [tuple(one.values()) for one in answer["racks"]] == counts
    for brokers in ([], [{"id": broker} for broker in range(5)]):
        assert ADVICE["reassign-moves"]({**question, "brokers": brokers})["racks"] is None
    plan = {"current": text(p0=[0, 1], p1=[2, 0]), "brokers": RACKS, "replicationFactor": 3}
    assert ADVICE["reassign-plan"](plan)["racks"] == [{"racks": 3, "partitions": 1}, {"racks": 2, "partitions": 1}]
    assert ADVICE["reassign-plan"]({**plan, "rackAware": False})["racks"] is None


def test_a_plan_warns_of_what_it_leaves():
    question = {"current": text(p0=[0, 1], p1=[2, 0, 4, 1]), "brokers": RACKS, "replicationFactor": 3}
    kinds = [warning["warning"] for warning in ADVICE["reassign-plan"](question)["warnings"]]
    assert kinds == ["fewer-racks", "unequal-factors"]
    kinds = [warning["warning"] for warning in ADVICE["reassign-plan"]({**question, "rackAware": False})["warnings"]]
    assert kinds == ["unequal-factors"]
