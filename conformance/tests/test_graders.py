"""Grades of assignments: what a better or worse answer than the original's is called."""

import pytest
from fakes import FakePort, FakeReference

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.areas.kafka_assignors.realistic import is_group
from jarparity.cases import Case
from jarparity.check.asking import PortReplies
from jarparity.check.judging import Truth
from jarparity.check.outcome import Exit, Outcome
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import Budget
from jarparity.check.tally import Tally
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.report.machine import document
from jarparity.report.text import text
from jarparity.values.sticky_bytes import write

NEWEST = Line("kafka-clients", "4.4.0")
A0, A1, A2, A3 = ([["t", number]] for number in range(4))
TWO = {"topics": {"t": 4}, "members": [{"id": "A", "topics": ["t"]}, {"id": "B", "topics": ["t"]}]}
ONE_OWNER = [{"id": "A", "topics": ["t"], "owned": [["t", 0], ["t", 1]], "generation": 1}, {"id": "B", "topics": ["t"]}]
MOVING = {"topics": {"t": 2}, "members": ONE_OWNER}
ALONE = {"topics": {"t": 2}, "members": ONE_OWNER[:1]}
APART = {"topics": {"t": 2, "u": 1}, "members": [ONE_OWNER[0], {"id": "B", "topics": ["u"]}]}
SENT = [{**TWO["members"][0], "userData": write([("t", 0), ("t", 1)], 1).hex()}, TWO["members"][1]]
KEPT = {**TWO, "members": SENT}


def grade(assignor, group, expected, got):
    answers = [each if isinstance(each, Error) else Value(each) for each in (expected, got)]
    return registry.operation(f"kafka.assignor.{assignor}").grade(group, *answers)


@pytest.mark.parametrize(
    ("assignor", "group", "expected", "got", "named"),
    [
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A1 + A0, "B": A2 + A3}, "equivalent"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A2, "B": A1 + A3}, "valid"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1 + A2 + A3}, "valid"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1, "B": A3}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1, "B": A2 + A3 + A1}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1 + A1, "B": A2 + A3}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1, "C": A2 + A3}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1, "B": [*A2, *A3, ["t", 4]]}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, Error("KeyError"), "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": "t0"}, "wrong"),
        ("range", TWO, {"A": A0 + A1, "B": A2 + A3}, {"A": [["t", "0"]]}, "wrong"),
        ("sticky", TWO, {"A": A0 + A2, "B": A1 + A3}, {"A": A0 + A1, "B": A2 + A3}, "equivalent"),
        ("sticky", TWO, {"A": A0 + A2, "B": A1 + A3}, {"A": A0, "B": A1 + A2 + A3}, "valid"),
        ("sticky", KEPT, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A2, "B": A1 + A3}, "valid"),
        ("sticky", KEPT, {"A": A0 + A1, "B": A2 + A3}, {"A": A1 + A0, "B": A3 + A2}, "equivalent"),
        ("sticky", KEPT, {"A": A0 + A1, "B": A2 + A3}, {"A": A0 + A1, "B": A2}, "wrong"),
        ("cooperative-sticky", MOVING, {"A": A0, "B": []}, {"A": A1, "B": []}, "equivalent"),
        ("cooperative-sticky", MOVING, {"A": A0, "B": []}, {"A": A0 + A1, "B": []}, "valid"),
        ("cooperative-sticky", MOVING, {"A": A0, "B": []}, {"A": A0, "B": A1}, "wrong"),
        ("cooperative-sticky", MOVING, {"A": A0, "B": []}, {"A": [], "B": []}, "valid"),
        # No other member asks for it: it waits for none.
        ("cooperative-sticky", ALONE, {"A": A0 + A1}, {"A": []}, "wrong"),
        ("cooperative-sticky", APART, {"A": A0 + A1, "B": [["u", 0]]}, {"A": A0, "B": [["u", 0]]}, "wrong"),
    ],
)
def test_a_grade(assignor, group, expected, got, named):
    assert is_group(group)
    assert grade(assignor, group, expected, got) is Grade.of(named)


