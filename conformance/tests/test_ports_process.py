"""Programs that are wrong in every way: each is run for real, and gets what it deserves."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jarparity.answers import Error, NoAnswer, Skip, Value, canonical, to_json
from jarparity.lines import Line
from jarparity.ports import PortError
from jarparity.ports.process import GAVE_UP, Limits, ProcessPort

FAKES = Path(__file__).parent / "fake_ports"
OPERATION = "java.string.hash"
OK = {"a": "abc"}
BAD = {"a": "bad"}


@pytest.fixture(autouse=True)
def nothing_survives():
    """A thread that serves a child ends only when no process holds the child's pipes any more."""
    yield
    left = [t for t in threading.enumerate() if t.name.startswith("child-")]
    for thread in left:
        thread.join(5)
    assert [t.name for t in left if t.is_alive()] == []


@pytest.fixture
def start():
    ports = []

    def start(name, *args, timeout=5.0, **limits):
        command = [sys.executable, "-S", str(FAKES / f"{name}.py"), *args]
        port = ProcessPort(command, timeout, Limits(**{"start": 60, "stop": 0.5} | limits))
        ports.append(port)
        return port

    yield start
    for port in ports:
        port.close()


def ask(port, *inputs, operation=OPERATION, line=None):
    return list(port.replies(operation, line, inputs))


class Watch:
    """Notices a process's end, and needs no look at its id, which may be given anew."""

    def __init__(self, pid):
        if not hasattr(os, "pidfd_open"):
            pytest.skip("a process that is not our child can be watched on Linux only")
        self._fd = os.pidfd_open(pid)

    def runs(self):
        return not select.select([self._fd], [], [], 0)[0]

    def ends(self):
        ended = bool(select.select([self._fd], [], [], 10)[0])
        os.close(self._fd)
        return ended


@pytest.mark.parametrize("batch", [1, 512])
def test_a_sound_port_answers(start, batch):
    port = start("sound", batch=batch)
    assert (port.info.name, port.info.language, port.info.lines) == ("fake", "python", ("*",))
    assert ask(port, OK, {"a": ""}, {"a": "\ud800é"}, BAD) == [Value(3), Value(0), Value(2), Value(3)]
    assert ask(port, line=Line("java", "17")) == []


def test_many_cases_stay_in_order(start):
    inputs = [{"a": "x" * (i % 300)} for i in range(5000)]
    assert ask(start("sound"), *inputs) == [Value(i % 300) for i in range(5000)]


@pytest.mark.parametrize("batch", [1, 512])
@pytest.mark.parametrize(
    ("name", "reason", "detail"),
    [
        ("crashes", "crashed", "exit code 3 before it answered; its standard error ended with:\nmy last words: ouch"),
        ("segfaults", "crashed", "killed by SIGSEGV before it answered"),
        ("writes_no_json", "wrote what is no answer", "the line is not JSON"),
        ("stops_mid_line", "ended early", """exit code 0 in the middle of the line '{"seq":"""),
        ("line_without_end", "wrote a line that is too long", "more than 1000000 bytes without a line feed"),
        ("floods_stdout", "wrote what is no answer", "the line is not JSON"),
        ("not_utf8", "wrote what is no answer", "the line is not UTF-8"),
        ("not_json_numbers", "wrote what is no answer", "NaN is no JSON number"),
        ("value_and_error", "wrote what is no answer", "an answer has one of value, error and skipped"),
        ("exits_politely", "ended early", "exit code 0 before it answered"),
        ("closes_its_output", "closed its output", "it still runs, but closed standard output before it answered"),
    ],
)
def test_what_breaks_is_a_fault_of_its_case_alone(start, name, reason, detail, batch):
    port = start(name, batch=batch, line=1_000_000)
    before, fault, *after = ask(port, OK, BAD, OK, {"a": ""})
    assert before == Value(3)
    assert isinstance(fault, NoAnswer)
    assert (fault.reason, fault.detail[: len(detail)]) == (reason, detail)
    assert after == [Value(3), Value(0)]


