"""What a failing port looks like: a case of the named bug comes first, then one that it doesn't explain."""

import json
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner

from copartition.kafka import murmur2
from jarparity import faults, registry
from jarparity.answers import GAVE_UP, Error, Value, canonical
from jarparity.cases import Case
from jarparity.check.outcome import Outcome
from jarparity.check.tally import Tally
from jarparity.cli import main
from jarparity.faults.diagnosis import Diagnosis
from jarparity.grades import Grade
from jarparity.ports import PortInfo
from jarparity.references.golden import GoldenReference
from jarparity.report.junit import as_junit
from jarparity.report.likeness import Likeness, _likeness, _scope, looks_like
from jarparity.report.results import Result
from jarparity.report.text import hints, text
from jarparity.verdicts import Agrees, Differs, Errored

MURMUR = "kafka.partitioner.murmur2"
LINE = ("kafka-clients 4.4.0",)
PORT = """
from copartition.kafka import murmur2

def hashed(case):
    data = bytes.fromhex(case["bytes"])
    if len(data) > 60:
        raise KeyError("byte")
    return murmur2(data) & 0xFFFFFFFF

PORT = {"kafka.partitioner.murmur2": hashed}
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Checks a port with two faults: hashes without a sign, and long keys that it can't take."""
    (tmp_path / "port_of_two_faults.py").write_text(PORT)
    monkeypatch.chdir(tmp_path)
    # Another test's port of this name stands in another folder.
    monkeypatch.delitem(sys.modules, "port_of_two_faults", raising=False)
    named = ["--operation", MURMUR, "--reference", "golden", "--port", "port_of_two_faults:PORT"]
    return lambda *options: CliRunner().invoke(main, ["check", *named, *options]).stdout


STATIC = {"members": [{"id": "A", "topics": ["t"]}, {"id": "B", "instance": "i", "topics": ["t"]}], "topics": {"t": 1}}


@pytest.mark.parametrize(
    ("got", "names"),
    [
        ({"A": [["t", 0]], "B": []}, ("second; it explains this case", "first")),
        ({"A": [], "B": []}, ("first", "second")),
    ],
    ids=["one of both", "neither"],
)
def test_of_several_bugs_that_which_explains_the_shown_case_comes_first(got, names):
    like = Likeness(("first", "second"), ("assignor-range-lists-sorted", "assignor-instance-ids-ignored"))
    case = Case("kafka.assignor.range", "static", STATIC)
    expected = Value({"A": [], "B": [["t", 0]]})
    assert like.names(Differs(case, LINE, "golden", expected, Value(got), Grade.VALID)) == names


def test_two_faults_of_one_operation_are_two_sections(check):
    first, second = (part for part in check().split("\n\n") if part.startswith("DIFFERS"))
    assert "looks like  murmur2-unsigned: " in first
    assert "(and " in first.partition("\n")[0]
    assert "KeyError" in second
    assert "looks like  something else: murmur2-unsigned doesn't explain this case, nor 63 others" in second
    assert "no original throws KeyError" in second
    assert "KeyError was raised in port_of_two_faults.py, line 7, in hashed" in second
    assert second.partition("\n")[0].endswith("(and 63 more cases)")


def raised(n, kind):
    return Differs(Case(MURMUR, f"case/{n}", {"bytes": f"{n:04x}"}), LINE, "golden", Value(1), Error(kind))


def test_each_kind_of_error_is_shown_and_counted_by_itself():
    kinds = ["TypeError"] * 2 + ["ValueError"] * 3
    tally = counted(differs("20"), *(raised(n, kind) for n, kind in enumerate(kinds)))
    shown = [(failure.got, cases) for failure, cases in tally.most_telling(MURMUR)]
    assert shown == [(Value(2), 1), (Error("ValueError"), 3), (Error("TypeError"), 2)]
    named = tally.most_telling(MURMUR, {canonical({"bytes": "0000"})}, is_named=True)
    # One TypeError is explained, the other is not.
    assert [(failure.got, cases) for failure, cases in named] == [(Value(2), 5), (Error("TypeError"), 1)]


def test_a_case_that_two_references_show_is_one():
    failures = [raised(n, "TypeError") for n in range(3)]
    again = [Differs(f.case, f.lines, "jpype", f.expected, f.got) for f in failures]
    drawn = Differs(Case(MURMUR, "found/x", {"bytes": "ff"}), LINE, "jpype", Value(1), Error("TypeError"))
    assert [cases for _, cases in counted(*failures, *again).most_telling(MURMUR)] == [3]
    assert [cases for _, cases in counted(*failures, *again, drawn).most_telling(MURMUR)] == [4]