@pytest.mark.parametrize(
    "change",
    [
        {"members": []},
        {"members": [{"id": "A", "topics": []}]},
        {"members": [{"id": "A", "topics": ["t", "t"]}]},
        {"members": [{"id": "A", "topics": ["t"], "instance": "i"}, {"id": "B", "topics": ["t"], "instance": "i"}]},
        {"members": [{"id": "A", "topics": ["t"], "owned": [["t", 4]]}]},
        {"members": [{"id": each, "topics": ["t"], "owned": [["t", 0]]} for each in "AB"]},
        {"members": [{"id": "A", "topics": ["t"], "userData": "00"}]},
        {"topics": {"\u00e9": 1}},
    ],
)
def test_what_no_cluster_brings_costs_exactness_and_no_more(change):
    group = {**TWO, **change}
    assert not is_group(group)
    for assignor in ("range", "round-robin", "sticky", "cooperative-sticky"):
        assert grade(assignor, group, {}, Error("KeyError")) is Grade.EQUIVALENT


def test_what_the_original_has_no_answer_to_costs_exactness_and_no_more():
    for got in ({"A": A0, "B": A1}, {}, Error("KeyError")):
        assert grade("sticky", TWO, Error("EndlessLoop"), got) is Grade.EQUIVALENT


def test_older_claims_are_ordinary():
    members = [{"id": each, "topics": ["t"], "owned": [["t", 0]], "generation": g} for g, each in enumerate("AB")]
    assert is_group({**TWO, "members": members})


def test_an_operation_without_a_grader_knows_exact_and_wrong_alone():
    operation = registry.operation("flink.math.murmur-hash")
    truth = Truth(Case(operation.name, "one", {"value": 1}), (((Line.parse("flink 2.3.0"),), Value(1)),))
    (verdict,) = PortReplies(operation, FakePort(lambda *_: Value(2))).verdicts([truth], "golden")
    assert verdict.grade is Grade.WRONG


RANGE = registry.operation("kafka.assignor.range")


def java(group):
    """Stands for the original: everything to the first member that subscribes."""
    given = {member["id"]: [] for member in group["members"]}
    for topic, count in group["topics"].items():
        numbers = range(count) if isinstance(count, int) else [each["partition"] for each in count]
        first = next((member["id"] for member in group["members"] if topic in member["topics"]), None)
        if first is not None:
            given[first] += [[topic, number] for number in numbers]
    return Value(given)


def turned(group, _):
    return Value({member: its[::-1] for member, its in java(group).value.items()})


def forgetful(group, line):
    """Turns lists around, and loses partitions where there are three members."""
    found = turned(group, line).value
    if len(found) > 2:
        found = {member: its[1:] for member, its in found.items()}
    return Value(found)


def outcome(port, required=Grade.EXACT):
    plan = Plan((RANGE,), frozenset([NEWEST]), Budget(20, None, 3), golden=False)
    tally = Tally()
    for event in run(plan, port, Nothing(), [FakeReference({NEWEST: java})]):
        tally.add(event)
    return Outcome(tally, port.info, (), 1, 0.0, required=required)


class Nothing:
    name = "golden"

    def vectors(self, _):
        return []


def test_the_search_goes_on_for_worse_and_shows_a_case_for_each_grade_lost():
    found = outcome(FakePort(forgetful))
    assert found.tally.grades == {RANGE.name: Grade.WRONG}
    lost = found.tally.lost(RANGE.name)
    assert list(lost) == [Grade.EXACT, Grade.EQUIVALENT, Grade.VALID]
    assert len(lost[Grade.EXACT].case.input["members"]) == 1
    assert len(lost[Grade.VALID].case.input["members"]) == 3
    assert "\nkafka.assignor.range not exact [found/" in text(found)
    assert document(found)["grades"][RANGE.name]["lost"]["valid"]["grade"] == "wrong"


