"""The recorded groups with custom assignors: copartition answers as recorded, and every wrong port is caught."""

from itertools import islice

import pytest
from golden_vectors import GOLDEN
from wrong_custom_assignors import PORT_OF_SORTED_TOPICS, WRONG

from copartition.port import PORT
from jarparity import registry
from jarparity.answers import Value, same
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.validation import validate_answer, validate_input
from jarparity.verdicts import Differs

NAME = "kafka.assignor.custom"
VECTORS = GOLDEN.vectors(NAME)


def caught(function):
    """The vectors on which a port differs from what is recorded, one after the other."""
    for vector in VECTORS:
        if any(
            not same(recorded.answer, Value(function(vector.case.input, recorded.lines[-1])))
            for recorded in vector.answers
        ):
            yield vector.case.id


def test_copartition_answers_as_recorded():
    assert list(caught(PORT.operations[NAME])) == []


@pytest.mark.parametrize("name", WRONG)
def test_every_wrong_port_is_caught(name):
    assert len(list(islice(caught(WRONG[name]), 3))) == 3


def test_a_check_of_a_wrong_port_is_red():
    operation = registry.operation(NAME)
    lines = frozenset(line for line in GOLDEN.lines if operation.has(line))
    plan = Plan((operation,), lines, Budget(0, None, 1), 0, golden=True)
    port = CallablePort(PORT_OF_SORTED_TOPICS, "sorted topics")
    assert any(isinstance(event, Differs) for event in run(plan, port, GOLDEN, []))


def test_what_is_recorded_fits_the_schema():
    # All of them: conformance/recorded, inputs and answers.
    for vector in VECTORS[::10]:
        validate_input(NAME, vector.case.input)
        for recorded in vector.answers:
            validate_answer(NAME, recorded.answer.value)


def test_the_releases_differ_in_what_members_are_told():
    (vector,) = [v for v in VECTORS if v.case.id == "weighted/edge/generation"]
    assert [recorded.lines[0] for recorded in vector.answers] == [
        "kafka-clients 2.0.1",
        "kafka-clients 2.3.1",
        "kafka-clients 2.5.0",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"assignor": "mine"}, "weighted or rack-preferring"),
        ({"members": []}, "At least one member"),
        ({"members": [{"id": "A", "topics": ["t", "t"]}]}, "all different"),
        ({"members": [{"id": "A", "topics": []}] * 2}, "stands there twice"),
        ({"members": [{"id": "A", "topics": [], "setting": "é"}]}, "printable ASCII"),
        ({"members": [{"id": "A", "topics": [], "userData": "0"}]}, "hex"),
        ({"generation": 1 << 31}, "32-bit"),
        ({"members": [{"id": "A", "topics": [], "setting": "0"}]}, "no weight; write a number from 1"),
        ({"members": [{"id": "A", "topics": [], "setting": "heavy"}]}, "no weight; write a number from 1"),
        ({"members": [{"id": "A", "topics": [], "setting": "2147483648"}]}, "no weight; write a number from 1"),
    ],
)
def test_what_is_no_group_is_refused_with_the_fix(change, words):
    document = {"assignor": "weighted", "topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"]}]}
    validate_input(NAME, document)
    with pytest.raises(ValueError, match=words):
        validate_input(NAME, {**document, **change})


def test_racks_of_partitions_need_no_release_but_those_of_members_do():
    racked = {"assignor": "rack-preferring", "topics": {"t": [{"partition": 0, "racks": ["r"]}]}, "members": []}
    operation = registry.operation(NAME)
    oldest = Line("kafka-clients", "2.0.1")
    assert operation.takes(oldest, {**racked, "members": [{"id": "A", "topics": [], "setting": "r"}]})
    assert not operation.takes(oldest, {**racked, "members": [{"id": "A", "topics": [], "rack": "r"}]})