def test_each_reason_why_a_port_broke_is_shown_and_counted_by_itself():
    reasons = ["the port crashed"] * 2 + ["the port timed out"]
    cases = [Case(MURMUR, f"case/{n}", {"bytes": f"{n:02x}"}) for n in range(3)]
    tally = counted(*(Errored(case, LINE, "golden", why) for case, why in zip(cases, reasons, strict=True)))
    shown = [(failure.reason, count) for failure, count in tally.most_telling(MURMUR)]
    assert shown == [("the port crashed", 2), ("the port timed out", 1)]


def test_of_many_kinds_those_with_most_cases_are_shown_and_all_are_counted():
    many = [raised(100 * n + m, f"Error{n:02}") for n in range(80) for m in range(1 + n % 9)]
    shown = counted(differs("20"), *many).most_telling(MURMUR)
    assert len(shown) == 1 + 6
    assert sum(count for _, count in shown) == 1 + len(many)
    assert {count for _, count in shown[1:]} == {9, 8}


def test_a_kind_that_comes_after_all_that_is_kept_is_shown():
    tally = counted(*(raised(n, "TypeError") for n in range(1200)), raised(1201, "ValueError"))
    assert [(f.got.kind, cases) for f, cases in tally.most_telling(MURMUR)] == [("TypeError", 1200), ("ValueError", 1)]
    named = tally.most_telling(MURMUR, {canonical({"bytes": "0000"})}, is_named=True)
    # Not all were kept: of a kind that is explained here and not there it is not known how many are not.
    assert [(f.got.kind, cases) for f, cases in named] == [("TypeError", 1201), ("TypeError", 1)]


def test_a_port_that_is_asked_release_by_release_says_on_how_many_it_fails():
    old, new = "kafka-clients 4.3.1", "kafka-clients 4.4.0"
    cases = [Case(MURMUR, f"case/{n}", {"bytes": f"{n:02x}"}) for n in range(3)]
    apart = [Differs(case, (line,), "golden", Value(1), Value(2)) for line in (old, new) for case in cases]
    found = counted(*apart)
    assert found.failure_kinds[MURMUR].releases(found.most_telling(MURMUR)[0][0]) == 2
    for told, more in ((apart, "2 more cases)"), (apart[1:], "2 more cases, on 2 releases)")):
        outcome = Outcome(counted(*told), PortInfo("p", "1", "go", ("*",)), (), 1, 0.1)
        assert f"DIFFERS {MURMUR} [case/0] (and {more}" in text(outcome)
        assert f"(and {more}" in as_junit(outcome)
    assert "kafka-clients 4.3.1, 4.4.0" in text(Outcome(found, PortInfo("p", "1", "go", ("*",)), (), 1, 0.1))


def test_a_case_that_stands_above_is_not_shown_again_for_its_grade():
    group = {"members": [{"id": "A", "topics": ["t"]}], "topics": {"t": 1}}
    wrong = Differs(Case("kafka.assignor.range", "one", group), LINE, "golden", Value({"A": [["t", 0]]}), Value({}))
    shown = text(Outcome(counted(wrong), PortInfo("p", "1", "go", ("*",)), (), 1, 0.1))
    assert "kafka.assignor.range not exact, not equivalent, not valid [one]: above" in shown
    assert shown.count('"members"') == 1


def test_a_wrong_answer_is_called_so_where_others_would_be_good_enough_and_nowhere_else():
    group = {"members": [{"id": "A", "topics": ["t"]}], "topics": {"t": 1}}
    wrong = Differs(Case("kafka.assignor.range", "one", group), LINE, "golden", Value({"A": [["t", 0]]}), Value({}))
    shown = text(Outcome(counted(wrong, differs("20")), PortInfo("p", "1", "go", ("*",)), (), 1, 0.1)).split("\n\n")
    graded = {block.split()[1]: "  grade      wrong\n" in block for block in shown if block.startswith("DIFFERS")}
    assert graded == {"kafka.assignor.range": True, MURMUR: False}


def test_bugs_seen_together_explain_together():
    one, other = faults.named("sign-abs"), faults.named("crc32")
    found = [Diagnosis(one, 40, (other.tag,), 49), Diagnosis(other, 9, (one.tag,), 49)]
    texts = _likeness(found, _scope(found, 49, "of 285 failures")).texts
    assert [text.partition("together; ")[2] for text in texts] == [
        "it alone explains 40 cases; together they explain 49 of 285 failures",
        "it alone explains 9 cases; together they explain 49 of 285 failures",
    ]
    assert _scope([Diagnosis(one, 869, (), 869)], 869, "of 990 failures") == "; explains 869 of 990 failures"


def test_every_form_has_both(check):
    result = Result("p", json.loads(check("--format", "json")))
    (named, total), (other, rest) = result.most_telling(MURMUR)
    assert named["looksLike"][0].startswith("murmur2-unsigned: ")
    assert other["looksLike"][0].startswith("something else: ")
    assert (total, rest) == (638, 64)
    assert [row["id"] for row in result.failures(MURMUR)[:2]] == [named["id"], other["id"]]
    assert check("--format", "junit").count("DIFFERS") == 3  # the line on it, and two sections


