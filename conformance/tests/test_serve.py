"""Serving: what a client of `jarparity serve` is answered, whatever it sends."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from served import MURMUR, PARTITION, PORT, length, one, talk

from jarparity import serve as serving
from jarparity.answers import Value
from jarparity.ports.callables import CallablePort
from jarparity.protocol import Question, Run, Start, Stop, print_request
from jarparity.serve import serve

COPARTITION = CallablePort.load("copartition.port:PORT")


def test_a_session():
    answers = talk(
        PORT,
        Start(),
        Run(MURMUR, (Question(1, {"bytes": "00"}),), "kafka-clients 4.4.0", batch=False),
        Run(MURMUR, (Question(5, {"bytes": ""}), Question(3, {"bytes": "fe"}))),
        Run(MURMUR, ()),
        Stop(),
        b"nobody reads this\n",
    )
    hello = {"protocol": 1, "name": "test", "version": "unknown", "language": "python"}
    assert answers == [
        hello | {"operations": [MURMUR, "own.operation"], "lines": ["*"]},
        {"seq": 1, "value": ["kafka-clients 4.4.0", 2]},
        {"seq": 5, "value": [None, 0]},
        {"seq": 3, "error": {"kind": "ValueError", "message": "no such luck"}},
    ]


def test_the_end_of_the_input_is_the_end():
    assert talk(PORT) == []
    assert talk(PORT, b"\n", b"  \r\n") == []
    assert talk(PORT, print_request(Start())[:-1])[0]["name"] == "test"


def test_an_input_that_the_operation_does_not_take_names_the_field():
    answer = one({"bites": "00"})["error"]
    assert answer["kind"] == "ValueError"
    assert MURMUR in answer["message"]
    assert "'bytes'" in answer["message"]


def test_a_bad_input_does_not_hurt_its_neighbours():
    batch = Run(MURMUR, tuple(Question(i, {"bytes": b}) for i, b in enumerate(["00", "xyz", "ff", 3, "0000"])))
    answers = talk(PORT, batch)
    assert [answer["seq"] for answer in answers] == [0, 1, 2, 3, 4]
    assert [answer.get("value", [None, answer.get("error", {}).get("kind")])[1] for answer in answers] == [
        2,
        "ValueError",
        "PortFault",
        "ValueError",
        4,
    ]


def test_a_port_that_breaks_says_so():
    assert one({"bytes": "ff"}) == {"error": {"kind": "PortFault", "message": "the port crashed: SystemExit: 1"}}


def test_an_unknown_operation_is_an_error_with_the_nearest():
    error = one({}, "kafka.partitioner.murmur")["error"]
    assert error["kind"] == "ValueError"
    assert "did you mean kafka.partitioner.murmur2" in error["message"]


def test_an_operation_that_the_port_has_not_is_declined():
    assert one({"bytes": "00", "partitions": 3}, PARTITION) == {"skipped": "not implemented"}


def test_an_operation_that_only_the_port_knows_is_not_checked():
    assert one({"x": "\ud800"}, "own.operation") == {"value": {"x": "\ud800"}}


def test_a_line_must_be_a_line():
    error = one({"bytes": "00"}, line="4.4.0")["error"]
    assert error == {
        "kind": "ValueError",
        "message": "line '4.4.0': write a family, one space and a version, such as 'flink 2.3.0'",
    }


def test_a_release_that_is_not_there_is_an_error_with_those_that_are():
    error = one({"bytes": "00"}, line="kafka-clients 9")["error"]
    assert error["kind"] == "ValueError"
    assert error["message"].startswith("no release 'kafka-clients 9'; of kafka-clients these are compared: 2.0.1, ")


def test_what_is_no_request_is_answered_and_the_talk_goes_on():
    answers = talk(PORT, b"rubbish\n", b'{"cmd":"run","seq":9}\n', b'{"cmd":"start","protocol":2}\n', Start())
    assert [(a.get("seq"), a["error"]["kind"]) for a in answers[:3]] == [
        (None, "ProtocolError"),
        (9, "ProtocolError"),
        (None, "ProtocolError"),
    ]
    assert answers[3]["name"] == "test"


@pytest.mark.parametrize("number", [b"1e400", b"-1e400", b"NaN", b"Infinity", b"1" + b"0" * 5000])
@pytest.mark.parametrize("operation", [MURMUR, "own.operation"])
def test_a_number_that_is_none_is_answered_and_the_talk_goes_on(operation, number):
    name = operation.encode()
    lines = [
        b'{"cmd":"run","operation":"%s","seq":1,"input":%s}\n' % (name, number),
        b'{"cmd":"run","operation":"%s","seq":1,"input":{"bytes":[%s]}}\n' % (name, number),
        b'{"cmd":"run","operation":"%s","seq":%s,"input":{}}\n' % (name, number),
        b'{"cmd":%s}\n' % number,
    ]
    *wrong, hello = talk(PORT, *lines, Start())
    assert [answer["error"]["kind"] for answer in wrong] == ["ProtocolError"] * 4
    assert hello["name"] == "test"


@pytest.mark.parametrize(
    ("line", "topics", "members", "words"),
    [
        (None, {"t": -1}, [{"id": "A", "topics": ["t"]}], "input.topics.t: -1"),
        (None, {"t": None}, [{"id": "A", "topics": ["t"]}], "input.topics.t: null"),
        (None, {"t": "3"}, [{"id": "A", "topics": ["t"]}], 'input.topics.t: "3"'),
        (None, {"t": 1}, [{"topics": ["t"]}], "input.members[0]: the field 'id' is missing"),
        (None, {"t": 1}, [{"id": None, "topics": ["t"]}], "input.members[0].id: null"),
        (None, {"t": 1}, [{"id": "A", "topics": []}] * 2, "input.members[1].id: 'A' stands there twice"),
        ("3.3.2", {"t": [{"partition": 0, "racks": ["r"]}]}, [], "topics must have no racks before 3.4.0"),
        ("3.3.2", {"t": 1}, [{"id": "A", "topics": ["t"], "rack": "r"}], "no rack before 3.4.0"),
        ("3.3.2", {"t": 1}, [{"id": "A", "topics": ["t"], "generation": 1}], "no generation before 3.4.0"),
        ("2.3.1", {"t": 1}, [{"id": "A", "topics": ["t"], "instance": "i"}], "no instance before 2.4.0"),
        ("2.3.1", {"t": 1}, [{"id": "A", "topics": ["t"], "owned": [["t", 0]]}], "no owned before 2.4.0"),
    ],
)
@pytest.mark.parametrize("assignor", ["range", "round-robin", "sticky"])
def test_a_group_that_java_could_not_even_hold_is_an_error(assignor, line, topics, members, words):
    named = {} if line is None else {"line": f"kafka-clients {line}"}
    document = {"topics": topics, "members": members}
    run = {"cmd": "run", "seq": 1, "operation": f"kafka.assignor.{assignor}", "input": document, **named}
    (answer,) = talk(COPARTITION, json.dumps(run).encode() + b"\n")
    assert answer["error"]["kind"] == "ValueError"
    assert words in answer["error"]["message"]


def test_an_input_that_is_nested_too_deeply_is_answered_and_the_talk_goes_on():
    key = b'{"type":"list","value":[' * 250 + b"]}" * 250
    line = b'{"cmd":"run","operation":"flink.key.hash","seq":1,"input":{"key":%s}}\n' % key
    answer, hello = talk(PORT, line, Start())
    assert answer["error"] == {"kind": "ValueError", "message": "the input is nested too deeply to be checked"}
    assert hello["name"] == "test"


class HollowPort(CallablePort):
    """Gives values that JSON can't hold, which `CallablePort` itself never lets through."""

    def replies(self, operation, line, inputs):
        del operation, line
        yield from (Value(float("inf")) for _ in inputs)


