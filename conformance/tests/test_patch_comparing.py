"""A release and its patched line, compared: what may change, what must not, what is still there, and what is shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from fakes import FakeReference

from jarparity import registry
from jarparity.answer_pairs import Boundary
from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.check.outcome import Exit
from jarparity.lines import Line
from jarparity.measures.patch.check import reaching
from jarparity.measures.patch.classes import Patch, Touched
from jarparity.measures.patch.comparing import DRAWN, RECORDED, SMALL_SCOPE, Effort, _spread, compare
from jarparity.measures.patch.errors import PatchError
from jarparity.measures.patch.expected import Expected, known_faults
from jarparity.measures.patch.own_tests import OwnTests, chosen_suite, suite_of
from jarparity.measures.patch.program import ProgramRun
from jarparity.measures.patch.result import Result
from jarparity.measures.patch.shown import document
from jarparity.measures.patch.speed import Speed, measure
from jarparity.measures.prove.asking import Texts
from jarparity.measures.prove.digests import DOMAINS
from jarparity.measures.upstream.run import Ran
from jarparity.report.as_markdown import as_markdown
from jarparity.report.as_text import as_text
from jarparity.validation import validate_input

RELEASE, PATCHED = Line("kafka-clients", "4.4.0"), Line("kafka-clients", "4.4.0+patch-12345678")
BOUNDARY = Boundary(RELEASE, PATCHED)
STICKY = registry.operation("kafka.assignor.sticky")
HISTORY = registry.operation("kafka.assignor.rebalances")
EFFORT = Effort(drawn=200, scope=0, seed=1)
NOTHING = "kafka-subscribed-to-nothing"
NULL_MILLIS = "8000000000000000"


def round_robin(group):
    """Deals partitions to their subscribers; stands for an assignor."""
    given = {member["id"]: [] for member in group["members"]}
    subscribers = {}
    for member in group["members"]:
        for topic in member["topics"]:
            subscribers.setdefault(topic, []).append(member["id"])
    for topic, partitions in group["topics"].items():
        count = partitions if isinstance(partitions, int) else len(partitions)
        for number in range(count):
            if who := subscribers.get(topic):
                given[who[number % len(who)]].append([topic, number])
    return Value(given)


def first_gets_all(group):
    """The same, but a first member that subscribes to nothing is given everything."""
    if group["members"] and group["members"][0]["topics"] == []:
        given = {member["id"]: [] for member in group["members"]}
        given[group["members"][0]["id"]] = [[t, 0] for t, n in group["topics"].items() if n]
        return Value(given)
    return round_robin(group)


def compared(  # noqa: PLR0913 - what a test may set
    release, patched, *, names=(), where=None, vectors=(), effort=EFFORT, scope=None, operation=STICKY
):
    reference = FakeReference({RELEASE: release, PATCHED: patched})
    return compare(operation, reference, BOUNDARY, vectors, scope or {}, Expected.of(names, where), effort)


def vector(name, group, answer):
    return Vector(Case(STICKY.name, name, group), (Recorded((str(RELEASE),), answer), Recorded(("x 1",), Value(1))))


def test_a_patch_that_changes_nothing_is_seen_so():
    found = compared(round_robin, round_robin)
    assert (found.unexpected(), found.expected(), found.examples) == (0, 0, {})
    assert found.asked[DRAWN] == 200


def test_every_other_answer_is_counted_and_the_smallest_input_is_shown():
    def wrong(group):
        return Value({}) if len(group["members"]) > 2 else round_robin(group)

    found = compared(round_robin, wrong)
    assert 20 < found.unexpected() < 200
    (example,) = found.examples.values()
    assert len(example.input["members"]) == 3
    assert example.after == Value({})
    assert sum(found.grades.values()) == found.unexpected()


def test_the_patched_line_is_compared_with_what_is_recorded_of_the_release():
    group = {"topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"]}]}
    vectors = [
        vector("a", group, Value({"A": [["t", 0]]})),
        vector("b", {**group, "topics": {"t": 2}}, Value({"A": []})),
    ]
    found = compared(round_robin, round_robin, vectors=vectors, effort=Effort(0, 0, 1))
    assert found.asked[RECORDED] == 2
    assert found.changed[RECORDED, None] == 1


def test_a_change_that_the_fault_concerns_is_expected_and_the_fault_is_gone():
    found = compared(first_gets_all, round_robin, names=[NOTHING])
    assert found.unexpected() == 0
    assert found.expected() > 0
    seen = found.faults[NOTHING]
    assert seen.release[DRAWN] > 0
    assert seen.patched.total() == 0
    assert found.asked[DRAWN] == 400  # half of them come near the fault


def test_a_change_beside_the_fault_is_red_though_the_fault_is_gone():
    def more(group):
        return Value({}) if len(group["topics"]) > 1 else round_robin(group)

    found = compared(first_gets_all, more, names=[NOTHING])
    assert found.unexpected() > 0
    assert all(member["topics"] for member in found.examples[None].input["members"])


def test_a_fault_that_is_still_there_is_shown_on_a_small_input():
    found = compared(first_gets_all, first_gets_all, names=[NOTHING])
    seen = found.faults[NOTHING]
    assert seen.patched == seen.release
    assert [member["topics"] for member in seen.example.input["members"]] == [[]]
    assert list(seen.example.input["topics"].values()) == [1]


def test_what_is_thrown_anew_is_never_expected():
    def throws(group):
        empty = any(not member["topics"] for member in group["members"])
        return Error("NullPointerException") if empty else round_robin(group)

    found = compared(first_gets_all, throws, names=[NOTHING])
    assert found.unexpected() > 0
    assert found.examples[None].after == Error("NullPointerException")


def test_what_no_original_brings_may_be_refused_where_the_fault_says_so():
    def shifted(document):
        return Value({"value": {"type": "null", "value": None}, "left": 0}) if "bytes" in document else Value("")

    def whole(document):
        return Error("EOFException") if document.get("bytes", "").endswith(NULL_MILLIS) else shifted(document)

    operation = registry.operation("flink.state.serialized")
    cut, written = (
        {"direction": "decode", "type": {"type": "tuple", "fields": ["sql-timestamp"]}, "bytes": NULL_MILLIS + more}
        for more in ("", "00" * 4)
    )
    vectors = [
        Vector(Case(operation.name, name, document), (Recorded((str(RELEASE),), shifted(document)),))
        for name, document in (("cut", cut), ("written", written))
    ]
    options = {"vectors": vectors, "effort": Effort(0, 0, 1), "operation": operation}
    found = compared(shifted, whole, names=["flink-null-sql-timestamp"], **options)
    assert (found.expected(), found.unexpected()) == (1, 0)
    found = compared(shifted, lambda document: Error("EOFException"), names=["flink-null-sql-timestamp"], **options)
    assert (found.expected(), found.unexpected()) == (1, 1)
    assert found.examples[None].input == written


def test_a_step_of_a_history_that_is_thrown_anew_is_never_expected_either():
    def each(entry):
        return lambda history: Value([entry for step in history["steps"] if step["op"] == "rebalance"])

    thrown = {"error": {"kind": "NullPointerException"}}
    found = compared(each({}), each(thrown), where="true", operation=HISTORY)
    assert found.expected() == 0
    assert found.unexpected() == 200


def test_a_region_lets_answers_change():
    def other(group):
        return Value({}) if len(group["members"]) == 1 else round_robin(group)

    found = compared(round_robin, other, where="len(members) == 1")
    assert found.unexpected() == 0
    assert found.examples.keys() == {"--where"}


def test_a_small_scope_is_asked_where_its_digest_is_another():
    def other(group):
        return Value({}) if len(group["members"]) == 3 else round_robin(group)

    found = compared(round_robin, other, effort=Effort(0, 9000, 1))
    assert found.asked[SMALL_SCOPE] >= 4096
    assert found.changed[SMALL_SCOPE, None] > 0
    assert found.complete is False


def test_a_small_scope_whose_recorded_digest_is_the_patched_lines_is_not_asked_of_the_release():
    def unasked(_group):
        raise AssertionError("the release was asked")

    domain = DOMAINS[STICKY.name]
    (middle,) = _spread(domain.blocks(), 1)
    recorded = {middle.name: Texts.of(map(round_robin, domain.documents(middle))).digest()}
    found = compared(unasked, round_robin, effort=Effort(0, 1, 1), scope=recorded)
    assert found.asked[SMALL_SCOPE] == middle.rows
    assert found.unexpected() == 0


def test_the_time_is_over_and_says_so():
    found = compared(round_robin, round_robin, effort=Effort(1000, 0, 1, deadline=0.0))
    assert found.cut_short
    assert found.asked[DRAWN] == 0


def test_what_cannot_be_expected_is_refused_with_what_can():
    with pytest.raises(PatchError, match=r"no fault of an original is called 'x'; there are .*kafka-topic-made-anew"):
        Expected.of(["x"], None)
    with pytest.raises(PatchError, match="--where: "):
        Expected.of([], "members ==")


@pytest.mark.parametrize("fault", [fault for fault in known_faults() if fault.draw], ids=lambda fault: fault.name)
def test_every_draw_of_a_fault_gives_inputs_that_its_operations_take(fault):
    for operation in registry.OPERATIONS.values():
        if fault.is_of(operation):
            for seed in range(50):
                drawn = fault.draw(operation.name, Random(seed))  # noqa: S311 - the same in every run
                validate_input(operation, drawn)


def patch_of(line=RELEASE):
    touched = (Touched("org.x.Sticky", 3, 1),)
    return Patch(line, Path("patch.jar"), "my.patch", touched, "kafka-clients 4.3.1", ("docs/upgrade.html",))


def result(*compared, names=(), **more):
    return Result(patch_of(), Expected.of(names, None).faults, compared, seed=1, **more)


def test_green_is_green_in_every_form():
    green = result(compared(first_gets_all, round_robin, names=[NOTHING]), names=[NOTHING])
    assert (green.complaints(), green.doubts(), green.exit_code) == ([], [], Exit.OK)
    shown = document(green)
    text = as_text(shown.blocks)
    assert "changes   org.x.Sticky, +3 -1" in text
    assert "GREEN: nothing else changes; " in text
    data = json.loads(shown.json())
    assert data["exit"] == 0
    assert data["faults"][0]["gone"] is True
    assert data["operations"][0]["changes"][0]["reason"] == NOTHING
    assert "## Is the fault gone?" in as_markdown(shown.blocks)


TEXT = """\
release   kafka-clients 4.4.0
patch     my.patch
sources   kafka-clients 4.3.1
changes   org.x.Sticky, +3 -1
left out  docs/upgrade.html

