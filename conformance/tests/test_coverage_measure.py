"""Measuring the originals' coverage: what is asked of which JVM, without any."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from jarparity import registry
from jarparity.lines import Line
from jarparity.measures.coverage import measure as measuring
from jarparity.measures.coverage.jacoco import JacocoError
from jarparity.measures.coverage.measure import Plan, measure
from jarparity.references import BridgeError
from jarparity.references.golden import GoldenReference

LINE = Line("kafka-clients", "4.4.0")
RANGE = "org.apache.kafka.clients.consumer.RangeAssignor"
PLAN = Plan(("golden", "search"), (), ("RangeAssignor",), examples=7, seed=3)

REPORT = """<report name="r"><package name="p"><class name="p/C" sourcefilename="C.java">
<method name="m" desc="()V" line="1"><counter type="BRANCH" missed="{missed}" covered="2"/></method>
<counter type="LINE" missed="0" covered="1"/><counter type="BRANCH" missed="{missed}" covered="2"/></class>
<sourcefile name="C.java"><line nr="1" mi="0" ci="3" mb="{missed}" cb="2"/></sourcefile></package></report>
"""


class FakeReference:
    """Keeps what it is asked, and in which order it is told to write what ran and to end."""

    def __init__(self, profile, fails):
        self.profile, self.fails = profile, fails
        self.asked, self.ended = {}, []

    def answers(self, operation, line, inputs):
        if self.fails:
            raise BridgeError(self.fails)
        self.asked.setdefault(operation, []).extend(inputs)
        return inputs

    def dump_coverage(self):
        self.ended.append("dumped")

    def close(self):
        self.ended.append("closed")


@pytest.fixture
def jvms(monkeypatch):
    """The JVMs that were started; `fails` has each break."""
    started = SimpleNamespace(all=[], fails=None)

    def start(jars, bridge, profile):
        started.all.append(FakeReference(profile, started.fails))
        return started.all[-1]

    monkeypatch.setattr(measuring.FreshReference, "open", start)
    return started


@pytest.fixture
def originals(tmp_path):
    with zipfile.ZipFile(tmp_path / "line.jar", "w") as archive:
        archive.writestr(RANGE.replace(".", "/") + ".class", "code")
    return SimpleNamespace(
        class_paths=lambda lines, progress: (progress(f"ensured {lines[0]}"), {line: [] for line in lines})[1],
        jars=lambda line: [tmp_path / "line.jar"],
        bridge=lambda progress: Path("bridge.jar"),
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


def test_each_kind_of_inputs_is_counted_alone_and_together(jvms, originals, tmp_path):
    jacoco, said = FakeJacoco(), []
    found = measure(LINE, replace(PLAN, html=tmp_path / "html"), originals, jacoco, said.append)
    golden, search = jvms.all
    assert [jvm.profile.options for jvm in jvms.all] == [("-javaagent:golden.exec",), ("-javaagent:search.exec",)]
    assert [jvm.ended for jvm in jvms.all] == [["dumped", "closed"]] * 2
    assert found.inputs["golden"] == {name: len(inputs) for name, inputs in golden.asked.items()}
    assert found.inputs["search"] == dict.fromkeys(golden.asked, 7) == {n: len(i) for n, i in search.asked.items()}
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


def test_a_jvm_that_breaks_ends_and_its_line_is_named(jvms, originals):
    jvms.fails = "it crashed"
    with pytest.raises(JacocoError, match=r"4\.4\.0 could not be asked: it crashed$"):
        measure(LINE, PLAN, originals, FakeJacoco(), lambda _what: None)
    assert [jvm.ended for jvm in jvms.all] == [["closed"]]


@pytest.mark.parametrize("source", ["golden", "search"])
def test_a_line_is_asked_what_it_takes(jvms, originals, source):
    line = Line.parse("kafka-clients 2.0.1")
    measure(
        line, replace(PLAN, sources=(source,), operations=("kafka.assignor.range",)), originals, FakeJacoco(), print
    )
    (asked,) = (jvm.asked for jvm in jvms.all)
    operation = registry.operation("kafka.assignor.range")
    recorded = [vector.case.input for vector in GoldenReference.default().vectors(operation.name)]
    assert asked[operation.name]
    assert all(operation.takes(line, document) for document in asked[operation.name])
    if source == "golden":
        taken = [document for document in recorded if operation.takes(line, document)]
        assert asked == {operation.name: taken}
        assert taken != recorded