def test_a_value_that_json_can_not_hold_is_answered_by_a_fault():
    batch = Run(MURMUR, tuple(Question(i, {"bytes": ""}) for i in range(2)))
    answers = talk(HollowPort({MURMUR: length}), batch, Start())
    assert [answer.get("error", {}).get("kind") for answer in answers] == ["PortFault", "PortFault", None]


def test_a_line_without_end_is_answered_and_passed_over(monkeypatch):
    monkeypatch.setattr(serving, "LONGEST", 100)
    answers = talk(PORT, b"x" * 1000 + b"\n", b"x" * 99 + b"\n", Start())
    assert [a.get("error", {}).get("message", "")[:40] for a in answers] == [
        "the line has more than 100 bytes",
        "the line is not JSON (Expecting value: l"[:40],
        "",
    ]
    assert len(talk(PORT, b"x" * 1000)) == 1


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40) | st.builds(lambda cut: print_request(Start())[:cut], st.integers(0, 30))))
def test_any_lines_are_answered_and_never_break_the_server(lines):
    sent = [line.replace(b"\n", b"") for line in lines]
    answers = talk(PORT, *(line + b"\n" for line in sent))
    assert len(answers) == sum(bool(line.strip()) for line in sent)


class BrokenPort(CallablePort):
    """Its replies end too early, or with an exception."""

    def __init__(self, failure):
        super().__init__({MURMUR: length})
        self.failure = failure

    def replies(self, operation, line, inputs):
        yield from super().replies(operation, line, inputs[:1])
        if self.failure:
            raise self.failure


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (RuntimeError("lost"), "the port failed: RuntimeError: lost"),
        (None, "the port gave too few answers: 1 to 3 cases"),
    ],
)
def test_a_port_that_fails_as_a_whole_still_gives_an_answer_to_each_case(failure, message):
    batch = Run(MURMUR, tuple(Question(i, {"bytes": ""}) for i in range(3)))
    first, *rest = talk(BrokenPort(failure), batch)
    assert first == {"seq": 0, "value": [None, 0]}
    assert [answer["error"] for answer in rest] == [{"kind": "PortFault", "message": message}] * 2


def test_a_slow_batch_is_flushed_on_its_way(monkeypatch):
    monkeypatch.setattr(serving, "_HELD", -1.0)
    seen = []
    responses = io.BytesIO()
    monkeypatch.setattr(
        serving, "_sound", lambda *_: (seen.append(len(responses.getvalue())) or Value(i) for i in range(3))
    )
    requests = io.BytesIO(print_request(Run(MURMUR, tuple(Question(i, {"bytes": ""}) for i in range(3)))))
    serve(PORT, requests, responses)
    assert seen == sorted(set(seen))
