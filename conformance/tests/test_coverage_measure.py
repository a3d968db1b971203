"""Measuring the originals' coverage: what the child process is told and tells, without a JVM."""

from __future__ import annotations

import json
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from children import CRASHES, CRASHES_SILENTLY, is_broken, replacing

from jarparity import catalogue
from jarparity.coverage import measure as measuring
from jarparity.coverage import worker
from jarparity.coverage.jacoco import JacocoError
from jarparity.coverage.measure import Plan, measure
from jarparity.lines import Line
from jarparity.originals import BridgeJars
from jarparity.ports.child import BrokenChildError, Child
from jarparity.references.golden import GoldenReference

LINE = Line("kafka-clients", "4.4.0")
RANGE = "org.apache.kafka.clients.consumer.RangeAssignor"
PLAN = Plan(("golden", "search"), (), ("RangeAssignor",), examples=7, seed=3)

REPORT = """<report name="r"><package name="p"><class name="p/C" sourcefilename="C.java">
<method name="m" desc="()V" line="1"><counter type="BRANCH" missed="{missed}" covered="2"/></method>
<counter type="LINE" missed="0" covered="1"/><counter type="BRANCH" missed="{missed}" covered="2"/></class>
<sourcefile name="C.java"><line nr="1" mi="0" ci="3" mb="{missed}" cb="2"/></sourcefile></package></report>
"""

TELLS = """
import json, sys
job = json.loads(sys.stdin.readline())
for operation in job["operations"][:1] * 2:
    print(json.dumps({"event": "asked", "operation": operation, "inputs": job["examples"]}))
print(json.dumps({"event": "done"}))
"""


@pytest.fixture
def child(monkeypatch):
    """Has another program run for the child process."""
    return replacing(monkeypatch, measuring)


@pytest.fixture
def originals(tmp_path):
    with zipfile.ZipFile(tmp_path / "line.jar", "w") as archive:
        archive.writestr(RANGE.replace(".", "/") + ".class", "code")
    return SimpleNamespace(
        ensure=lambda lines, progress: progress(f"ensured {lines[0]}"),
        jars=lambda line: [tmp_path / "line.jar"],
        bridge=lambda progress: BridgeJars(Path("core.jar"), ()),
    )


class FakeJacoco:
    """Reports one class, of which the search takes more."""

    def __init__(self):
        self.reports = []

    def option(self, targets, destination):
        return f"-javaagent:{destination.name}"

    def report(self, seen, classes, xml, html=None, sources=None):
        assert [path.name for path in classes.rglob("*.class")] == ["RangeAssignor.class"]
        self.reports.append(([path.name for path in seen], html))
        xml.write_text(REPORT.format(missed=len(seen) % 2), "utf-8")


def test_each_kind_of_inputs_is_counted_alone_and_together(child, originals, tmp_path):
    child(TELLS)
    jacoco, said = FakeJacoco(), []
    found = measure(LINE, replace(PLAN, html=tmp_path / "html"), originals, jacoco, said.append)
    assert {kind: sum(asked.values()) for kind, asked in found.inputs.items()} == {"golden": 14, "search": 14}
    pages = tmp_path / "html" / LINE.folder
    assert jacoco.reports == [
        (["golden.exec"], pages / "golden"),
        (["search.exec"], pages / "search"),
        (["golden.exec", "search.exec"], pages / "both"),
    ]
    assert {kind: counts["p.C"].branches.covered for kind, counts in found.counts.items()} == dict.fromkeys(
        ("golden", "search", "both"), 2
    )
    assert found.all_inputs["p.C"].branches.total == 2
    assert said[0] == f"ensured {LINE}"
    assert f"{LINE}: report" in said


def test_a_line_without_the_class_is_left_out(originals):
    unasked = Plan(("golden",), (), ("NoSuchClass",), 1, 1)
    assert measure(LINE, unasked, originals, FakeJacoco(), lambda _what: None) is None


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (is_broken("no bridge"), r"4\.4\.0 could not be asked: no bridge\nat line 7$"),
        (CRASHES, r"the JVM of kafka-clients 4\.4\.0 crashed: exit code 9(?s:.)*\nout of memory$"),
        (CRASHES_SILENTLY, r"the JVM of kafka-clients 4\.4\.0 crashed: exit code 9[^\n]*$"),
    ],
)
def test_a_child_that_breaks_is_told_with_its_words(child, originals, program, said):
    child(program)
    with pytest.raises(JacocoError, match=said):
        measure(LINE, PLAN, originals, FakeJacoco(), lambda _what: None)


@pytest.mark.parametrize("source", ["golden", "search"])
def test_the_child_asks_what_the_line_takes_and_dumps(source, monkeypatch):
    operation = catalogue.operation("kafka.assignor.range")
    asked, told, dumped = [], [], []
    reference = SimpleNamespace(answers=lambda name, line, inputs: asked.extend(inputs))
    monkeypatch.setattr(worker.JPypeReference, "open", lambda jars, bridge, options: reference)
    agent = SimpleNamespace(getAgent=lambda: SimpleNamespace(dump=dumped.append))
    monkeypatch.setitem(sys.modules, "jpype", SimpleNamespace(JClass=lambda _name: agent))
    job = {"line": "kafka-clients 2.0.1", "core": "c", "adapters": [], "jars": [], "options": [], "source": source}
    worker._run({**job, "operations": [operation.name], "examples": 7, "seed": 3}, told.append)
    line = Line.parse(job["line"])
    assert asked
    assert all(operation.takes(line, document) for document in asked)
    if source == "golden":
        recorded = [vector.case.input for vector in GoldenReference.default().vectors(operation.name)]
        assert asked == [document for document in recorded if operation.takes(line, document)] != recorded
    assert sum(event["inputs"] for event in told) == len(asked)
    assert max(event["inputs"] for event in told) <= worker.BATCH
    assert dumped == [True]


def test_a_child_that_can_not_start_says_why_and_ends(tmp_path, monkeypatch):
    # Without a JVM: neither is there a Java, nor, in some environments, JPype.
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    job = {"line": str(LINE), "core": str(tmp_path / "core.jar"), "adapters": [], "jars": [], "options": []}
    child = Child([sys.executable, "-m", "jarparity.coverage.worker"], 2**20)
    child.send(json.dumps({**job, "operations": [], "source": "golden", "examples": 1, "seed": 1}).encode() + b"\n")
    event = json.loads(child.line(60))
    assert event["event"] == "broken"
    assert "jpype" in event["reason"] or "JAVA_HOME" in event["reason"]
    assert "Traceback" in event["detail"]
    with pytest.raises(BrokenChildError, match="exit code 1"):
        child.line(60)
    child.end()