def differs(value, grade=Grade.WRONG):
    return Differs(Case(MURMUR, f"case/{value}", {"bytes": value}), LINE, "golden", Value(1), Value(2), grade)


def counted(*verdicts):
    tally = Tally()
    for verdict in verdicts:
        tally.add(verdict)
    return tally


def test_a_case_of_the_named_bug_comes_before_a_shorter_one_and_the_worst_grade_before_both():
    short, long, valid = differs("20"), differs("2020"), differs("3333", Grade.VALID)
    left = {canonical(short.case.input)}
    assert counted(short, long).most_telling(MURMUR) == [(short, 2)]
    assert counted(short, long).most_telling(MURMUR, left, is_named=True) == [(long, 1), (short, 1)]
    assert counted(short, valid).most_telling(MURMUR, left, is_named=True) == [(short, 1), (valid, 1)]


def test_of_cases_that_broke_one_that_was_asked_comes_first():
    def broke(value, reason):
        return Errored(Case(MURMUR, f"case/{value}", {"bytes": value}), LINE, "golden", f"the port {reason}")

    unasked, crashed = broke("20", GAVE_UP), broke("2020202020", "crashed")
    assert counted(crashed, unasked).most_telling(MURMUR) == [(crashed, 1), (unasked, 1)]
    assert counted(unasked, crashed).smallest[MURMUR] == crashed


OLD = ("kafka-clients 2.5.0", "kafka-clients 3.4.0")


def hashed(data, wrong, lines=LINE, true=None):
    """What a port without signs answers, and what is right; or another answer that was once right."""
    text, right = data.hex(), murmur2(data) if true is None else true
    case = Case(MURMUR, f"case/{text}", {"bytes": text})
    return Differs(case, lines, "golden", Value(right), Value(wrong))


def test_what_differs_on_older_releases_only_is_no_failure_of_the_bug_and_is_said_apart():
    keys = [bytes([n]) for n in range(200)]
    wrong = [hashed(key, murmur2(key) & 0xFFFFFFFF, LINE) for key in keys if murmur2(key) < 0]
    older = [hashed(key, murmur2(key), OLD, true=7) for key in keys if murmur2(key) >= 0]
    both = [hashed(bytes.fromhex(failure.case.input["bytes"]), 1, OLD) for failure in wrong[:5]]
    agreeing = [Agrees(failure.case, LINE, "golden", failure.got) for failure in older]
    tally = counted(*wrong, *both, *older, *agreeing)
    tally.add(Agrees(wrong[0].case, ("kafka-clients 2.0.1",), "golden", Value(5)))
    assert tally.on_older_only(MURMUR) == {canonical(failure.case.input) for failure in older}
    first, second = text(Outcome(tally, PortInfo("p", "1", "go", ("*",)), (), 1, 0.1)).split("\n\n")[:2]
    assert first.startswith(f"DIFFERS {MURMUR} [case/")
    assert f"(and {len(wrong) - 1} more cases, on 3 releases)" in first
    assert "murmur2-unsigned: " in first
    assert "explains" not in first
    assert f"(and {len(older) - 1} more cases)" in second
    left = f"murmur2-unsigned doesn't explain this case, nor {len(older) - 1} others"
    assert f"something else, on older releases only: {left}" in second


STOPPED = """\
DIFFERS kafka.partitioner.murmur2 [case/00] (and 1 more case)
  input       {"bytes":"00"}
  port        1
  original    7
              kafka-clients 2.5.0, 3.4.0
              org.apache.kafka.common.utils.Utils.murmur2(byte[])
  looks like  something else, on older releases, as far as was asked: murmur2-unsigned doesn't explain this case, nor 1 other
  reproduce   jarparity check --operation kafka.partitioner.murmur2 --reference golden --case case/00
"""  # noqa: E501


def test_of_a_run_that_was_stopped_no_newer_release_is_said_to_agree():
    """Releases are asked in order: of two cases the newest was not asked."""
    keys = [bytes([n]) for n in range(200)]
    wrong = [hashed(key, murmur2(key) & 0xFFFFFFFF, LINE) for key in keys if murmur2(key) < 0]
    older = [hashed(key, 1, OLD, true=7) for key in keys if murmur2(key) >= 0][:2]
    outcome = Outcome(counted(*older, *wrong), PortInfo("p", "1", "go", ("*",)), (), 1, 0.1, interrupted=True)
    assert text(outcome).split("\n\n")[1] == STOPPED.rstrip("\n")
    assert "on older releases only" not in as_junit(outcome)
    assert "on older releases only" in text(replace(outcome, interrupted=False))


