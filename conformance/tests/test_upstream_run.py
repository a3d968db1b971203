"""The process in which the originals' tests run: what it needs, what it is told, what it tells. Without a JVM."""

from __future__ import annotations

import json
import re
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from children import CRASHES, CRASHES_SILENTLY, refuses, replacing
from click.testing import CliRunner

from jarparity.check.outcome import Exit
from jarparity.child_process.worker import RefusedError, Worker, WorkerError
from jarparity.cli import main
from jarparity.cli import upstream as command
from jarparity.lines import Line
from jarparity.measures.upstream import run, worker, wrong
from jarparity.measures.upstream.run import Prepared, Ran, Started
from jarparity.measures.upstream.suite import JavaTests, Suite
from jarparity.measures.upstream.wrong import Judged
from jarparity.originals import OriginalsUnavailableError

SUITE = Suite("kafka", Line("kafka-clients", "4.3.1"), (JavaTests("p.ATest"),), heap="1g", options=("-Dx=y",))
READY = Prepared(SUITE, (Path("classes"), Path("a.jar")))

TELLS = """
import json, sys
request = json.loads(sys.stdin.readline())
test = {"class": next(iter(request["classes"])), "name": "one()"}
more = {"method": "one", "status": "SUCCESSFUL", "milliseconds": 3, "calls": 2, "operations": ["a"]}
for event in (
    {"event": "started", **test, "operations": []},
    {"event": "finished", **test, **more, "message": json.dumps(request)},
):
    print(json.dumps({"event": event}))
print('{"value": null}')
"""


@pytest.fixture
def child(monkeypatch):
    """Has another program run for the child process."""
    return replacing(monkeypatch)


def test_events_of_the_process_arrive_in_order_and_it_gets_the_request(child):
    child(TELLS)
    started, ran = run.run(READY, "m:P", ["one*"], limits=False)
    assert started == Started("p.ATest", "one()")
    assert (ran.method, ran.passed, ran.calls, ran.operations) == ("one", True, 2, ("a",))
    request = json.loads(ran.message)
    options = request.pop("options")
    assert options[-1] == "-Dx=y"
    assert request == {
        "do": "run",
        "port": "m:P",
        "line": "kafka-clients 4.3.1",
        "heap": "1g",
        "class_path": ["classes", "a.jar"],
        "classes": {"p.ATest": []},
        "tests": ["one*"],
        "limits": False,
    }


def test_without_a_port_it_is_copartitions(child):
    child(TELLS)
    _, ran = run.run(READY)
    assert json.loads(ran.message)["port"] == "copartition.port:PORT"


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (refuses("no JVM"), r"^run: RuntimeError: no JVM\nat line 7$"),
        (CRASHES, r"^the JVM of kafka-clients 4\.3\.1's tests crashed: exit code 9(?s:.)*\nout of memory$"),
        (CRASHES_SILENTLY, r"^the JVM of kafka-clients 4\.3\.1's tests crashed: exit code 9[^\n]*$"),
    ],
)
def test_a_child_that_breaks_is_told_with_its_words(child, program, said):
    child(program)
    with pytest.raises(WorkerError, match=said):
        list(run.run(READY))


@pytest.fixture
def compiled(monkeypatch):
    """What was compiled; Java and its compiler are not real."""
    found = []
    monkeypatch.setattr(run, "require_jvm", lambda: None)
    monkeypatch.setattr(run, "sources", lambda folder, suite, jars: {"A.java": folder / suite.original / "A.java"})
    monkeypatch.setattr(run, "compile_java", lambda sources, jars, to, what: found.append((*sources, jars, to, what)))
    return found


ORIGINALS = SimpleNamespace(
    ensure=lambda lines, progress: progress(" and ".join(map(str, lines))), jars=lambda line: [Path(f"{line}.jar")]
)


def test_what_stands_in_is_compiled_against_the_line_and_goes_ahead_of_it(compiled):
    said = []
    with run.prepared(SUITE, ORIGINALS, said.append) as ready:
        (((source, jars, destination, what)),) = compiled
        assert destination.is_dir()
        assert ready == Prepared(SUITE, (destination, *jars))
    assert not destination.exists()
    assert source.parts[-3:] == ("upstream", "kafka", "A.java")
    assert jars == [Path("kafka-clients 4.3.1.jar"), Path(f"{SUITE.tests}.jar")]
    assert what == "the classes that replace originals"
    assert said == [f"{SUITE.line} and {SUITE.tests}", "compiling what replaces classes of kafka-clients 4.3.1"]


def test_without_a_jvm_nothing_is_compiled(compiled, monkeypatch):
    def refuse():
        raise OriginalsUnavailableError("no Java")

    monkeypatch.setattr(run, "require_jvm", refuse)
    with pytest.raises(OriginalsUnavailableError, match="no Java"):
        run.prepared(SUITE, ORIGINALS, print).__enter__()
    assert compiled == []


class FakeJava:
    """Stands in for JPype: runs the tests of one class, each of which asks the port once."""

    JByte = JString = str
    JImplements = staticmethod(lambda _name: lambda made: made)
    JOverride = staticmethod(lambda method: method)

    def __init__(self):
        self.ran = []
        self.port = None

    def JArray(self, _kind):  # noqa: N802 - JPype's name
        return list

    def JClass(self, name):  # noqa: N802 - JPype's name
        return SimpleNamespace(use=self.use, run=self.run, name=name)

    def use(self, port):
        self.port = port

    def run(self, classes, methods, limits, ear):
        self.ran.append((classes, methods, limits))
        reply = bytes(self.port.answer("java.string.hash", b'{"a":"x"}'))
        ear.tell(json.dumps({"event": "finished", "message": reply.decode()}).encode())


