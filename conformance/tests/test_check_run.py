import dataclasses
import time

import pytest
from fakes import NEW, OLD, FakePort, FakeReference, honest, murmur_stand_in

from jarparity import registry
from jarparity.answers import Error, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.check.outcome import Exit, Outcome
from jarparity.check.plan import Plan
from jarparity.check.run import run
from jarparity.check.search import ROUND, Budget
from jarparity.check.tally import Tally
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.operations import BATCH, Varying
from jarparity.ports import PortBulkError, PortInfo
from jarparity.report.text import text
from jarparity.validation import CaseError
from jarparity.verdicts import Differs, Errored

MURMUR = registry.operation("flink.math.murmur-hash")
BOTH = ("flink 1.16.3", "flink 2.3.0")


class FakeGolden:
    name = "golden"

    def __init__(self, *vectors, lines=BOTH):
        self._vectors, self._lines = vectors, lines

    def vectors(self, operation):
        return [v for v in self._vectors if v.case.operation == operation]

    def extent(self, operation):
        return self._lines, len(self.vectors(operation))


def vector(value, answer=None):
    case = Case(MURMUR.name, f"value/{value}", {"value": value})
    return Vector(case, (Recorded(BOTH, answer or murmur_stand_in(case.input)),))


def plan(**changes):
    budget = Budget(examples=60, deadline=None, seed=1)
    return dataclasses.replace(Plan((MURMUR,), frozenset((OLD, NEW)), budget), **changes)


def both_lines(answer=murmur_stand_in):
    return FakeReference({OLD: answer, NEW: answer})


def outcome_of(events, port):
    tally = Tally()
    for event in events:
        tally.add(event)
    return Outcome(tally, port.info, (), 1, 0.0)


def check(port, vectors=None, *live, **changes):
    """A run; without vectors no recorded answers are wanted."""
    chosen = plan(**{"golden": vectors is not None} | changes)
    return outcome_of(run(chosen, port, vectors or FakeGolden(), live), port)


def test_an_equal_port_is_green_on_every_reference():
    outcome = check(FakePort(honest), FakeGolden(vector(1), vector(13)), both_lines())
    assert outcome.exit_code == Exit.OK
    assert outcome.references == "golden+jpype"
    assert outcome.tally.answered["golden"] == 4  # of two cases on two lines
    assert outcome.tally.answered["jpype"] > 60
    assert outcome.tally.all_lines == list(BOTH)


@pytest.mark.parametrize(("java", "skipped"), [("17.0.15", 0), ("25.0.2", 1)])
def test_what_holds_on_one_jdk_is_asked_of_no_other(java, skipped):
    bound = dataclasses.replace(MURMUR, excluded=(Varying("a copy", "its table", ("value/13",)),))
    live = dataclasses.replace(both_lines(), java=java)
    outcome = check(FakePort(honest), FakeGolden(vector(1), vector(13)), live, operations=(bound,))
    assert outcome.exit_code == Exit.OK
    assert outcome.tally.totals["skipped"] == skipped
    why = "holds on Java 17 alone, and this is Java 25"
    assert list(outcome.tally.skips) == [why] * skipped


def test_a_hand_written_case_that_does_not_fit_is_named():
    bad = dataclasses.replace(MURMUR, cases=lambda: [Case(MURMUR.name, "too-large", {"value": 2**31})])
    with pytest.raises(CaseError, match=rf"^case too-large: {MURMUR.name}: input\.value: 2147483648 does not fit"):
        check(FakePort(honest), FakeGolden(vector(1)), both_lines(), operations=(bad,), written=True)


@pytest.mark.parametrize(
    ("java", "compared", "exit_code"),
    [("17.0.15", False, Exit.INTERNAL), ("25.0.2", False, Exit.OK), ("25.0.2", True, Exit.INTERNAL)],
)
def test_another_jdk_may_word_an_error_otherwise_where_the_text_is_never_compared(java, compared, exit_code):
    def refused(words):
        return Error("ArithmeticException", words)

    def java_says(_):
        return refused("so says this JVM")

    port = FakePort(lambda _document, _line: refused(None))
    operation = dataclasses.replace(MURMUR, messages=compared)
    live = dataclasses.replace(both_lines(java_says), java=java)
    recorded = FakeGolden(vector(1, refused("so said another one")))
    outcome = check(port, recorded, live, operations=(operation,), budget=Budget(0, None, 1), again=True)
    assert outcome.exit_code == exit_code


