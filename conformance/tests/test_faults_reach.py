"""Inputs that don't reach what a fault changes are not asked: what it answers to them is right."""

import pytest
from golden_vectors import GOLDEN

from jarparity import faults
from jarparity.faults import reach
from jarparity.faults.reach import Reach
from jarparity.lines import Line

REDISTRIBUTED = "flink.rescale.operator-state"
SNAPSHOT = "flink.state.checkpoint"


def inputs(name, tag=""):
    vectors = [vector for vector in GOLDEN.vectors(name) if not tag or tag in vector.case.tags]
    return [vector.case.input for vector in vectors[:60]]


@pytest.fixture
def unseen(monkeypatch):
    """No tool is free that watches functions."""
    in_use = getattr(reach.sys, "monitoring", None)
    if in_use is not None:
        monkeypatch.setattr(in_use, "get_tool", lambda tool: f"tool {tool}")


def test_what_is_not_asked_is_right():
    asked = inputs(REDISTRIBUTED)
    known = faults.faults_of(REDISTRIBUTED)
    found = Reach.of(known, REDISTRIBUTED, asked)
    assert any(len(found.by(fault)) < len(asked) for fault in known) is (found.places is not None)
    for fault in known:
        places, given = found.by(fault), faults.answers([fault], REDISTRIBUTED, asked)
        others = set(range(len(asked))) - set(places)
        assert [given[place] for place in others] == [found.right[place] for place in others]
        assert places == sorted(places)


def test_what_an_earlier_input_left_behind_is_no_reason_not_to_ask():
    tag = "snappy-checksum-of-zip"  # changes a table that is made once
    asked = inputs(SNAPSHOT, tag)[:3]
    assert list(Reach.of([faults.named(tag)], SNAPSHOT, asked).by(faults.named(tag))) == [0, 1, 2]


@pytest.mark.usefixtures("unseen")
def test_all_are_asked_where_functions_cannot_be_watched():
    asked = inputs(REDISTRIBUTED)
    found = Reach.of(faults.faults_of(REDISTRIBUTED), REDISTRIBUTED, asked)
    assert found.places is None
    assert {len(found.by(fault)) for fault in faults.faults_of(REDISTRIBUTED)} == {len(asked)}


def test_who_reads_another_question_is_always_asked():
    asked = inputs("kafka.partitioner.partition-for-key")
    fault = faults.named("utf-16-units")
    assert len(Reach.of([fault], fault.operations[0], asked).by(fault)) == len(asked)


@pytest.mark.parametrize("name", [REDISTRIBUTED, SNAPSHOT])
def test_tags_are_the_recorded_ones(name):
    vectors = GOLDEN.vectors(name)[::40]
    told = [(v.case.input, {Line.parse(line): r.answer for r in v.answers for line in r.lines}) for v in vectors]
    assert faults.tags_of(name, told) == [tuple(sorted(vector.case.tags)) for vector in vectors]


def test_a_fault_that_fewer_than_three_cases_catch_is_counted():
    tags = {"flink.math.murmur-hash": [("finish-masked",), ("finish-masked", "other"), ()]}
    few = faults.hardly_caught(["flink.math.murmur-hash"], lambda name: tags.get(name, ()))
    assert few["finish-masked"] == 2
    assert "other" not in few
    every = faults.hardly_caught([REDISTRIBUTED], lambda name: (v.case.tags for v in GOLDEN.vectors(name)))
    assert every == {}
