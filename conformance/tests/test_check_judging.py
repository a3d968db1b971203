import dataclasses

import pytest
from fakes import NEW, OLD, FakePort, honest, murmur_stand_in

from jarparity import registry
from jarparity.answers import Error, NoAnswer, Skip, Value
from jarparity.cases import Case
from jarparity.check.asking import PortReplies
from jarparity.check.judging import Truth, disagreements, group_lines, on_lines
from jarparity.verdicts import Agrees, Differs, Errored, Skipped

MURMUR = registry.operation("flink.math.murmur-hash")


def truth(value, *answers):
    case = Case.generated(MURMUR.name, {"value": value})
    by_line = dict(zip((OLD, NEW), answers or [murmur_stand_in(case.input)] * 2, strict=True))
    return Truth(case, group_lines(by_line))


def verdicts(port, *truths, operation=MURMUR):
    return list(PortReplies(operation, port).verdicts(truths, "jpype"))


def test_lines_that_agree_stand_together():
    assert group_lines({NEW: Value(1), OLD: Value(1)}) == (((OLD, NEW), Value(1)),)
    assert group_lines({NEW: Value(2), OLD: Value(1)}) == (((OLD,), Value(1)), ((NEW,), Value(2)))


def test_an_equal_port_agrees_once_for_all_lines():
    (verdict,) = verdicts(FakePort(honest), truth(30))
    assert verdict == Agrees(verdict.case, ("flink 1.16.3", "flink 2.3.0"), "jpype", Value(10))


def test_the_port_is_asked_as_the_newest_line_of_a_group():
    port = FakePort(lambda document, line: Value(1 if line == OLD else 2))
    found = verdicts(port, truth(30, Value(1), Value(2)))
    assert [type(v) for v in found] == [Agrees, Agrees]
    assert port.asked == [(MURMUR.name, "flink 1.16.3", 1), (MURMUR.name, "flink 2.3.0", 1)]


def test_an_operation_that_varies_is_asked_line_by_line():
    port = FakePort(lambda document, line: Value(10 if line == NEW else 11))
    found = verdicts(port, truth(30, Value(10), Value(10)), operation=dataclasses.replace(MURMUR, varies=True))
    assert [type(v) for v in found] == [Differs, Agrees]


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Value(11), Differs),
        (Value(10.0), Differs),
        (Value("10"), Differs),
        (Error("IllegalArgumentException", "x"), Differs),
        (Skip("not ported"), Skipped),
        (NoAnswer("timed out"), Errored),
    ],
)
def test_anything_else_does_not_agree(reply, expected):
    (verdict,) = verdicts(FakePort(lambda _document, _line: reply), truth(30))
    assert isinstance(verdict, expected)


def test_messages_count_only_for_a_port_that_claims_them():
    other_words = FakePort(lambda _document, _line: Error("IllegalArgumentException", "other words"))
    (verdict,) = verdicts(other_words, truth(13))
    assert isinstance(verdict, Differs)
    other_words.info = dataclasses.replace(other_words.info, messages=False)
    (verdict,) = verdicts(other_words, truth(13))
    assert isinstance(verdict, Agrees)


def test_a_truth_can_be_cut_to_some_lines():
    assert on_lines(truth(30, Value(1), Value(2)), {NEW}).groups == (((NEW,), Value(2)),)
    assert on_lines(truth(30), set()).groups == ()


def test_references_that_agree_are_no_verdict():
    assert disagreements(truth(30).case, {"golden": {NEW: Value(1)}, "jpype": {NEW: Value(1)}}) == []
    assert disagreements(truth(30).case, {"golden": {OLD: Value(1)}, "jpype": {NEW: Value(2)}}) == []


@pytest.mark.parametrize(
    ("votes", "port", "dissenter"),
    [
        ({"golden": 1, "jpype": 2}, 2, "golden"),
        ({"golden": 1, "jpype": 2}, 1, "jpype"),
        ({"golden": 1, "jpype": 2}, 3, "golden or jpype"),
        ({"golden": 1, "jpype": 2, "gateway": 2}, 9, "golden"),
        ({"golden": 2, "jpype": 2, "gateway": 1}, 1, "golden or jpype or gateway"),
    ],
)
def test_a_disagreement_names_the_dissenter(votes, port, dissenter):
    answers = {name: {NEW: Value(value)} for name, value in votes.items()}
    (verdict,) = disagreements(truth(30).case, answers, Value(port))
    assert verdict.dissenter == dissenter
    assert verdict.reason == "references disagree with each other"


@pytest.mark.parametrize(("reason", "kind"), [("timed out", Agrees), ("crashed", Errored)])
def test_a_port_that_never_ends_where_the_original_does_not_either_agrees(reason, kind):
    endless = Error("EndlessLoop", "the original did not end")
    (verdict,) = verdicts(FakePort(lambda *_: NoAnswer(reason, "no answer within 10 s")), truth(30, endless, endless))
    assert type(verdict) is kind
    (other,) = verdicts(FakePort(lambda *_: NoAnswer("timed out")), truth(30))
    assert type(other) is Errored