@pytest.mark.parametrize(
    ("asked", "java", "recorded", "changes"),
    [
        (0, "17.0.15", BOTH, {}),
        (3, "17.0.15", BOTH, {"again": True}),
        (3, "17.0.15", BOTH, {"golden": False}),
        (3, "25.0.2", BOTH, {}),
        (3, "17.0.15", BOTH[:1], {}),
        (1, "17.0.15", BOTH, {"only": ("value/5",)}),
    ],
    ids=["nothing", "thorough", "no golden", "another Java", "a release without recordings", "by name"],
)
def test_originals_are_asked_again_where_they_may_say_more_than_is_recorded(asked, java, recorded, changes):
    live = dataclasses.replace(both_lines(), java=java)
    vectors = FakeGolden(vector(1), vector(5), vector(9), lines=recorded)
    outcome = check(FakePort(honest), vectors, live, **{"budget": Budget(0, None, 1)} | changes)
    assert outcome.exit_code == Exit.OK
    assert sum(count for _, _, count in live.round_trips) == asked


def test_an_input_in_place_of_recorded_ones_is_asked_alone():
    live, given = both_lines(), Case(MURMUR.name, "given/1", {"value": 7})
    check(FakePort(honest), FakeGolden(vector(1)), live, cases=(given,), written=True)
    assert sum(count for _, _, count in live.round_trips) == 1


def test_what_a_port_answers_otherwise_than_recorded_is_asked_of_the_originals():
    def wrong(document, line):
        return Value(0) if document["value"] == 5 else honest(document, line)

    live = both_lines()
    outcome = check(FakePort(wrong), FakeGolden(vector(1), vector(5), vector(9)), live)
    assert [count for _, _, count in live.round_trips] == [1]
    (failure,) = outcome.tally.smallest.values()
    assert failure.case.id == "value/5"
    assert outcome.references == "golden+jpype"


def test_a_wrong_port_is_red_and_its_smallest_case_is_found():
    def wrong(document, line):
        return honest(document, line) if document["value"] < 1000 else Value(0)

    outcome = check(FakePort(wrong), None, both_lines())
    assert outcome.exit_code == Exit.DIFFERS
    (failure,) = outcome.tally.smallest.values()
    assert failure.case.input == {"value": 1000}
    assert failure.case.id.startswith("found/")


def test_the_same_seed_finds_the_same():
    def seen(seed):
        reference = both_lines()
        check(FakePort(honest), None, reference, budget=Budget(30, None, seed))
        return reference.round_trips

    assert seen(5) == seen(5)
    assert seen(5) != seen(6)


@pytest.mark.parametrize(("enough", "times"), [(40, 1), (40, 4), (1000, 1)])
def test_by_default_as_many_inputs_are_drawn_as_are_enough(enough, times):
    operation = dataclasses.replace(MURMUR, enough=enough)
    outcome = check(
        FakePort(honest), None, both_lines(), operations=(operation,), budget=Budget(None, None, 1, times), volume=0
    )
    assert enough * times <= outcome.tally.inputs[MURMUR.name] < enough * times + ROUND * BATCH


@pytest.mark.parametrize(
    "changes", [{}, {"again": True}, {"golden": False}], ids=["default", "thorough", "originals alone"]
)
def test_inputs_are_those_that_are_recorded_once_and_those_that_are_drawn(changes):
    outcome = check(FakePort(honest), FakeGolden(*map(vector, range(40))), both_lines(), **changes)
    drawn = check(FakePort(honest), FakeGolden(), both_lines(), golden=False).tally.inputs[MURMUR.name]
    assert drawn > 60
    assert outcome.tally.inputs == {MURMUR.name: 40 + drawn}


def test_what_two_live_references_draw_alike_counts_once():
    two = both_lines(), dataclasses.replace(both_lines(), name="gateway")
    one = check(FakePort(honest), FakeGolden(vector(1)), two[0])
    assert check(FakePort(honest), FakeGolden(vector(1)), *two).tally.inputs == one.tally.inputs


def test_no_time_means_no_search():
    outcome = check(FakePort(honest), None, both_lines(), budget=Budget(100, time.monotonic() - 1, 1))
    assert outcome.exit_code == Exit.NOTHING_CHECKED


def test_nothing_compared_is_not_green():
    assert check(FakePort(honest), FakeGolden()).exit_code == Exit.NOTHING_CHECKED


def test_what_a_port_does_not_claim_is_skipped_and_not_asked():
    port = FakePort(honest, PortInfo("fake", "1", "python", ("kafka.*",)))
    outcome = check(port, FakeGolden(vector(1), vector(2)), both_lines())
    assert outcome.exit_code == Exit.NOTHING_CHECKED
    assert outcome.tally.totals["skipped"] == 2
    assert outcome.tally.skips == {"not claimed by the port": 2}
    assert outcome.tally.by_line == {MURMUR.name: {line: {"skipped": 2} for line in BOTH}}
    assert port.asked == []