NO_NUMBERS = ["1e400", "-1e400", '{"a":[1e400]}', "Infinity", "1" + "0" * 5000, "[" * 500 + "]" * 500]


@pytest.mark.parametrize("batch", [1, 512])
@pytest.mark.parametrize(
    ("seq", "value"), [*(("{seq}", value) for value in NO_NUMBERS), ("1e400", "3"), ("-1e400", "3")]
)
def test_what_json_or_the_kit_can_not_hold_is_a_fault_of_its_case_alone(start, seq, value, batch):
    line = f'{{"seq":{seq},"value":{value}}}'
    before, fault, after = ask(start("prints_what_it_is_told", line, batch=batch), OK, BAD, OK)
    assert (before, after) == (Value(3), Value(3))
    assert isinstance(fault, NoAnswer)
    assert fault.reason == "wrote what is no answer"
    assert canonical(to_json(fault))


def test_an_answer_to_another_case_is_a_fault(start):
    _, fault, after = ask(start("answers_another_case"), OK, BAD, OK)
    assert isinstance(fault, NoAnswer)
    assert fault.reason == "answered another case"
    assert after == Value(3)


@pytest.mark.parametrize("batch", [1, 512])
def test_a_hanging_port_is_timed_out(start, batch):
    began = time.monotonic()
    replies = ask(start("hangs", timeout=0.3, batch=batch), OK, BAD, OK)
    assert replies == [Value(3), NoAnswer("timed out", "no answer within 0.3 s"), Value(3)]
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("batch", [1, 512])
def test_an_answer_without_its_line_feed_is_said_to_lack_it(start, batch):
    _, fault, after = ask(start("lacks_a_line_feed", timeout=0.3, batch=batch), OK, BAD, OK)
    begun = re.escape('no answer within 0.3 s; only 19 bytes without a line feed, beginning \'{"seq":')
    assert (fault.reason, after) == ("timed out", Value(3))
    assert re.fullmatch(rf"""{begun}\d,"value":3}}'""", fault.detail)


@pytest.mark.parametrize("name", ["reads_nothing", "closes_its_input"])
def test_a_port_that_does_not_read_is_timed_out(start, name):
    long = {"a": "x" * 300_000}
    replies = ask(start(name, timeout=0.2, in_a_row=2), long, long)
    assert [reply.reason for reply in replies] == ["timed out", GAVE_UP]
    assert ("closed its standard input" in replies[0].detail) == (name == "closes_its_input")


def test_a_flood_on_standard_error_fails_no_port(start):
    port = start("floods_stderr")
    assert ask(port, OK, BAD, BAD, OK) == [Value(3)] * 4


def test_the_end_of_standard_error_is_kept_and_no_more(start):
    port = start("floods_stderr")
    assert ask(port, BAD) == [Value(3)]
    errors = port._child.end()
    assert errors.endswith("line 39999 of a very long log that was not asked for")
    assert len(errors) <= 8192


def test_blame_falls_on_the_case_that_crashes_even_if_sound_answers_were_lost(start):
    got = ask(start("holds_answers_back"), OK, {"a": ""}, BAD, OK)
    assert [type(reply) for reply in got] == [Value, Value, NoAnswer, Value]
    assert got[2] == NoAnswer("crashed", "exit code 5 before it answered")


def test_a_port_that_breaks_on_batches_only_is_not_let_off(start):
    first, *rest = ask(start("breaks_on_batches"), OK, OK, OK)
    assert isinstance(first, NoAnswer)
    assert first.reason == "wrote what is no answer in a batch only"
    assert first.detail.startswith("in a batch of 3, though each case is answered when asked alone")
    assert rest == [Value(3), Value(3)]


def test_a_port_that_knows_no_batch_is_told_of_it_and_judged_by_its_answers(start):
    first, *rest = ask(start("knows_no_batch"), OK, {"a": ""}, OK)
    assert first.reason == "crashed in a batch only"
    assert "it has answered no batch so far: a `run` may have `batch`" in first.detail
    assert "docs/" not in first.detail
    assert "KeyError: 'seq'" in first.detail
    assert rest == [Value(0), Value(3)]


