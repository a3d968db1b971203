"""JVMs in processes of their own: what is asked of them, what they say, and that none is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from jarparity.answers import Error, Value
from jarparity.child_process.worker import RefusedError, Worker, WorkerError
from jarparity.lines import Line
from jarparity.references import BridgeError, ReferenceUnavailableError, fresh
from jarparity.references.fresh import PLAIN, PROFILE_A, FreshReference

LINE = Line("flink", "2.3.0")
BRIDGE = Path("bridge.jar")


class FakeProcess:
    """A worker: answers thrice what it is asked, and came up with an order of `Set.of`."""

    def __init__(self, order="ab", fails=None):
        self.order, self.fails = order, fails or {}
        self.asked, self.ended = [], 0

    def ask(self, command, seconds, **fields):
        self.asked.append((command, fields))
        if command in self.fails:
            raise self.fails[command]
        match command:
            case "start":
                return {"java.version": "17", "set.order": self.order}
            case "answers":
                return [
                    {"value": 3 * number} if number else {"error": {"kind": "X", "message": None}}
                    for number in fields["inputs"]
                ]

    def end(self):
        self.ended += 1


@pytest.fixture
def processes(monkeypatch):
    """Those that are started, in this order."""
    waiting, started = [], []

    def start(setting):
        started.append(waiting.pop(0))
        return started[-1]

    def come(*some):
        waiting.extend(some)
        return started

    monkeypatch.setattr(fresh, "_start", start)
    return come


def test_a_jvm_is_told_where_everything_is_and_is_asked_in_batches(processes, monkeypatch):
    monkeypatch.setattr(fresh, "BATCH", 2)
    process = FakeProcess()
    processes(process)
    reference = FreshReference.open({LINE: [Path("a.jar")]}, BRIDGE, PLAIN, Path("/java"))
    assert reference.answers("some.operation", LINE, [1, 0, 2]) == [Value(3), Error("X", None), Value(6)]
    assert (reference.about()["java.version"], reference.lines) == ("17", [LINE])
    assert process.asked == [
        ("start", {"java": "/java", "bridge": "bridge.jar", "options": []}),
        ("open", {"lines": {"flink 2.3.0": ["a.jar"]}}),
        ("answers", {"line": "flink 2.3.0", "operation": "some.operation", "inputs": [1, 0]}),
        ("answers", {"line": "flink 2.3.0", "operation": "some.operation", "inputs": [2]}),
    ]
    reference.close()
    assert process.ended == 1


def test_jvms_are_started_until_one_has_the_order_and_the_others_end(processes):
    started = processes(FakeProcess("ba"), FakeProcess("ba"), FakeProcess("ab"))
    reference = FreshReference.open({}, BRIDGE, PROFILE_A)
    assert [process.ended for process in started] == [1, 1, 0]
    assert reference.about()["set.order"] == PROFILE_A.set_order == "ab"


def test_an_order_that_never_comes_is_said(processes, monkeypatch):
    monkeypatch.setattr(fresh, "_DRAWS", 3)
    started = processes(*(FakeProcess("ba") for _ in range(3)))
    with pytest.raises(ReferenceUnavailableError, match=r"3 JVMs were started, and none iterates .* the order ab"):
        FreshReference.open({}, BRIDGE, PROFILE_A)
    assert [process.ended for process in started] == [1, 1, 1]


@pytest.mark.parametrize(
    ("command", "failure", "kind"),
    [
        ("start", RefusedError("start", "ReferenceUnavailableError", "no Java"), ReferenceUnavailableError),
        ("open", RefusedError("open", "BridgeError", "no such line"), BridgeError),
        ("open", WorkerError("it crashed"), BridgeError),
    ],
)
def test_what_goes_wrong_at_the_start_is_told_apart_and_ends_the_process(processes, command, failure, kind):
    started = processes(FakeProcess(fails={command: failure}))
    with pytest.raises(kind, match=r"^(no Java|no such line|it crashed)$"):
        FreshReference.open({LINE: []}, BRIDGE, PLAIN)
    assert started[0].ended == 1


def test_a_lost_answer_is_never_taken_for_the_next_ones():
    class Forgetful(FakeProcess):
        def ask(self, command, seconds, **fields):
            return super().ask(command, seconds, **fields)[:-1]

    reference = FreshReference(PLAIN, [LINE], Forgetful(), {})
    with pytest.raises(BridgeError, match="plain: 1 answers to 2 inputs"):
        reference.answers("some.operation", LINE, [1, 2])


def test_an_unexpected_refusal_keeps_its_kind_and_trace(processes):
    processes(FakeProcess(fails={"start": RefusedError("start", "KeyError", "'core'", "at line 7")}))
    with pytest.raises(BridgeError, match=r"^start: KeyError: 'core'\nat line 7$"):
        FreshReference.open({LINE: []}, BRIDGE, PLAIN)


def test_a_process_that_does_not_start_is_a_failure_of_the_bridge(monkeypatch):
    monkeypatch.setattr("sys.executable", "no-such-python")
    with pytest.raises(BridgeError, match="the JVM of profile plain can't be started: no-such-python: No such file"):
        FreshReference.open({}, BRIDGE, PLAIN)


def test_the_process_refuses_what_comes_too_early_and_goes_on():
    with Worker.python("the JVM", "jarparity.references.fresh_worker") as process:
        with pytest.raises(RefusedError, match="BridgeError: no JVM was started"):
            process.ask("open", lines={})
        with pytest.raises(RefusedError, match="BridgeError: no line was opened"):
            process.ask("answers", line=str(LINE), operation="x", inputs=[])
