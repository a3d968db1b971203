"""The recorded groups with custom assignors: copartition answers as recorded; ports wrong about old releases don't."""

from functools import partial

import pytest
from golden_vectors import GOLDEN

from jarparity import faults, registry
from jarparity.answers import same
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.validation import validate_answer, validate_input
from jarparity.verdicts import Differs

NAME = "kafka.assignor.custom"
VECTORS = GOLDEN.vectors(NAME)

_GROUP = "copartition.kafka.assignors.custom_group"
_METADATA = f"{_GROUP}:_metadata"
_ANSWER = "copartition.port.custom_assignors:_answer"
_WRONG = partial(faults.Fault.of, NAME, "apache/kafka:ConsumerPartitionAssignor")
OF_OLDER_RELEASES = [
    _WRONG(
        "custom-generation-told-by-every-release",
        "tells the generation on every release",
        "Up to 2.2 there is none.",
        faults.Rewritten(_METADATA, "generation if parsed(version) >= (2, 3, 0) else None", "generation"),
    ),
    _WRONG(
        "custom-version-told-by-every-release",
        "tells version and protocols on every release",
        "Up to 2.3 the interface has neither.",
        faults.Rewritten(_ANSWER, "newer = behaviour(version).owned_field", "newer = True"),
    ),
    _WRONG(
        "custom-nothing-sent-as-none",
        "sends null where an assignor has no user data, on every release",
        "Up to 2.3 no bytes are sent.",
        faults.Rewritten(f"{_GROUP}:_nothing", 'None if behaviour(version).owned_field else b""', "None"),
    ),
    _WRONG(
        "custom-replica-racks-only-since-3-4",
        "takes no notice of the racks of partitions before 3.4",
        "A replica's rack is known on every release; since 3.4 members have one, too.",
        faults.Rewritten(
            "copartition.kafka.assignors.rack_preferring:RackPreferringAssignor.assign",
            "cluster.racks_of(topic)",
            "cluster.racks_of(topic)[:] if cluster.version >= '3.4' else [frozenset()] * cluster.counts[topic]",
        ),
    ),
]
"""Ports of which the newest release sees nothing: a fault of the kit answers as the newest one."""


def caught(*wrong):
    """How many vectors a port with these faults differs on, in any release."""
    told = [(vector.case, recorded) for vector in VECTORS for recorded in vector.answers]
    found = set()
    for line in {recorded.lines[-1] for _, recorded in told}:
        asked = [(case, recorded.answer) for case, recorded in told if recorded.lines[-1] == line]
        got = faults.answers(wrong, NAME, [case.input for case, _ in asked], Line.parse(line))
        found |= {case.id for (case, true), reply in zip(asked, got, strict=True) if not same(true, reply)}
    return len(found)


def test_copartition_answers_as_recorded():
    assert caught() == 0


@pytest.mark.parametrize("wrong", OF_OLDER_RELEASES, ids=lambda wrong: wrong.tag)
def test_a_port_that_is_wrong_about_older_releases_is_caught(wrong):
    assert caught(wrong) >= faults.ENOUGH


def test_a_check_of_a_wrong_port_is_red():
    operation = registry.operation(NAME)
    lines = frozenset(line for line in GOLDEN.lines if operation.has(line))
    plan = Plan((operation,), lines, Budget(0, None, 1), 0, golden=True)
    port = CallablePort(faults.wrong_port("custom-topics-sorted"), "sorted topics")
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