Is the fault gone?
  no fault was named: give one by --fault, or a program that shows it by --program

Does anything else change?
  operation              recorded  drawn  small scope  expected changes  others
  kafka.assignor.sticky         1                                     0       1
  kafka.assignor.sticky, unexpected changes: 1
    graded beside the release's: 1 wrong
    input      {"members":[{"id":"A","topics":[]}],"topics":{}}
    release    {"value":{"A":[]}}
    patched    {"value":{}}

The original's own tests
  not run: --no-tests

Is it slower?
  not measured

RED: unexpected changes: 1"""


def test_red_says_what_changed_word_for_word():
    group = {"topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"]}]}
    changed = compared(
        round_robin,
        lambda _: Value({}),
        vectors=[vector("a", group, Value({"A": [["t", 0]]}))],
        effort=Effort(0, 0, 1),
    )
    red = result(changed, no_tests="--no-tests")
    assert red.exit_code is Exit.DIFFERS
    assert as_text(document(red).blocks) == TEXT


def test_a_fault_that_nothing_shows_is_open_and_not_green():
    opened = result(compared(round_robin, round_robin, names=[NOTHING]), names=[NOTHING])
    assert opened.exit_code is Exit.NOTHING_CHECKED
    (doubt,) = opened.doubts()
    assert doubt.startswith("nothing that was asked shows kafka-subscribed-to-nothing on kafka-clients 4.4.0: ask more")
    assert "unknown: nothing shows it on the release" in as_text(document(opened).blocks)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            {
                "programs": (
                    ProgramRun(Path("Repro.java"), release=True, patched=True, said_before="a", said_after="b"),
                )
            },
            "Repro.java still meets the fault",
        ),
        (
            {
                "tests": OwnTests(
                    Line("kafka-clients-tests", "4.3.1"), 80, (Ran("x.Test", "m", "m()", "FAILED", 1, 0, "e"),)
                )
            },
            "tests of the original's own that fail with the patch only: 1",
        ),
        (
            {"speeds": (Speed("kafka.assignor.sticky", 60, 21, 3.0, 1.4, 1.3, 1.5),), "slower_than": 1.2},
            "kafka.assignor.sticky is slower: 1.40 times as long",
        ),
    ],
    ids=["program", "own tests", "slower"],
)
def test_all_else_that_can_be_red_is(more, said):
    red = result(compared(round_robin, round_robin), **more)
    assert red.complaints() == [said]
    assert red.exit_code is Exit.DIFFERS
    assert f"RED: {said}" in as_text(document(red).blocks)


def test_a_program_that_does_not_meet_the_fault_on_the_release_shows_nothing():
    program = ProgramRun(Path("Repro.java"), release=False, patched=False, said_before="", said_after="")
    opened = result(compared(round_robin, round_robin), programs=(program,))
    assert opened.exit_code is Exit.NOTHING_CHECKED


def test_those_operations_are_timed_that_reach_what_is_touched_or_all_where_that_is_unknown():
    every = registry.select(["kafka.assignor.*", "kafka.partitioner.*"])
    sticky = "org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor"
    known = replace(patch_of(), touched=(Touched(sticky), Touched("org.x.Other")))
    names = [operation.name for operation in reaching(every, known)]
    assert "kafka.assignor.sticky" in names
    assert "kafka.partitioner.murmur2" not in names
    assert reaching(every, patch_of()) == every


def test_a_line_that_takes_twice_as_long_is_measured_so():
    now = 0.0
    cost = {RELEASE: 1.0, PATCHED: 2.0}

    class Slow(FakeReference):
        def answers(self, operation, line, inputs):
            nonlocal now
            now += cost[line] * len(inputs)
            return super().answers(operation, line, inputs)

    reference = Slow({RELEASE: round_robin, PATCHED: round_robin})
    speed = measure(STICKY, reference, BOUNDARY, 1, 11, clock=lambda: now)
    assert (speed.ratio, speed.low, speed.high, speed.pairs) == (2.0, 2.0, 2.0, 11)
    assert speed.is_slower_than(1.9)
    assert not speed.is_slower_than(2.0)


def test_nothing_is_measured_where_all_answers_differ_or_are_errors():
    reference = FakeReference({RELEASE: lambda _: Error("X"), PATCHED: lambda _: Error("X")})
    assert measure(STICKY, reference, BOUNDARY, 1, 3) is None


def test_own_tests_are_those_of_the_release_or_of_the_nearest_older_one():
    assert suite_of(RELEASE).line == Line("kafka-clients", "4.3.1")
    assert suite_of(Line("flink", "2.3.0")).line == Line("flink", "2.3.0")
    assert suite_of(Line("kafka-clients", "2.0.1")) is None
    assert suite_of(Line("kafka-tools", "4.3.1")) is None
    assert [one.simple_name for one in chosen_suite(RELEASE, ["Sticky*"]).classes] == ["StickyAssignorTest"]
    assert chosen_suite(RELEASE, ["Nope"]) is None
