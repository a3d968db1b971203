"""Serving: what a client of `jarparity serve` is answered, whatever it sends."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jarparity import serve as serving
from jarparity.answers import Error, Fault, Skip, Value
from jarparity.catalogue import OPERATIONS
from jarparity.cli.serve import _SESSION as HELP
from jarparity.lines import Line
from jarparity.ports.callables import CallablePort
from jarparity.ports.original import OriginalPort
from jarparity.ports.process import Limits, ProcessPort
from jarparity.protocol import Question, Run, Start, Stop, print_request
from jarparity.references import BridgeError
from jarparity.serve import serve

MURMUR = "kafka.partitioner.murmur2"
PARTITION = "kafka.partitioner.partition-for-key"


def length(document, line=None):
    if document["bytes"] == "ff":
        raise SystemExit(1)
    if document["bytes"] == "fe":
        raise ValueError("no such luck")
    return [line, len(document["bytes"])]


COPARTITION = CallablePort.load("copartition.port:PORT")
PORT = CallablePort({MURMUR: length, "own.operation": lambda document: document}, "test")


def talk(port, *lines):
    """The server's answers, as documents."""
    requests = io.BytesIO(b"".join(line if isinstance(line, bytes) else print_request(line) for line in lines))
    responses = io.BytesIO()
    serve(port, requests, responses)
    return [json.loads(line) for line in responses.getvalue().splitlines()]


def one(document, operation=MURMUR, line=None, port=PORT):
    (answer,) = talk(port, Run(operation, (Question(1, document),), line, batch=False))
    assert answer.pop("seq") == 1
    return answer


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


def test_an_operation_that_nobody_knows_is_an_error_with_the_nearest():
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
    key = b'{"type":"list","value":[' * 150 + b"]}" * 150
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


class FakeReference:
    """Answers with the line's name and the case, and can't read the bytes `ff`."""

    name = "jpype"
    lines = tuple(map(Line.parse, ("kafka-clients 3.9.2", "kafka-clients 4.4.0", "kafka-clients 2.0.1")))
    closed = False

    def about(self):
        return {"java.version": "17.0.1"}

    def answers(self, operation, line, inputs):
        if any(document.get("bytes") == "ff" for document in inputs):
            raise BridgeError("ff can't be read")
        return [Value([str(line), operation, document]) for document in inputs]

    def bulk(self, operation, line, parameters, column, width=1):
        return operation, line, parameters, column, width

    def close(self):
        self.closed = True


@pytest.fixture
def originals():
    return OriginalPort(FakeReference())


def test_the_originals_say_what_they_are(originals):
    info = originals.info
    assert info.lines == ("kafka-clients 2.0.1", "kafka-clients 3.9.2", "kafka-clients 4.4.0")
    assert info.operations == tuple(
        name for name, operation in OPERATIONS.items() if operation.family == "kafka-clients"
    )
    assert (info.language, info.version, info.messages) == ("java", "17.0.1 (jpype)", True)


@pytest.mark.parametrize(
    ("line", "answered_by"),
    [
        (None, "kafka-clients 4.4.0"),
        ("kafka-clients 3.9.2", "kafka-clients 3.9.2"),
        ("kafka-clients 3.9", "kafka-clients 3.9.2"),
        ("kafka-clients 4", "kafka-clients 4.4.0"),
    ],
)
def test_a_run_without_a_line_is_for_the_newest_and_a_line_may_be_short(originals, line, answered_by):
    document = {"bytes": "00"}
    assert one(document, line=line, port=originals) == {"value": [answered_by, MURMUR, document]}


def test_a_line_that_is_not_served_is_declined_with_those_that_are(originals):
    assert one({"bytes": "00"}, line="kafka-clients 3.0.0", port=originals) == {
        "skipped": "line kafka-clients 3.0.0 is not served; these are: "
        "kafka-clients 2.0.1, kafka-clients 3.9.2, kafka-clients 4.4.0"
    }
    assert one({"a": ""}, "java.string.hash", port=originals) == {
        "skipped": "no line that is served has java.string.hash"
    }
    assert one({"a": ""}, "java.string.hash", "kafka-clients 4.4.0", port=originals) == {
        "skipped": "line kafka-clients 4.4.0 has no java.string.hash"
    }


def test_an_input_that_the_bridge_can_not_read_does_not_hurt_its_neighbours(originals):
    inputs = [{"bytes": "00"}, {"bytes": "ff"}, {"bytes": ""}]
    replies = list(originals.replies(MURMUR, None, inputs))
    assert [type(reply) for reply in replies] == [Value, Fault, Value]
    assert replies[1] == Fault("failed", "ff can't be read")


def test_the_originals_have_bulk_forms_and_close_their_reference(originals):
    newest = Line("kafka-clients", "4.4.0")
    assert originals.bulk(MURMUR, {}, None) == (MURMUR, newest, {}, None, 1)
    assert originals.bulk("java.string.hash", {}, None) is None
    originals.close()
    assert originals._reference.closed