def test_of_the_chosen_cases_those_that_the_port_does_not_claim_are_counted():
    port = FakePort(honest, PortInfo("fake", "1", "python", ("kafka.*",)))
    for glob, count in (("value/1", 1), ("value/*", 2), ("other/*", 0)):
        outcome = check(port, FakeGolden(vector(1), vector(2)), both_lines(), only=(glob,))
        assert outcome.tally.totals["skipped"] == count


def test_only_the_lines_that_the_port_claims_are_asked():
    port = FakePort(honest, PortInfo("fake", "1", "python", ("*",), lines=("flink 2.*",)))
    outcome = check(port, FakeGolden(vector(1)), both_lines())
    assert outcome.tally.all_lines == ["flink 2.3.0"]
    assert {line for _, line, _ in port.asked} == {"flink 2.3.0"}


def test_a_recording_that_java_contradicts_is_the_kits_failure():
    port = FakePort(honest)
    outcome = check(port, FakeGolden(vector(9, Value(4))), both_lines(), budget=Budget(0, None, 1))
    assert outcome.exit_code == Exit.INTERNAL
    blamed = {f.dissenter for fs in outcome.tally.failures.values() for f in fs if isinstance(f, Errored)}
    assert blamed == {"golden"}


def test_fail_fast_stops_at_the_first_failure():
    wrong = FakePort(lambda _document, _line: Value("wrong"))
    outcome = check(wrong, FakeGolden(vector(1), vector(2)), fail_fast=True)
    assert outcome.tally.totals["differs"] == 1


def test_a_graded_run_stops_at_the_first_failure_below_the_grade():
    ranges = registry.operation("kafka.assignor.range")
    newest = Line("kafka-clients", "4.4.0")
    answers = ({"A": [["t", 1], ["t", 0]]}, {"A": [["t", 0]]}, {"A": []})
    group = {"topics": {"t": 2}, "members": [{"id": "A", "topics": ["t"]}]}
    cases = [Case(ranges.name, name, group) for name in ("order", "lost", "never-asked")]
    true = Recorded((str(newest),), Value({"A": [["t", 0], ["t", 1]]}))
    said = iter(answers)
    port = FakePort(lambda _document, _line: Value(next(said)), PortInfo("fake", "1", "python", ("*",), lines=("*",)))
    golden = FakeGolden(*(Vector(case, (true,)) for case in cases))
    chosen = {"operations": (ranges,), "lines": frozenset([newest]), "fail_fast": True}
    outcome = check(port, golden, required=Grade.EQUIVALENT, **chosen)
    assert [str(f.grade) for f in outcome.tally.failures[ranges.name]] == ["equivalent", "wrong"]
    said = iter(answers)
    outcome = check(port, golden, **chosen)
    assert [str(f.grade) for f in outcome.tally.failures[ranges.name]] == ["equivalent"]


def test_chosen_cases_are_asked_alone():
    outcome = check(FakePort(honest), FakeGolden(vector(1), vector(2)), both_lines(), only=("value/2",))
    assert outcome.tally.answered == {"golden": 2, "jpype": 2}


def test_a_given_input_is_asked_alone():
    case = Case.generated(MURMUR.name, {"value": 77}, "given")
    outcome = check(FakePort(honest), FakeGolden(vector(1)), both_lines(), cases=(case,))
    assert outcome.tally.answered == {"jpype": 2}