REQUEST = {
    "port": "copartition.port:PORT",
    "line": "kafka-clients 4.3.1",
    "heap": "1g",
    "options": ["-Dx=y"],
    "class_path": ["classes", "a.jar"],
    "classes": {"p.ATest": [], "p.BTest": ["t*"]},
    "tests": ["one*", "two"],
    "limits": True,
}


def test_java_asks_the_port_and_events_tell_what_was_asked(monkeypatch):
    java, events, started = FakeJava(), [], []
    monkeypatch.setitem(sys.modules, "jpype", java)
    monkeypatch.setattr(worker, "start_jvm", lambda *arguments: started.append(arguments))
    worker.Commands(events.append).run(**REQUEST)
    assert started == [(["classes", "a.jar"], "1g", ["-Dx=y"])]
    ((names, wanted, limits),) = java.ran
    assert (names, limits) == (["p.ATest", "p.BTest"], True)
    tests = (
        "p.ATest#one",
        "p.ATest#onemore",
        "p.ATest#two",
        "p.ATest#three",
        "p.BTest#one",
        "p.BTest#two",
        "pxATest#two",
    )
    assert [test for test in tests if re.match(wanted, test)] == [*tests[:3], "p.BTest#two"]
    (event,) = events
    assert event["operations"] == ["java.string.hash"]
    assert json.loads(event["message"]) == {"value": ord("x")}


def test_a_process_that_can_not_start_its_jvm_says_why(tmp_path, monkeypatch):
    # Without a JVM: neither is there a Java, nor, in some environments, JPype.
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with (
        Worker.python("the tests", "jarparity.measures.upstream.worker") as process,
        pytest.raises(RefusedError, match=r"(?s)run: ReferenceUnavailableError: .*(JAVA_HOME|JPype).*Traceback"),
    ):
        process.ask("run", **REQUEST)


@pytest.fixture
def upstream(monkeypatch):
    """Runs the command; its tests are these events, and an exception where there is one."""

    @contextmanager
    def prepared(suite, _originals, progress):
        progress("compiling")
        yield Prepared(suite, ())

    def invoke(events, *arguments):
        def told(ready, **_):
            for event in events:
                if isinstance(event, BaseException):
                    raise event
                yield event

        monkeypatch.setattr(command, "prepared", prepared)
        monkeypatch.setattr(command, "run", told)
        return CliRunner().invoke(main, ["upstream", *arguments])

    return invoke


GREEN = Ran("p.ATest", "one", "one()", "SUCCESSFUL", 3, 1)
FLINK = ("flink", "--line", "flink 2.3.0", "--class", "MathUtilTest")


def test_a_run_is_reported_and_written_to_a_file(upstream, tmp_path):
    path = tmp_path / "report.json"
    shown = upstream([Started("p.ATest", "one()"), GREEN], *FLINK, "--format", "json", "--output", str(path))
    assert (shown.exit_code, shown.stdout) == (Exit.OK, "")
    (line,) = json.loads(path.read_text())["lines"]
    assert [(test["name"], test["status"]) for test in line["ran"]] == [("one()", "successful")]


def test_a_report_that_can_not_be_written_is_refused(upstream, tmp_path):
    (tmp_path / "file").write_text("mine")
    shown = upstream([GREEN], *FLINK, "--output", str(tmp_path / "file" / "report.txt"))
    assert shown.exit_code == Exit.USAGE
    assert "report.txt: Not a directory" in shown.output
    assert (tmp_path / "file").read_text() == "mine"


def test_an_interrupted_run_says_so(upstream):
    shown = upstream([GREEN, KeyboardInterrupt()], "flink", "--line", "flink 2.3.0")
    assert shown.exit_code == Exit.INTERRUPTED
    assert shown.stdout.startswith("interrupted\nport: copartition ")


def test_a_process_that_breaks_is_an_error_of_the_kit(upstream):
    shown = upstream([GREEN, WorkerError("the JVM crashed")], *FLINK)
    assert (shown.exit_code, shown.stdout) == (Exit.INTERNAL, "")
    assert shown.stderr == "Error: the JVM crashed\n"


def test_a_process_that_breaks_under_a_wrong_port_is_one_too(upstream, monkeypatch):
    def judge(*_, **__):
        raise WorkerError("the JVM crashed")

    monkeypatch.setattr(wrong, "judge", judge)
    shown = upstream([], *FLINK, "--mutants")
    assert (shown.exit_code, shown.stdout) == (Exit.INTERNAL, "")
    assert shown.stderr.endswith("Error: the JVM crashed\n")


def test_wrong_ports_are_judged_one_by_one_into_a_table(upstream, monkeypatch, tmp_path):
    judged = []

    def judge(ready, tag, tests, limits):
        judged.append((str(ready.suite.line), tag, tests, limits))
        return Judged(tag, "does otherwise", 3, 0, 5, 5)

    monkeypatch.setattr(wrong, "judge", judge)
    arguments = (*FLINK, "--test", "one*", "--mutants", "--no-time-limits")
    shown = upstream([], *arguments)
    assert shown.exit_code == Exit.OK
    assert len({tag for _, tag, *_ in judged}) == len(judged) > 1
    assert {(line, *rest) for line, _, *rest in judged} == {("flink 2.3.0", ("one*",), False)}
    assert f"{len(judged)} wrong ports: the original's tests ask {len(judged)} of them and pass" in shown.output
    written = upstream([], *arguments, "--output", str(tmp_path / "table.txt"))
    assert (written.exit_code, written.stdout) == (Exit.OK, "")
    assert (tmp_path / "table.txt").read_text() == shown.stdout