# The same as a program, with its real streams.


@pytest.fixture
def module(tmp_path):
    (tmp_path / "served_port.py").write_text(SERVED_PORT)
    return tmp_path


SERVED_PORT = """
import os, subprocess, sys
print("printed while it was imported")

def length(document, line=None):
    print("printed in Python")
    os.write(1, b"written to the descriptor\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return [line, len(document["bytes"]), sys.stdin.read()]

def fast(document):
    if document["partitions"] == 0:
        raise ZeroDivisionError("/ by zero")
    if document["partitions"] == 1:
        raise NotImplementedError("one is none")
    return len(document["bytes"]) % document["partitions"]

PORT = {"kafka.partitioner.murmur2": length, "kafka.partitioner.partition-for-key": fast}
"""


def command(*arguments):
    return [sys.executable, "-m", "jarparity", "serve", *arguments]


def test_what_a_port_prints_never_reaches_the_protocol(module):
    session = print_request(Start()) + print_request(Run(MURMUR, (Question(1, {"bytes": "00"}),))) + b"{}\n"
    done = subprocess.run(
        command("port", "--port", "served_port:PORT"), cwd=module, input=session, capture_output=True, check=True
    )
    hello, answer, complaint = map(json.loads, done.stdout.splitlines())
    assert hello["name"] == "served_port:PORT"
    assert answer == {"seq": 1, "value": [None, 2, ""]}
    assert complaint["error"]["kind"] == "ProtocolError"
    for words in (b"while it was imported", b"in Python", b"to the descriptor", b"by a child"):
        assert words in done.stderr


def test_a_port_that_can_not_be_loaded_is_said_on_standard_error(module):
    done = subprocess.run(command("port", "--port", "served_port:PROT"), cwd=module, capture_output=True, check=False)
    assert done.returncode == 4
    assert done.stdout == b""
    assert b"did you mean PORT?" in done.stderr


def test_a_client_that_leaves_is_nobodys_error(module):
    with subprocess.Popen(
        command("port", "--port", "served_port:PORT"),
        cwd=module,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as server:
        server.stdin.write(print_request(Start()))
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write(print_request(Start()))
        server.stdin.close()
        assert b"Error" not in server.stderr.read()
    assert server.returncode == 0


@pytest.mark.parametrize("batch", [1, 512])
def test_a_served_port_answers_as_it_does_in_process(module, monkeypatch, batch):
    monkeypatch.chdir(module)
    monkeypatch.syspath_prepend(str(module))
    here = CallablePort.load("served_port:PORT")
    there = ProcessPort(command("port", "--port", "served_port:PORT"), limits=Limits(batch=batch))
    try:
        inputs = [{"bytes": "0" * (2 * n), "partitions": p} for n in range(5) for p in range(4)]
        replies = list(there.replies(PARTITION, None, inputs))
        assert replies == list(here.replies(PARTITION, None, inputs))
        assert {type(reply) for reply in replies} == {Value, Error, Skip}
        assert there.info == here.info
    finally:
        there.close()


def test_copartition_served_answers_as_it_does_in_process():
    from jarparity.ports.load import open_port  # noqa: PLC0415 - needs copartition

    here = open_port()
    there = ProcessPort(command("port"))
    samples = {
        "java.string.hash": [{"a": "é\ud800"}, {"a": ""}],
        "flink.key-group.of-key": [
            {"key": {"type": "long", "value": "-1"}, "maxParallelism": 128},
            {"key": {"type": "null", "value": None}, "maxParallelism": 128},
            {"key": {"type": "bytes", "value": "00"}, "maxParallelism": 128},
        ],
        PARTITION: [{"bytes": "6b6579", "partitions": p} for p in (0, 1, 10)],
    }
    try:
        for operation, inputs in samples.items():
            replies = list(there.replies(operation, None, inputs))
            assert replies == list(here.replies(operation, None, inputs))
            assert not any(isinstance(reply, Skip | Fault) for reply in replies)
        assert there.info == here.info
    finally:
        there.close()


def test_the_session_that_help_shows_is_a_true_one():
    shown = [line.strip() for line in HELP.splitlines()]
    typed = "".join(line[2:] + "\n" for line in shown if line.startswith("> {"))
    answered = [line[2:] for line in shown if line.startswith("< {")]
    done = subprocess.run(command("port"), input=typed.encode(), capture_output=True, check=True)
    said = [re.sub(r'"message":".*"', '"message":"…"', line) for line in done.stdout.decode().splitlines()]
    assert said[1:] == answered[1:]
    assert json.loads(said[0]).keys() - {"messages"} == json.loads(answered[0]).keys()


@pytest.mark.parametrize("arguments", [(), ("port",), ("original",)])
def test_help_shows_the_session(arguments):
    done = subprocess.run(command(*arguments, "--help"), capture_output=True, text=True, check=True)
    assert '> {"cmd":"start","protocol":1}' in done.stdout
