"""What is asked, and how often: the originals in one round trip, the port once for equal questions."""

import dataclasses
import threading

import pytest
from fakes import NEW, OLD, FakePort, FakeReference, honest, murmur_stand_in

from jarparity import registry
from jarparity.answers import Value
from jarparity.cases import Case
from jarparity.check.asking import Comparison, PortReplies, ask, asked_ahead, by_eligible_line
from jarparity.check.judging import Truth
from jarparity.references import BridgeError
from jarparity.verdicts import Agrees, Differs

MURMUR = registry.operation("flink.math.murmur-hash")
VARIES = dataclasses.replace(MURMUR, varies=True)
KAFKA = NEW.parse("kafka-clients 4.4.0")


def cases(*values):
    return [Case.generated(MURMUR.name, {"value": value}) for value in values]


def both_lines(**more):
    return FakeReference({OLD: murmur_stand_in, NEW: murmur_stand_in, **more})


def test_all_lines_are_asked_in_one_round_trip():
    reference = both_lines()
    truths = ask(reference, MURMUR, [NEW, OLD, KAFKA], cases(30, 60))
    assert truths == [Truth(case, (((OLD, NEW), Value(case.input["value"] // 3)),)) for case in cases(30, 60)]
    assert reference.round_trips == [(MURMUR.name, [str(OLD), str(NEW)], 2)]


def test_equal_inputs_are_asked_once_and_answered_each():
    reference = both_lines()
    truths = ask(reference, MURMUR, [NEW], cases(30, 60, 30))
    assert [truth.groups[0][1] for truth in truths] == [Value(10), Value(20), Value(10)]
    assert [count for _, _, count in reference.round_trips] == [2]


@pytest.mark.parametrize(("lines", "values"), [([KAFKA], (1, 2)), ([], (1,)), ([NEW], ())])
def test_no_port_is_asked_where_there_is_nothing_to_ask(lines, values):
    reference = both_lines()
    assert ask(reference, MURMUR, lines, cases(*values)) == [Truth(case, ()) for case in cases(*values)]
    assert reference.round_trips == []


def test_a_line_is_asked_what_it_takes():
    group = registry.operation("kafka.assignor.range")
    old, new = NEW.parse("kafka-clients 2.0.1"), KAFKA
    documents = [
        {"topics": {"t": 1}, "members": [{"id": "A", "topics": ["t"], **more}]} for more in ({}, {"rack": "r"})
    ]
    taken = by_eligible_line(group, [new, old, NEW], [Case.generated(group.name, document) for document in documents])
    assert list(taken.items()) == [(old, [0]), (new, [0, 1])]
    assert by_eligible_line(group, [old], [Case.generated(group.name, documents[1])]) == {}


def test_the_port_is_asked_once_for_equal_questions():
    port = FakePort(honest)
    replies = PortReplies(MURMUR, port)
    truths = ask(both_lines(), MURMUR, [OLD, NEW], cases(30, 60, 30))
    assert [type(verdict) for verdict in replies.verdicts(truths, "golden")] == [Agrees] * 3
    assert port.asked == [(MURMUR.name, str(NEW), 2)]
    more = ask(both_lines(), MURMUR, [OLD, NEW], cases(90, 60))
    assert [verdict.reference for verdict in replies.verdicts(more, "jpype")] == ["jpype"] * 2
    assert port.asked[1:] == [(MURMUR.name, str(NEW), 1)]


def test_of_an_operation_that_varies_the_lines_that_were_asked_are_known():
    port = FakePort(lambda document, line: Value(10 if line == NEW else 11))
    replies = PortReplies(VARIES, port)
    truths = ask(both_lines(), VARIES, [OLD, NEW], cases(30))
    golden = list(replies.verdicts(truths, "golden", every_line=False))
    assert [(type(v), v.lines) for v in golden] == [(Agrees, (str(OLD), str(NEW)))]
    live = list(replies.verdicts(truths, "jpype"))
    assert [(type(v), v.lines) for v in live] == [(Differs, (str(OLD),)), (Agrees, (str(NEW),))]
    assert [line for _, line, _ in port.asked if line == str(NEW)] == [str(NEW)]


def test_every_line_is_asked_and_those_that_a_port_cannot_tell_apart_are_one_question():
    class Telling(FakePort):
        def told(self, operation, line):
            return line == NEW

    older = NEW.parse("flink 1.20.5")
    port = Telling(lambda document, line: Value(11 if line == older else 10))
    truths = ask(FakeReference(dict.fromkeys((OLD, older, NEW), murmur_stand_in)), MURMUR, [OLD, older, NEW], cases(30))
    told = list(PortReplies(MURMUR, port).verdicts(truths, "golden", every_line=True))
    assert [(type(v), v.lines) for v in told] == [(Differs, (str(OLD), str(older))), (Agrees, (str(NEW),))]
    assert [line for _, line, _ in port.asked] == [str(older), str(NEW)]
    silent = FakePort(port.answer)
    asked = list(PortReplies(MURMUR, silent).verdicts(truths, "golden", every_line=True))
    assert [(type(v), v.lines) for v in asked] == [
        (Agrees, (str(OLD),)),
        (Differs, (str(older),)),
        (Agrees, (str(NEW),)),
    ]


def test_the_port_is_asked_no_further_than_verdicts_are_taken():
    asked = []
    port = FakePort(lambda document, _line: asked.append(document["value"]) or Value("wrong"))
    verdicts = Comparison(MURMUR, port, both_lines(), [NEW]).verdicts(cases(1, 2, 3))
    assert isinstance(next(verdicts), Differs)
    assert asked == [1]


def test_a_port_that_gives_too_few_replies_is_an_error():
    class Short(FakePort):
        def replies(self, operation, line, inputs):
            return iter(())

    with pytest.raises(ValueError, match="shorter"):
        list(Comparison(MURMUR, Short(honest), both_lines(), [NEW]).verdicts(cases(1)))


def test_a_failure_is_looked_up_alone():
    comparison = Comparison(MURMUR, FakePort(lambda *_: Value(0)), both_lines(), [OLD, NEW])
    assert comparison.failure({"value": 0}) is None
    failure = comparison.on(NEW).failure({"value": 30})
    assert (failure.lines, failure.expected, failure.got) == ((str(NEW),), Value(10), Value(0))


def test_the_originals_answer_the_next_round_while_the_last_one_is_looked_at():
    second = threading.Event()

    def answer(document):
        if document["value"] == 60:
            second.set()
        return murmur_stand_in(document)

    comparison = Comparison(MURMUR, FakePort(honest), FakeReference({NEW: answer}), [NEW])
    rounds = asked_ahead(comparison, [cases(30), cases(60), cases(90)])
    assert next(rounds) == ask(comparison.reference, MURMUR, [NEW], cases(30))
    assert second.wait(60)
    assert [truth.case for truths in rounds for truth in truths] == cases(60, 90)


def test_a_bridge_that_fails_in_a_round_ends_that_round():
    def answer(document):
        if document["value"] == 60:
            raise BridgeError("the JVM has gone")
        return murmur_stand_in(document)

    comparison = Comparison(MURMUR, FakePort(honest), FakeReference({NEW: answer}), [NEW])
    rounds = asked_ahead(comparison, [cases(30), cases(60)])
    assert len(next(rounds)) == 1
    with pytest.raises(BridgeError, match="gone"):
        next(rounds)
