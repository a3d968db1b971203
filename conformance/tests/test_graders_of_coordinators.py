"""Grades of what a coordinator assigns: what a better or worse answer than the original's is called."""

import pytest

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.areas.kafka_group_assignors.inputs import topic_id
from jarparity.grades import Grade

T = {"t": {"id": topic_id(1), "partitions": 4}}
TWO = {"topics": T, "members": [{"id": m, "topics": ["t"], "target": {}} for m in "AB"]}
KEPT = {"topics": T, "members": [{**TWO["members"][0], "target": {"t": [0, 1]}}, TWO["members"][1]]}
MAY = {**TWO, "assignable": {"t": [0, 1]}}
HALVES = {"A": {"t": [0, 1]}, "B": {"t": [2, 3]}}


def grade(assignor, group, expected, got):
    answers = [each if isinstance(each, Error) else Value(each) for each in (expected, got)]
    return registry.operation(f"kafka.group.assignor.{assignor}").grade(group, *answers)


@pytest.mark.parametrize(
    ("assignor", "group", "got", "named"),
    [
        ("uniform", TWO, {"A": {"t": [0, 2]}, "B": {"t": [1, 3]}}, "equivalent"),
        ("uniform", TWO, {"A": {"t": [0]}, "B": {"t": [1, 2, 3]}}, "valid"),
        ("uniform", KEPT, {"A": {"t": [0, 2]}, "B": {"t": [1, 3]}}, "valid"),
        ("uniform", KEPT, {"A": {"t": [0, 1]}, "B": {"t": [3]}}, "wrong"),
        ("uniform", TWO, {"A": {"t": [0, 1, 2]}, "B": {"t": [2, 3]}}, "wrong"),
        ("uniform", TWO, {"A": {"t": [0, 1]}, "C": {"t": [2, 3]}}, "wrong"),
        ("uniform", TWO, {"A": {"t": [0, 1, 1]}, "B": {"t": [2, 3]}}, "wrong"),
        ("uniform", TWO, {"A": {"t": [0, 1]}, "B": {"t": [2, 3, 4]}}, "wrong"),
        ("uniform", TWO, {"A": {"t": ["0"]}}, "wrong"),
        ("uniform", TWO, [], "wrong"),
        ("uniform", TWO, Error("KeyError"), "wrong"),
        ("range", TWO, {"A": {"t": [0, 2]}, "B": {"t": [1, 3]}}, "valid"),
        ("range", TWO, {"A": {"t": [0, 1]}}, "wrong"),
        ("simple", TWO, {"A": {"t": [0, 2]}, "B": {"t": [1, 3]}}, "equivalent"),
        ("simple", TWO, {"A": {"t": [0, 1, 2]}, "B": {"t": [2, 3]}}, "valid"),
        ("simple", TWO, {"A": {"t": [0, 1]}, "B": {"t": [3]}}, "wrong"),
        ("simple", MAY, {"A": {"t": [0]}, "B": {"t": [2]}}, "wrong"),
    ],
)
def test_a_grade(assignor, group, got, named):
    assert grade(assignor, group, HALVES, got) is Grade.of(named)


@pytest.mark.parametrize("assignor", ["uniform", "range", "simple"])
def test_what_no_coordinator_comes_to_costs_exactness_and_no_more(assignor):
    idle = {"topics": T, "members": [{"id": "A", "topics": [], "target": {}}]}
    assert grade(assignor, idle, {"A": {}}, {"A": {"t": [0]}}) is Grade.EQUIVALENT
    assert grade(assignor, TWO, Error("PartitionAssignorException"), HALVES) is Grade.EQUIVALENT