def test_a_port_that_took_batches_is_not_told_of_them(start):
    port = start("tells_the_length", "4000")
    assert all(isinstance(reply, Value) for reply in ask(port, OK, OK))
    first, _ = ask(port, {"a": "x" * 2100}, {"a": "x" * 2100})
    assert "in a batch of 2" in first.detail
    assert "no batch so far" not in first.detail


def test_no_request_is_longer_than_64_kib_unless_one_case_is(start):
    port = start("tells_the_length")
    ask(port, *[OK] * 2000)
    lengths = [reply.value for reply in ask(port, *({"a": "x" * (i * 7919 % 9000)} for i in range(600)))]
    assert 60_000 < max(lengths) <= 65_536
    assert len(set(lengths)) < 100
    first, long, last = ask(port, OK, {"a": "x" * 70_000}, OK)
    assert long.value > 70_000
    assert first.value < 100 > last.value


def test_the_length_of_a_long_request_is_in_the_fault(start):
    fault, after = ask(start("tells_the_length", "65536"), {"a": "x" * 70_000}, OK)
    assert fault.reason == "crashed"
    assert "; the request has 70,070 bytes; its standard error ended with:\nline too long" in fault.detail
    assert after.value < 100
    first, *_ = ask(start("tells_the_length", "5000"), *[{"a": "x" * 1000}] * 10)
    assert first.reason == "crashed in a batch only"
    assert "in a batch of 10, though each case is answered when asked alone" in first.detail
    assert "; the request has 10," in first.detail


def test_answers_in_the_wrong_order_are_a_fault(start):
    first, *rest = ask(start("answers_backwards"), OK, OK, OK)
    assert isinstance(first, NoAnswer)
    assert first.reason == "answered another case in a batch only"
    assert first.detail.endswith(": a batch is answered in its order, and an answer repeats its question's seq")
    assert rest == [Value(3), Value(3)]


def test_a_second_answer_to_one_case_is_a_fault_of_the_next(start):
    port = start("answers_twice")
    assert ask(port, BAD) == [Value(3)]
    fault, after = ask(port, OK, OK)
    assert isinstance(fault, NoAnswer)
    assert fault.reason == "answered another case in a batch only"
    assert fault.detail.endswith(": that has its answer already, and a case has one line")
    assert after == Value(3)


def test_a_slow_port_is_not_taken_for_a_hanging_one(start):
    assert ask(start("is_slow", timeout=0.5), *[OK] * 8) == [Value(3)] * 8


def test_declining_and_raising_are_answers(start):
    assert ask(start("declines"), BAD, OK) == [Skip("not yet", "https://example.org/1"), Value(3)]
    assert ask(start("raises"), BAD, OK) == [Error("IllegalArgumentException", "no\ud800"), Value(3)]


def test_an_operation_is_given_up_after_breakages_in_a_row_but_others_are_not(start):
    port = start("crashes", in_a_row=3)
    replies = ask(port, *[BAD] * 6)
    assert [reply.reason for reply in replies[:2]] == ["crashed", "crashed"]
    assert {reply.reason for reply in replies[2:]} == {GAVE_UP}
    assert "java.string.hash broke it 3 times in a row; the last time it crashed: exit code 3" in replies[-1].detail
    assert ask(port, OK)[0].reason == GAVE_UP
    assert ask(port, OK, operation="java.string.compare") == [Value(3)]


def test_an_operation_is_given_up_after_too_many_breakages_in_all(start):
    replies = ask(start("crashes", in_all=3, batch=1), *[BAD, OK] * 4)
    assert [type(reply) for reply in replies[:5]] == [NoAnswer, Value, NoAnswer, Value, NoAnswer]
    assert [reply.reason for reply in replies[5:]] == [GAVE_UP] * 3