def test_volume_compares_columns_and_explains_a_difference_as_a_case():
    right = FakePort(honest, bulk_answer=lambda column: column.array() // 3)
    outcome = check(right, None, both_lines(lambda d: Value(d["value"] // 3)), volume=1000, budget=Budget(0, None, 1))
    assert outcome.tally.totals["agrees"] == 2000

    def wrong_for_negatives(document, line):
        return Value(abs(document["value"]) // 3)

    wrong = FakePort(wrong_for_negatives, bulk_answer=lambda column: abs(column.array().astype("i8")) // 3)
    outcome = check(wrong, None, both_lines(lambda d: Value(d["value"] // 3)), volume=1000, budget=Budget(0, None, 1))
    (failure,) = outcome.tally.smallest.values()
    assert isinstance(failure, Differs)
    assert failure.case.input["value"] < 0


def test_bulk_forms_at_odds_with_single_forms_are_said():
    port = FakePort(lambda d, _line: Value(d["value"] // 3), bulk_answer=lambda column: column.array() // 3 + 1)
    outcome = check(port, None, both_lines(lambda d: Value(d["value"] // 3)), volume=100, budget=Budget(0, None, 1))
    (failure,) = outcome.tally.smallest.values()
    assert failure.reason == "the bulk forms differ, though the single forms agree"
    assert outcome.exit_code == Exit.DIFFERS


def test_a_bulk_form_that_throws_is_a_verdict():
    def throws(column):
        raise PortBulkError("division by zero")

    outcome = check(FakePort(honest, bulk_answer=throws), None, both_lines(), volume=10, budget=Budget(0, None, 1))
    (failure,) = outcome.tally.smallest.values()
    assert (failure.reason, failure.detail) == ("the port's bulk form failed", "division by zero")
    assert outcome.exit_code == Exit.DIFFERS


def test_the_time_that_is_left_is_shared_fairly():
    whole = Budget(10, time.monotonic() + 100, 1)
    assert whole.share(4).deadline - time.monotonic() < 26
    assert whole.share(1).deadline - time.monotonic() > 90
    assert Budget(10, None, 1).share(4) == Budget(10, None, 1)


def test_without_golden_the_recorded_inputs_are_asked_all_the_same():
    outcome = check(FakePort(honest), FakeGolden(vector(1), vector(9, Value(4))), both_lines(), golden=False)
    assert outcome.exit_code == Exit.OK
    assert "golden" not in outcome.tally.answered
    outcome = check(FakePort(honest), FakeGolden(vector(7)), both_lines(), golden=False, only=("value/7",))
    assert outcome.tally.answered == {"jpype": 2}


def test_a_port_that_fails_on_vectors_is_not_searched():
    reference = both_lines()
    check(FakePort(lambda _document, _line: Value("wrong")), FakeGolden(vector(1)), reference)
    assert [count for _, _, count in reference.round_trips] == [1]


def test_a_non_deterministic_port_is_a_verdict_and_the_run_goes_on():
    calls = []

    def wrong_once(document, line):
        calls.append(document)
        return Value("wrong") if len(calls) == 40 else honest(document, line)

    outcome = check(FakePort(wrong_once), None, both_lines())
    assert outcome.exit_code == Exit.DIFFERS
    reasons = [f.reason for fs in outcome.tally.failures.values() for f in fs if isinstance(f, Errored)]
    assert reasons == ["the port answers otherwise when it is asked again"]
    assert outcome.tally.totals["differs"] == 2  # on both lines


def test_a_search_that_time_cut_short_is_said():
    outcome = check(FakePort(honest), FakeGolden(vector(1)), both_lines(), budget=Budget(100, time.monotonic() - 1, 1))
    assert outcome.tally.cut_short == [MURMUR.name]


def test_ordinary_inputs_come_first():
    group = registry.operation("flink.key-group.of-hash")
    odd = Case(group.name, "a/odd", {"hash": 1, "maxParallelism": -5})
    usual = Case(group.name, "b/usual", {"hash": 100, "maxParallelism": 128})
    golden = FakeGolden(*(Vector(c, (Recorded(BOTH, Value(1)),)) for c in (odd, usual)))
    port = FakePort(lambda _document, _line: Value(2))
    outcome = check(port, golden, operations=(group,), fail_fast=True)
    assert [f.case.id for f in outcome.tally.failures[group.name]] == ["b/usual"]
    tally = check(port, golden, operations=(group,)).tally
    (failure,) = tally.smallest.values()
    assert failure.case.id == "b/usual"
    assert {failed.case.id for failed in tally.failures[group.name]} == {"a/odd", "b/usual"}


@pytest.mark.parametrize("written", [False, True])
def test_hand_written_cases_that_are_not_recorded_are_asked_of_the_originals(written):
    cases = list(MURMUR.cases())
    recorded = FakeGolden(dataclasses.replace(vector(cases[0].input["value"]), case=cases[0]))
    outcome = check(FakePort(honest), recorded, both_lines(), only=("*",), written=written)
    assert len(cases) > 1
    assert outcome.tally.answered["jpype"] == 2 * (len(cases) if written else 1)


def test_an_operation_that_none_of_the_claimed_releases_has_is_named():
    port = FakePort(honest, PortInfo("fake", "1", "python", ("*",), lines=("kafka-clients 4.4.0",)))
    outcome = check(port, FakeGolden(vector(1), vector(2)), both_lines())
    assert outcome.tally.skips == {"in no release that the port claims": 2}
    assert outcome.tally.declined == 0
    assert port.asked == []


def test_an_operation_of_which_nothing_is_recorded_is_named():
    other = registry.operation("flink.math.round-up-to-power-of-two")
    outcome = check(FakePort(honest), FakeGolden(vector(1)), operations=(MURMUR, other))
    assert outcome.exit_code == Exit.OK
    assert "not compared: flink.math.round-up-to-power-of-two (0 inputs): nothing is recorded" in text(outcome)
    assert not check(FakePort(honest), FakeGolden(vector(1)), both_lines()).tally.skips
