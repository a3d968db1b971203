"""Ports that are wrong on purpose: each fault is there, is told by recorded vectors, and is the only one."""

from __future__ import annotations

import json

import pytest
from golden_vectors import GOLDEN

from jarparity.answers import Error, Value, same
from jarparity.lines import Line
from jarparity.measures.upstream.delegation import Delegation
from jarparity.measures.upstream.report import SHOWN, LineOutcome, UpstreamOutcome, report
from jarparity.measures.upstream.request_handler import RequestHandler
from jarparity.measures.upstream.run import Ran
from jarparity.measures.upstream.wrong import FLINK, KAFKA, WrongPort, wrong
from jarparity.ports import PortError
from jarparity.ports.callables import CallablePort

SOUND = CallablePort.load("copartition.port:PORT")
COOPERATIVE = "kafka.assignor.cooperative-sticky"
LINE = Line("kafka-clients", "4.3.1")


def replies(port, operation):
    """The recorded answers of each vector's newest line, with the port's."""
    for vector in GOLDEN.vectors(operation):
        recorded = vector.answers[-1]
        line = Line.parse(recorded.lines[-1])
        yield recorded.answer, next(port.replies(operation, line, [vector.case.input]))


@pytest.mark.parametrize("fault", [*KAFKA, *FLINK], ids=lambda fault: fault.tag)
def test_recorded_vectors_tell_every_declared_fault(fault):
    port = CallablePort(WrongPort(fault))
    asked = (pair for operation in fault.operations for pair in replies(port, operation))
    assert any(isinstance(reply, Value) and not same(said, reply, messages=False) for said, reply in asked)


def test_a_fault_leaves_what_it_does_not_concern_alone():
    port = CallablePort(WrongPort(wrong("members-exchanged")))
    alone = {"topics": {"t": 2}, "members": [{"id": "A", "topics": ["t"]}]}
    for operation, document in (("kafka.assignor.range", alone), ("java.string.hash", {"a": "x"})):
        assert next(port.replies(operation, LINE, [document])) == next(SOUND.replies(operation, LINE, [document]))


def test_an_error_of_the_sound_port_stays_one_with_its_kind_and_message():
    port = CallablePort(WrongPort(wrong("protocol-version-0")))
    document = {"direction": "decode", "bytes": "00"}
    sound, passed = (next(p.replies("kafka.protocol.subscription", LINE, [document])) for p in (SOUND, port))
    assert isinstance(sound, Error)
    assert (passed.kind, passed.message) == (sound.kind, sound.message)


def test_an_undeclared_fault_is_no_attribute():
    with pytest.raises(PortError, match="no_such_fault"):
        CallablePort.load("jarparity.measures.upstream.wrong:no_such_fault")


def group(**owned):
    members = [
        {"id": name, "topics": ["t"], "owned": [["t", number] for number in numbers], "userData": None}
        for name, numbers in owned.items()
    ]
    return json.dumps({"topics": {"t": 2}, "members": members}).encode()


def test_beside_a_cooperative_answer_stands_what_changes_hands():
    reply = json.loads(RequestHandler(SOUND, LINE).answer(COOPERATIVE, group(A=[0, 1], B=[])))
    assert reply["value"]["members"] == {"A": [0, 0], "B": []}  # B waits until A has given it up
    assert (reply["sticky"], reply["transferring"]) == (True, [["t", 1, "B"]])


def test_a_port_that_answers_a_cooperative_group_only_is_told():
    port = CallablePort({COOPERATIVE: lambda _: {"A": [["t", 0]], "B": []}})
    reply = json.loads(RequestHandler(port, LINE).answer(COOPERATIVE, group(A=[0, 1], B=[])))
    assert "kafka.assignor.sticky gave Skip(" in reply["fault"]


def test_what_is_no_json_is_the_ports_fault():
    reply = json.loads(RequestHandler(CallablePort({"a": lambda _: {1: 2}}), LINE).answer("a", b"{}"))
    assert reply["fault"].startswith("the port gave no JSON answer: ")


def test_a_long_list_of_failures_is_cut_in_the_text_alone():
    tests = tuple(Ran("p.ATest", f"m{i}", f"m{i}()", "FAILED", 1, 1) for i in range(SHOWN + 2))
    outcome = UpstreamOutcome("kafka", SOUND.info, (), (LineOutcome(str(LINE), tests, 1.0, ()),), interrupted=True)
    known = Delegation({}, {})
    text = report(outcome, known, "text")
    assert text.count("FAILED ") == SHOWN
    assert "\n… and 2 more\n" in text
    assert "\ninterrupted\n" in text
    assert len(json.loads(report(outcome, known, "json"))["lines"][0]["ran"]) == SHOWN + 2
