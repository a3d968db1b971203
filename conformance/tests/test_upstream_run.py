"""The process in which the originals' tests run: what it needs, what it is told, what it tells. Without a JVM."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from children import CRASHES, CRASHES_SILENTLY, is_broken, replacing
from click.testing import CliRunner

from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.cli import upstream as command
from jarparity.lines import Line
from jarparity.originals import OriginalsUnavailableError
from jarparity.ports.child import BrokenChildError, Child
from jarparity.upstream import mutants, run, worker
from jarparity.upstream.mutants import Judged
from jarparity.upstream.run import Prepared, Ran, Started, WorkerError
from jarparity.upstream.suite import JavaTests, Suite

SUITE = Suite("kafka", Line("kafka-clients", "4.3.1"), (JavaTests("p.ATest"),), heap="1g", options=("-Dx=y",))
READY = Prepared(SUITE, (Path("classes"), Path("a.jar")), Path("libjvm.so"))

TELLS = """
import json, sys
job = json.loads(sys.stdin.readline())
test = {"class": job["classes"][0], "name": "one()"}
more = {"method": "one", "status": "SUCCESSFUL", "milliseconds": 3, "calls": 2, "operations": ["a"]}
print(json.dumps({"event": "started", **test}))
print(json.dumps({"event": "finished", **test, **more, "message": json.dumps(job)}))
print('{"event": "done"}')
"""


@pytest.fixture
def child(monkeypatch):
    """Has another program run for the child process."""
    return replacing(monkeypatch, run)


def test_what_the_child_tells_arrives_in_order_and_it_was_told_the_job(child):
    child(TELLS)
    started, ran = run.run(READY, "m:P", ["one*"], limits=False)
    assert started == Started("p.ATest", "one()")
    assert (ran.method, ran.passed, ran.calls, ran.operations) == ("one", True, 2, ("a",))
    job = json.loads(ran.message)
    options = job.pop("options")
    assert options[-1] == "-Dx=y"
    assert job == {
        "port": "m:P",
        "line": "kafka-clients 4.3.1",
        "jvm": "libjvm.so",
        "heap": "1g",
        "classPath": ["classes", "a.jar"],
        "classes": ["p.ATest"],
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
        (is_broken("no JVM"), r"^no JVM\nat line 7$"),
        (CRASHES, r"^the JVM of kafka-clients 4\.3\.1's tests crashed: exit code 9(?s:.)*\nout of memory$"),
        (CRASHES_SILENTLY, r"^the JVM of kafka-clients 4\.3\.1's tests crashed: exit code 9[^\n]*$"),
    ],
)
def test_a_child_that_breaks_is_told_with_its_words(child, program, said):
    child(program)
    with pytest.raises(WorkerError, match=said):
        list(run.run(READY))


@pytest.fixture
def here(monkeypatch, tmp_path):
    """Java, a compiler, JPype and JARs, none of them real; returns what was compiled."""
    compiled = []
    java = SimpleNamespace(library=lambda: Path("libjvm.so"), version="17", home="/java")
    monkeypatch.setattr(run, "find_spec", lambda _name: True)
    monkeypatch.setattr(run, "require_java", lambda: java)
    monkeypatch.setattr(run, "sources", lambda folder, suite, jars: {"A.java": folder / suite.original / "A.java"})
    monkeypatch.setattr(
        run, "compile_java", lambda sources, jars, to, what: compiled.append((*sources, jars, to, what))
    )
    return SimpleNamespace(compiled=compiled, java=java)


ORIGINALS = SimpleNamespace(
    ensure=lambda lines, progress: progress(" and ".join(map(str, lines))), jars=lambda line: [Path(f"{line}.jar")]
)


def test_what_stands_in_is_compiled_against_the_line_and_goes_ahead_of_it(here):
    said = []
    with run.prepared(SUITE, ORIGINALS, said.append) as ready:
        (((source, jars, destination, what)),) = here.compiled
        assert destination.is_dir()
        assert ready == Prepared(SUITE, (destination, *jars), Path("libjvm.so"))
    assert not destination.exists()
    assert source.parts[-4:] == ("java_ref", "upstream", "kafka", "A.java")
    assert jars == [Path("kafka-clients 4.3.1.jar"), Path(f"{SUITE.tests}.jar")]
    assert what == "the classes that stand in for originals"
    assert said == [f"{SUITE.line} and {SUITE.tests}", "compiling what stands in for kafka-clients 4.3.1"]


def test_without_jpype_or_a_virtual_machine_it_is_said_what_to_install(here, monkeypatch):
    here.java.library = lambda: None
    with pytest.raises(OriginalsUnavailableError, match="Java 17 in /java has no virtual machine as a library"):
        run.prepared(SUITE, ORIGINALS, print).__enter__()
    monkeypatch.setattr(run, "find_spec", lambda _name: None)
    with pytest.raises(OriginalsUnavailableError, match=r"JPype is not installed: .*jarparity\[jvm\]"):
        run.prepared(SUITE, ORIGINALS, print).__enter__()
    assert here.compiled == []


class FakeJava:
    """Stands in for JPype: runs the tests of one class, each of which asks the port once."""

    JByte = JString = str
    JImplements = staticmethod(lambda _name: lambda made: made)
    JOverride = staticmethod(lambda method: method)

    def __init__(self):
        self.started, self.ran = [], []
        self.port = None

    def startJVM(self, *arguments, **options):  # noqa: N802 - JPype's name
        self.started.append((arguments, options))

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


def test_the_child_has_java_ask_the_port_and_tells_what_was_asked(monkeypatch):
    java, told = FakeJava(), []
    monkeypatch.setitem(sys.modules, "jpype", java)
    worker._run(run._job(READY, None, ["one*", "two"], limits=True), told.append)
    ((arguments, options),) = java.started
    assert arguments[:2] == ("-Xmx1g", "-Xrs")
    assert options["classpath"] == ["classes", "a.jar"]
    assert java.ran == [(["p.ATest"], r"(?s:one.*)\Z|(?s:two)\Z", True)]
    (event,) = map(json.loads, told)
    assert event["operations"] == ["java.string.hash"]
    assert json.loads(event["message"]) == {"value": ord("x")}


def test_a_child_that_can_not_start_says_why_and_ends(tmp_path):
    started = Child([sys.executable, "-m", "jarparity.upstream.worker"], 2**20)
    started.send(json.dumps(run._job(READY, "no_such_module:PORT", (), limits=True)).encode() + b"\n")
    event = json.loads(started.line(60))
    assert event["event"] == "broken"
    assert "Traceback" in event["detail"]
    with pytest.raises(BrokenChildError, match="exit code 1"):
        started.line(60)
    started.end()


def test_a_child_whose_parent_is_gone_ends(monkeypatch):
    def end(code):
        raise SystemExit(code)

    requests, parent = os.pipe()
    os.write(parent, b"more")
    os.close(parent)
    monkeypatch.setattr(worker.os, "_exit", end)
    with pytest.raises(SystemExit, match="1"):
        worker._end_with(requests)
    assert os.read(requests, 1) == b""
    os.close(requests)


@pytest.fixture
def upstream(monkeypatch):
    """Runs the command; its tests are these events, and an exception where there is one."""

    @contextmanager
    def prepared(suite, _originals, progress):
        progress("compiling")
        yield Prepared(suite, (), Path("jvm"))

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
    assert "report.txt: File exists" in shown.output
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

    monkeypatch.setattr(mutants, "judge", judge)
    shown = upstream([], *FLINK, "--mutants")
    assert (shown.exit_code, shown.stdout) == (Exit.INTERNAL, "")
    assert shown.stderr.endswith("Error: the JVM crashed\n")


def test_wrong_ports_are_judged_one_by_one_into_a_table(upstream, monkeypatch, tmp_path):
    judged = []

    def judge(ready, tag, tests, limits):
        judged.append((str(ready.suite.line), tag, tests, limits))
        return Judged(tag, "does otherwise", 3, 0, 5, 5)

    monkeypatch.setattr(mutants, "judge", judge)
    arguments = (*FLINK, "--test", "one*", "--mutants", "--no-time-limits")
    shown = upstream([], *arguments)
    assert shown.exit_code == Exit.OK
    assert len({tag for _, tag, *_ in judged}) == len(judged) > 1
    assert {(line, *rest) for line, _, *rest in judged} == {("flink 2.3.0", ("one*",), False)}
    assert f"{len(judged)} wrong ports: the original's tests ask {len(judged)} of them and pass" in shown.output
    written = upstream([], *arguments, "--output", str(tmp_path / "table.txt"))
    assert (written.exit_code, written.stdout) == (Exit.OK, "")
    assert (tmp_path / "table.txt").read_text() == shown.stdout