def test_what_is_good_enough_is_green():
    assert outcome(FakePort(turned)).exit_code is Exit.DIFFERS
    found = outcome(FakePort(turned), Grade.EQUIVALENT)
    assert (found.exit_code, found.tally.grades) == (Exit.OK, {RANGE.name: Grade.EQUIVALENT})
    assert "DIFFERS" not in text(found)
    assert outcome(FakePort(forgetful), Grade.VALID).exit_code is Exit.DIFFERS


JOINED = [{"op": "join", "member": name, "topics": ["t"]} for name in ("A", "B")]
AGAIN = {"op": "rebalance"}


def history(assignor, *steps, partitions=2):
    return {"assignor": assignor, "topics": {"t": partitions}, "steps": [*JOINED, *steps]}


GROWS = [AGAIN, {"op": "addPartitions", "topic": "t", "partitions": 4}, AGAIN]
FIRST, SWAPPED = {"A": A0, "B": A1}, {"A": A1, "B": A0}
MOVES = [JOINED[0], AGAIN, JOINED[1], AGAIN]


@pytest.mark.parametrize(
    ("steps", "expected", "got", "named"),
    [
        (history("range", AGAIN), [{"A": A0 + A1, "B": []}], [{"A": A1 + A0, "B": []}], "equivalent"),
        (history("range", AGAIN), [FIRST], [SWAPPED], "valid"),
        (history("range", AGAIN), [FIRST], [{"A": A0, "B": []}], "wrong"),
        (history("range", AGAIN, AGAIN), [FIRST, FIRST], [FIRST], "wrong"),
        (history("range", AGAIN), [FIRST], [{"error": {"kind": "KeyError"}}], "wrong"),
        (history("range", AGAIN), [{"error": {"kind": "KeyError"}}], [FIRST], "equivalent"),
        # Another past, which is kept as well: nothing is lost.
        (
            history("sticky", *GROWS),
            [FIRST, {"A": A0 + A2, "B": A1 + A3}],
            [SWAPPED, {"A": A1 + A2, "B": A0 + A3}],
            "equivalent",
        ),
        (
            history("sticky", *GROWS),
            [FIRST, {"A": A0 + A2, "B": A1 + A3}],
            [SWAPPED, {"A": A0 + A2, "B": A1 + A3}],
            "valid",
        ),
        (
            {**history("cooperative-sticky"), "steps": MOVES},
            [{"A": A0 + A1}, {"A": A0, "B": []}],
            [{"A": A0 + A1}, {"A": A1, "B": []}],
            "equivalent",
        ),
        # What A still has is given to B at once.
        (
            {**history("cooperative-sticky"), "steps": MOVES},
            [{"A": A0 + A1}, {"A": A0, "B": []}],
            [{"A": A0 + A1}, {"A": A0, "B": A1}],
            "wrong",
        ),
        # What A has, and no other member asks for, is given to no member.
        (
            {**history("cooperative-sticky"), "steps": [JOINED[0], AGAIN, AGAIN]},
            [{"A": A0 + A1}, {"A": A0 + A1}],
            [{"A": A0 + A1}, {"A": []}],
            "wrong",
        ),
        # The bytes that members send are read by others: while the past is the same, they have to be right.
        (
            {**history("sticky", AGAIN), "userData": True},
            [{"assignment": FIRST, "userData": {"A": None, "B": None}}],
            [{"assignment": FIRST, "userData": {"A": "00", "B": None}}],
            "wrong",
        ),
        (
            {**history("sticky", AGAIN), "userData": True},
            [{"assignment": FIRST, "userData": {"A": None, "B": None}}],
            [{"assignment": SWAPPED, "userData": {"A": None, "B": None}}],
            "equivalent",
        ),
        (history("range", AGAIN), [FIRST], "no history", "wrong"),
    ],
)
def test_a_history_is_as_good_as_its_worst_assignment(steps, expected, got, named):
    assert str(grade("rebalances", steps, expected, got)) == named
