"""A golden run in two processes says what it says in one; and where the second one fails, the first does its work."""

import os
import sys

import pytest
from fakes import FakePort, honest, murmur_stand_in

from jarparity import catalogue
from jarparity.answers import Error, Fault, Skip, Value
from jarparity.cases import Case, Recorded, Vector
from jarparity.check import second_process as module
from jarparity.check.run import Plan, run, second_process
from jarparity.check.search import Budget
from jarparity.lines import Line
from jarparity.ports import PortInfo
from jarparity.verdicts import Agrees

FIRST, SECOND = "flink.math.murmur-hash", "flink.key-group.of-hash"
LINES = ("flink 1.16.3", "flink 2.3.0")
FORKS = PortInfo("fake", "1", "python", ("*",), messages=True, forks=True)
SURROGATE = {"value": 9, "text": "\ud800 é"}

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1, reason="forks on Linux with two cores only"
)


class Golden:
    name = "golden"

    def vectors(self, operation):
        documents = [{"value": v} for v in (1, 13, 2**40, 30)] + [SURROGATE]
        return [
            Vector(Case(operation, f"{i}", d, ("sign",), "here"), (Recorded(LINES, murmur_stand_in(d)),))
            for i, d in enumerate(documents)
        ]

    def size(self, operation):
        return module.WORTH if operation in (FIRST, SECOND) else 0


def events_of(port, *, live=(), fail_fast=False):
    operations = (catalogue.operation(FIRST), catalogue.operation(SECOND))
    plan = Plan(operations, frozenset(map(Line.parse, LINES)), Budget(0, None, 1), fail_fast=fail_fast)
    with second_process(plan, port, Golden(), live) as second:
        events = list(run(plan, port, Golden(), live, second))
    return second, events


def wrong(document, _line):
    answers = {1: Value({"a": [1, None]}), 13: Error("NoSuchElementException"), 30: Skip("later"), 9: Fault("crashed")}
    return answers.get(document["value"]) or murmur_stand_in(document)


@pytest.mark.parametrize("answer", [honest, wrong])
def test_two_processes_say_what_one_says(answer):
    port = FakePort(answer, FORKS)
    second, events = events_of(port)
    assert second.operations == {SECOND}
    assert {operation for operation, _, _ in port.asked} == {FIRST}, "the other was asked in another process"
    alone, expected = events_of(FakePort(answer, PortInfo("fake", "1", "python", ("*",), messages=True)))
    assert alone is None
    assert events == expected
    assert [event.case.operation for event in events] == [FIRST] * 5 + [SECOND] * 5
    assert any(
        isinstance(event, Agrees) and event.answer == Error("IllegalArgumentException", "unlucky") for event in events
    ) is (answer is honest)


def test_a_second_process_that_dies_leaves_its_work_to_the_first():
    here = os.getpid()

    def dies(document, line):
        if os.getpid() != here:
            os._exit(7)
        return honest(document, line)

    second, events = events_of(FakePort(dies, FORKS))
    assert second is not None
    assert len(events) == 10
    assert all(isinstance(event, Agrees) for event in events)


def test_an_exception_of_the_second_process_is_met_in_the_first():
    class Broken(FakePort):
        def replies(self, operation, line, inputs):
            if operation == SECOND:
                raise ArithmeticError("a port that breaks its promises")
            return super().replies(operation, line, inputs)

    with pytest.raises(ArithmeticError, match="breaks its promises"):
        events_of(Broken(honest, FORKS))


def test_a_port_that_does_not_say_so_is_asked_in_one_process():
    assert events_of(FakePort(honest))[0] is None


def test_a_run_that_stops_at_the_first_failure_goes_on_alone():
    assert events_of(FakePort(honest, FORKS), fail_fast=True)[0] is None


def test_nothing_is_left_behind_when_the_run_is_left_early():
    plan = Plan((catalogue.operation(FIRST), catalogue.operation(SECOND)), frozenset(), Budget(0, None, 1))
    with second_process(plan, FakePort(honest, FORKS), Golden(), ()) as second:
        pid = second._pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
