"""JVMs in processes of their own: what is asked of them, what they say, and that none is left behind."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jarparity.answers import Error, Value
from jarparity.lines import Line
from jarparity.live.worker import LiveError, RefusedError
from jarparity.originals import BridgeJars
from jarparity.ports import PortError
from jarparity.references import BridgeError, ReferenceUnavailableError, fresh
from jarparity.references.fresh import FreshReference
from jarparity.references.settings import EAST, PLAIN

LINE = Line("flink", "2.3.0")
BRIDGE = BridgeJars(Path("core.jar"), (Path("adapter.jar"),))


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
        ("start", {"java": "/java", "core": "core.jar", "adapters": ["adapter.jar"], "options": []}),
        ("open", {"lines": {"flink 2.3.0": ["a.jar"]}}),
        ("answers", {"line": "flink 2.3.0", "operation": "some.operation", "inputs": [1, 0]}),
        ("answers", {"line": "flink 2.3.0", "operation": "some.operation", "inputs": [2]}),
    ]
    reference.close()
    assert process.ended == 1


def test_jvms_are_started_until_one_has_the_order_and_the_others_end(processes):
    started = processes(FakeProcess("ba"), FakeProcess("ba"), FakeProcess("ab"))
    reference = FreshReference.open({}, BRIDGE, EAST)
    assert [process.ended for process in started] == [1, 1, 0]
    assert reference.said["set.order"] == EAST.set_order == "ab"


def test_an_order_that_never_comes_is_said(processes, monkeypatch):
    monkeypatch.setattr(fresh, "_DRAWS", 3)
    started = processes(*(FakeProcess("ba") for _ in range(3)))
    with pytest.raises(ReferenceUnavailableError, match=r"3 JVMs were started, and none iterates .* the order ab"):
        FreshReference.open({}, BRIDGE, EAST)
    assert [process.ended for process in started] == [1, 1, 1]


@pytest.mark.parametrize(
    ("command", "failure", "kind"),
    [
        ("start", RefusedError("start", "ReferenceUnavailableError", "no Java"), ReferenceUnavailableError),
        ("open", RefusedError("open", "BridgeError", "no such line"), BridgeError),
        ("open", LiveError("it crashed"), BridgeError),
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


def test_a_process_that_does_not_start_is_a_failure_of_the_bridge(monkeypatch):
    def refuses(name, command):
        raise PortError(f"{name} can't be started: {command[-1]}")

    monkeypatch.setattr(fresh, "Worker", refuses)
    with pytest.raises(BridgeError, match=r"the JVM 'plain' can't be started: jarparity\.references\.fresh_worker"):
        FreshReference.open({}, BRIDGE, PLAIN)


def test_the_process_refuses_what_comes_too_early_and_goes_on():
    asked = [{"do": "open", "lines": {}}, {"do": "answers", "line": str(LINE), "operation": "x", "inputs": []}]
    done = subprocess.run(
        [sys.executable, "-m", "jarparity.references.fresh_worker"],
        input="".join(json.dumps(one) + "\n" for one in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line)["error"] for line in done.stdout.splitlines()] == [
        {"kind": "BridgeError", "message": "no JVM was started"},
        {"kind": "BridgeError", "message": "no line was opened"},
    ]