def test_a_port_that_does_not_start_again_is_a_fault(start, tmp_path):
    (tmp_path / "once").touch()
    replies = ask(start("starts_once", str(tmp_path / "once"), in_a_row=9, batch=1), *[BAD] * 6)
    assert [reply.reason for reply in replies] == ["crashed"] * 4 + ["does not start any more"] * 2
    assert "FileNotFoundError" in replies[1].detail


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "dies_at_start",
            "exit code 7 before it answered, when it was started; its standard error ended with:\nno license found",
        ),
        ("silent_at_start", "timed out: no answer within 0.3 s, when it was started"),
        ("no_json_at_start", "did not answer `start`: the line is not JSON"),
        (
            "no_json_at_start",
            "; an answer is one line, and standard output is for answers alone",
        ),
        ("speaks_version_2", "did not answer `start`: it speaks version 2 of the protocol; this kit speaks 1"),
        ("refuses_start", "did not answer `start`: it answered `start` with the error"),
    ],
)
def test_a_port_that_does_not_start_is_refused_with_the_reason(start, name, message):
    limits = {"start": 0.3} if name == "silent_at_start" else {}
    with pytest.raises(PortError) as refused:
        start(name, **limits)
    assert message in str(refused.value)


def test_stop_ends_the_program_by_itself(start):
    port = start("sound")
    child = port._child
    port.close()
    assert child.exit_code == 0
    port.close()


def test_a_program_that_ignores_stop_is_killed(start):
    port = start("ignores_stop", stop=0.2)
    child = port._child
    port.close()
    assert child.exit_code == -signal.SIGKILL


def test_what_the_program_started_ends_with_it(start):
    port = start("leaves_a_child")
    child = Watch(ask(port, BAD)[0].value)
    assert child.runs()
    port.close()
    assert child.ends()


def test_what_a_crashed_program_started_ends_with_it(start):
    replies = ask(start("crashes_and_leaves_a_child"), BAD, OK)
    assert replies == [NoAnswer("crashed", "exit code 4 before it answered"), Value(3)]


def test_an_interrupted_conversation_is_not_continued(start, monkeypatch):
    port = start("sound")
    read = port._reply

    def interrupted(child, seq):
        read(child, seq)
        raise KeyboardInterrupt

    monkeypatch.setattr(port, "_reply", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(port, OK, OK)
    assert port.pid is None
    monkeypatch.undo()
    assert ask(port, OK, {"a": ""}) == [Value(3), Value(0)]


def test_replies_can_be_left_half_read(start):
    port = start("sound")
    assert next(port.replies(OPERATION, None, [OK] * 100)) == Value(3)
    assert ask(port, {"a": ""}) == [Value(0)]


def test_a_port_that_can_not_read_the_request_is_at_fault(start):
    error = b'{"seq":null,"error":{"kind":"ProtocolError","message":"what?"}}'
    (fault,) = ask(start("parrot", batch=1), {"a": error.hex()})
    assert fault == NoAnswer("could not read a request", '{"error":{"kind":"ProtocolError","message":"what?"}}')


def test_there_is_no_bulk_form(start):
    assert start("sound").bulk(OPERATION, {}, None) is None


def test_an_unclosed_port_ends_with_the_interpreter():
    fake = str(FAKES / "ignores_stop.py")
    program = (
        "import sys; from jarparity.ports.process import ProcessPort;"
        f"port = ProcessPort([sys.executable, '-S', {fake!r}]); print(port.pid, flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        port = Watch(int(parent.stdout.readline()))
        assert port.runs()
        parent.stdin.close()
        assert port.ends()


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    st.lists(st.binary(max_size=60) | st.sampled_from([b"", b"{}", b"null", b'{"seq":1}', b"[" * 100_000]), max_size=3)
)
def test_no_output_whatever_breaks_the_kit(parrot, lines):
    inputs = [{"a": line.hex()} for line in lines]
    for reply in ask(parrot, *inputs):
        assert isinstance(reply, NoAnswer)
        assert json.dumps(reply.detail)


@pytest.fixture
def parrot(start):
    return start("parrot", in_a_row=10**6, in_all=10**6, batch=1, timeout=2.0)