def test_a_port_that_is_wrong_on_older_releases_alone_is_judged_by_these():
    keys = [bytes([n]) for n in range(100)]
    tally = counted(*(hashed(key, murmur2(key) & 0xFFFFFFFF, OLD[:1]) for key in keys if murmur2(key) < 0))
    good = next(key for key in keys if murmur2(key) >= 0)
    tally.add(Agrees(Case(MURMUR, "agreed", {"bytes": good.hex()}), LINE, "golden", Value(murmur2(good))))
    assert tally.on_older_only(MURMUR) == frozenset()
    assert looks_like(tally.observations(MURMUR)).tags[0] == "murmur2-unsigned"


def test_a_case_without_its_grade_names_the_releases():
    group = {"members": [{"id": "A", "topics": ["t", "u"]}], "topics": {"t": 1, "u": 1}}
    right, other = Value({"A": [["u", 0], ["t", 0]]}), Value({"A": [["t", 0], ["u", 0]]})
    wrong = Differs(Case("kafka.assignor.range", "wrong", {**group, "more": 1}), LINE, "golden", right, Value({}))
    once = Differs(Case("kafka.assignor.range", "order", group), OLD, "golden", right, other, Grade.EQUIVALENT)
    tally = counted(wrong, once)
    shown = text(Outcome(tally, PortInfo("p", "1", "go", ("*",)), (), 1, 0.1))
    example = shown.partition("kafka.assignor.range not exact [order]")[2].partition("\n\n")[0]
    assert "kafka-clients 2.5.0, 3.4.0" in example


NULL = "a Python function without `return` answers so, and JavaScript writes NaN so"


@pytest.mark.parametrize(
    ("expected", "got", "hint"),
    [
        (7, "7", "a string, where a number is wanted"),
        ({}, [], "a list, where an object is wanted"),
        (True, 1, "a number, where true or false is wanted"),
        (7, None, f"null, where a number is wanted: {NULL}"),
        (7, 8, None),
        (7, 7.5, "a float, where an integer is wanted"),
        (7, 7.0, "a float, where an integer is wanted"),
        ("7", 7.5, "a float, where a string is wanted"),
        (None, 7, None),
    ],
)
def test_an_answer_of_another_type_has_a_hint(expected, got, hint):
    failure = Differs(Case(MURMUR, "case", {"bytes": ""}), LINE, "golden", Value(expected), Value(got))
    assert hints(failure) == ([hint] if hint else [])


def test_where_nothing_is_named_nothing_is_left():
    odd = [(MURMUR, {"bytes": f"{n:02x}"}, Value(n), Error("KeyError")) for n in range(9)]
    assert looks_like(odd) == Likeness()


def test_of_one_left_there_is_no_other():
    (text,) = Likeness(("a: x", "b: y"), ("a", "b"), frozenset({'{"bytes":"20"}'})).names(differs("20"))
    assert text == "something else: neither a nor b explains this case"


def test_of_many_bugs_none_explains_what_is_left():
    likeness = Likeness(("a: x", "b: y", "c: z"), ("a", "b", "c"), frozenset({'{"bytes":"20"}', "{}"}))
    assert likeness.names(differs("20")) == ("something else: none of a, b and c explains this case, nor 1 other",)


def test_what_the_newest_release_answers_no_bug_made_on_it_explains():
    """From 3.5 on lists have another order, and a repeated topic counts once: a bug of 3.5 may have the order alone."""
    operation, seen = registry.operation("kafka.assignor.range"), []
    for vector in GoldenReference.default().vectors(operation.name):
        answers = {line: recorded.answer for recorded in vector.answers for line in recorded.lines}
        old, new = answers.get("kafka-clients 3.3.2"), answers["kafka-clients 4.4.0"]
        if old is not None and operation.alike(old, new):
            seen.append((operation.name, vector.case.input, old, new))
    assert sum(map(faults.is_answered_as_newest, seen)) >= faults.ENOUGH
    assert looks_like(seen) == Likeness()
    assert not faults.is_answered_as_newest((*seen[0][:3], seen[0][2]))


def test_the_bug_that_explains_most_comes_first_also_beside_one_that_contradicts_nothing():
    operation = "flink.kafka-source.split-owner"
    most, few = faults.named("owner-plain-hash"), faults.named("owner-wide-sum")
    seen = []
    for vector in GoldenReference.default().vectors(operation):
        (recorded, *_), document = vector.answers, vector.case.input
        (of_few,) = faults.answers([few], operation, [document])
        (of_most,) = faults.answers([most], operation, [document])
        seen.append((operation, document, recorded.answer, of_most if of_few == recorded.answer else of_few))
    like = looks_like(seen)
    assert like.tags == ("owner-plain-hash", "owner-wide-sum")
    explained = [int(text.rpartition("explains ")[2].split()[0]) for text in like.texts]
    assert explained == sorted(explained, reverse=True)
