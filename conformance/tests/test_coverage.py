import json
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from jarparity import registry
from jarparity.area import WatchedClass
from jarparity.cli.coverage import coverage as command
from jarparity.lines import Line
from jarparity.measures.coverage import jacoco, shown
from jarparity.measures.coverage.jacoco import Jacoco, JacocoError, Place, Share, read_report, unpack
from jarparity.measures.coverage.judging import (
    Explanation,
    ExplanationsError,
    Span,
    explained_at,
    judge,
    read_explanations,
)
from jarparity.measures.coverage.measure import TARGETS, LineCoverage, newest_lines, operations_for, targets_of
from jarparity.originals import Lock, Originals, OriginalsRefusedError, locked_lines, silent
from jarparity.originals.lock import digest
from jarparity.originals.store import Store
from jarparity.report.as_text import as_text

LINE = Line("kafka-clients", "4.4.0")
HERE = Span(LINE, LINE)
TARGET = WatchedClass("a.b.Outer", "kafka-clients", ("kafka.assignor.range",))
OUTER, NESTED = "a.b.Outer", "a.b.Outer$Nested"

REPORT = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="r"><package name="a/b">
<class name="a/b/Outer" sourcefilename="Outer.java">
 <method name="first" desc="()V" line="10">
  <counter type="BRANCH" missed="{first}" covered="{taken}"/><counter type="LINE" missed="0" covered="3"/></method>
 <method name="lambda$first$0" desc="()V" line="12">
  <counter type="BRANCH" missed="1" covered="1"/><counter type="LINE" missed="0" covered="1"/></method>
 <counter type="LINE" missed="1" covered="5"/><counter type="BRANCH" missed="{outer}" covered="5"/></class>
<class name="a/b/Outer$Nested" sourcefilename="Outer.java">
 <method name="last" desc="()V" line="30"><counter type="BRANCH" missed="0" covered="2"/></method>
 <counter type="LINE" missed="0" covered="1"/><counter type="BRANCH" missed="0" covered="2"/></class>
<sourcefile name="Outer.java">
 <line nr="10" mi="0" ci="3" mb="{first}" cb="2"/>
 <line nr="12" mi="0" ci="3" mb="1" cb="1"/>
 <line nr="14" mi="0" ci="3" mb="0" cb="{late}"/>
 <line nr="30" mi="0" ci="3" mb="0" cb="2"/></sourcefile>
</package></report>
"""


def counts(tmp_path, first=1, taken=4, late=2):
    path = tmp_path / "report.xml"
    path.write_text(REPORT.format(first=first, taken=taken, late=late, outer=first + 1), "utf-8")
    return read_report(path)


def coverage(golden, search=None, both=None):
    found = {"golden": golden} if search is None else {"golden": golden, "search": search, "both": both}
    inputs = {kind: {"kafka.assignor.range": 3} for kind in found if kind != "both"}
    return LineCoverage(LINE, (TARGET,), inputs, found)


def because(count=1, line=12, method="lambda$first$0", class_name=OUTER, why="unreachable because nothing goes there"):
    return Explanation("the other side", why, {HERE: {Place(class_name, method, line): count}})


def text(judged):
    return as_text(shown.document([judged]).blocks)


def test_branches_are_found_by_class_method_and_line(tmp_path):
    found = counts(tmp_path)
    assert found[OUTER].branches == Share(5, 7)
    assert found[OUTER].lines == Share(5, 6)
    # Line 14 belongs to the method around the lambda, though it stands after the lambda's beginning.
    assert found[OUTER].places == {
        Place(OUTER, "first", 10): Share(2, 3),
        Place(OUTER, "lambda$first$0", 12): Share(1, 2),
        Place(OUTER, "first", 14): Share(2, 2),
    }
    assert found[NESTED].places == {Place(NESTED, "last", 30): Share(2, 2)}


def test_a_report_whose_sums_disagree_is_refused(tmp_path):
    with pytest.raises(JacocoError, match=r"Outer\.first: 2 branches stand on no line"):
        counts(tmp_path, late=0)
    (tmp_path / "report.xml").write_text("<html/>", "utf-8")
    with pytest.raises(JacocoError, match="is no report of JaCoCo's"):
        read_report(tmp_path / "report.xml")


def test_a_branch_left_out_is_a_finding(tmp_path):
    judged = judge(coverage(counts(tmp_path)), [])
    assert [(str(missed.place), missed.unexplained) for missed in judged.missed] == [
        ("Outer.first:10", 1),
        ("Outer.lambda$first$0:12", 1),
    ]
    # And there are too few: 7 of 9.
    assert judged.findings == 3
    assert "UNEXPLAINED Outer.first:10: 1 of 3 branches not taken" in text(judged)
    assert "TOO FEW Outer: 77.8 % of the branches within reach" in text(judged)


def test_a_reason_settles_it(tmp_path):
    judged = judge(coverage(counts(tmp_path)), [because(), because(line=10, method="first")])
    assert judged.findings == 0
    assert judged.shares[0].explained == 2
    assert judged.shares[0].branches["golden"] == Share(7, 9)
    assert judged.shares[0].reachable == Share(7, 7)
    assert "explained Outer.first:10" in text(judged)


@pytest.mark.parametrize("why", ["out of scope because no port has it", "not reached: 3 groups didn't"])
def test_only_what_is_unreachable_is_not_counted(tmp_path, why):
    judged = judge(coverage(counts(tmp_path)), [because(), because(line=10, method="first", why=why)])
    (shares,) = judged.shares
    assert (shares.explained, shares.unreachable, shares.out_of_scope) == (2, 1, why.startswith("out"))
    assert shares.reachable == Share(7, 8)
    assert [missed.unexplained for missed in judged.missed] == [0, 0]
    assert judged.findings == 1
    assert "TOO FEW Outer: 87.5 % of the branches within reach" in text(judged)
    assert shown.document([judged]).data["lines"][0]["tooFew"] == [OUTER]


def test_a_reason_covers_as_many_branches_as_it_says(tmp_path):
    judged = judge(coverage(counts(tmp_path, first=2)), [because(), because(line=10, method="first")])
    assert [(missed.place.line, missed.unexplained) for missed in judged.missed] == [(10, 1), (12, 0)]
    assert judged.findings == 2


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        (because(count=2), "1 of 2 branches are not taken by the recorded cases, and 2 are explained"),
        (because(line=14, method="first"), "0 of 2 branches are not taken by the recorded cases, and 1 are explained"),
        (because(line=13), "there is no branch here"),
        (because(method="gone"), "there is no branch here"),
    ],
)
def test_a_reason_that_no_longer_holds_is_a_finding(tmp_path, reason, fault):
    judged = judge(coverage(counts(tmp_path)), [reason])
    assert [stale.fault for stale in judged.stale] == [fault]
    assert "STALE Outer." in text(judged)


def test_the_search_refutes_a_reason(tmp_path):
    golden, search = counts(tmp_path), counts(tmp_path, first=0)
    judged = judge(coverage(golden, search, search), [because(line=10, method="first"), because()])
    (stale,) = judged.stale
    assert stale.fault == "0 of 2 branches are not taken by the search, and 1 are explained"


def test_what_the_search_takes_still_wants_a_case(tmp_path):
    golden = counts(tmp_path)
    both = {
        **golden,
        OUTER: replace(golden[OUTER], places={p: Share(s.total, s.total) for p, s in golden[OUTER].places.items()}),
    }
    judged = judge(coverage(golden, both, both), [])
    assert [missed.reached for missed in judged.missed] == [1, 1]
    assert judged.findings == 3
    assert "the search takes 1 of them" in text(judged)


def test_by_search_alone_only_reasons_are_judged(tmp_path):
    measured = coverage(counts(tmp_path))
    alone = LineCoverage(LINE, (TARGET,), {"search": {}}, {"search": measured.counts["golden"]})
    assert judge(alone, []).findings == 0
    assert judge(alone, [because(count=2)]).findings == 1


def test_reasons_of_other_classes_and_lines_are_left_alone(tmp_path):
    other = Explanation(
        "b", "unreachable because x", {Span.parse("kafka-clients 3.4.0..4.3.1"): {Place(OUTER, "first", 14): 1}}
    )
    judged = judge(coverage(counts(tmp_path)), [because(class_name="a.b.Another"), other])
    assert not judged.stale


def test_page_and_document_say_the_same(tmp_path):
    golden = counts(tmp_path)
    judged = judge(coverage(golden, golden, golden), [because(), because(line=10, method="first")])
    page = shown.markdown([judged])
    assert "| `Outer` | 9 | 7 (77.8 %) | 2 | 100.0 % | 0 | 7 | 7 | 85.7 % |" in page
    assert "- `Outer` first:10 (1): the other side: unreachable because nothing goes there." in page
    (line,) = shown.document([judged]).data["lines"]
    assert line["classes"][0]["branches"]["golden"] == {"covered": 7, "total": 9}
    assert [missed["line"] for missed in line["missed"]] == [10, 12]


def test_what_the_search_draws_does_not_make_a_page_old(tmp_path):
    golden = counts(tmp_path)
    better = {**golden, OUTER: replace(golden[OUTER], branches=Share(6, 7))}
    reasons = [because(), because(line=10, method="first")]
    pages = [shown.markdown([judge(coverage(golden, found, golden), reasons)]) for found in (golden, better)]
    assert pages[0] != pages[1]
    assert shown.settled(pages[0]) == shown.settled(pages[1])
    more_cases = pages[0].replace("3 recorded inputs", "4 recorded inputs")
    assert more_cases != pages[0]
    assert shown.settled(more_cases) == shown.settled(pages[0])
    assert shown.settled(pages[0]) != shown.settled(shown.markdown([judge(coverage(better, golden, golden), reasons)]))


def test_every_target_has_operations_that_reach_it():
    for target in TARGETS:
        for glob in target.operations:
            assert registry.select([glob]), f"{target.name}: {glob} names no operation"
    for line in newest_lines(locked_lines()):
        for target in targets_of(line):
            assert operations_for([target], line), f"{line}: nothing reaches {target.name}"


def test_targets_are_those_of_the_line():
    old = {target.simple_name for target in targets_of(Line("kafka-clients", "2.3.1"))}
    assert "StickyAssignor" in old
    assert "AbstractStickyAssignor" not in old
    assert [target.simple_name for target in targets_of(LINE, ["Range*"])] == ["RangeAssignor"]
    assert [str(line) for line in newest_lines(locked_lines(), ["KafkaSource*"])] == ["flink-connector-kafka 5.0.0-2.2"]


def test_recorded_explanations_are_of_targets_and_lines():
    known = locked_lines()
    for explanation in read_explanations():
        for span, places in explanation.places.items():
            assert {span.first, span.last} <= set(known), span
            for line in (line for line in known if line in span):
                for place in places:
                    assert any(target.holds(place.class_name) for target in targets_of(line)), place


def test_an_explanation_without_a_reason_is_refused(tmp_path):
    path = tmp_path / "explanations.json"
    entry = {"class": "a.B", "method": "m", "branch": "b", "why": "rare", "places": {"flink 2.3.0": {"3": 1}}}
    document = {"schema": "jarparity-coverage-explanations-1", "explanations": [entry]}
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(ExplanationsError, match="'rare' does not match"):
        read_explanations(path)
    entry["why"] = "unreachable because it is so"
    path.write_text(json.dumps(document), "utf-8")
    (read,) = read_explanations(path)
    assert list(explained_at([read], Line("flink", "2.3.0"))) == [(read, Place("a.B", "m", 3), 1)]
    entry["places"] = {"flink 2.3.0..1.20.5": {"3": 1}}
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(ExplanationsError, match="write the older version first"):
        read_explanations(path)
    path.write_text("{", "utf-8")
    with pytest.raises(ExplanationsError, match="can't be read"):
        read_explanations(path)
    entry["places"] = {"flink 2.3.0": {"3": 1}}
    path.write_text(json.dumps(document).replace('{"3": 1}', '{"3": 1, "3": 2}'), "utf-8")
    with pytest.raises(ExplanationsError, match="has '3' twice"):
        read_explanations(path)


def test_lines_in_a_row_share_a_place():
    span, place = Span.parse("flink 1.20.5..2.1.3"), Place("a.B", "m", 3)
    explanation = Explanation("b", "unreachable because x", {span: {place: 1}})
    versions = ["flink 1.16.3", "flink 1.20.5", "flink 2.1.3", "flink 2.3.0", "kafka-clients 2.0.1"]
    assert [version for version in versions if explanation.on(Line.parse(version))] == ["flink 1.20.5", "flink 2.1.3"]
    assert Span.parse("flink 2.3.0") == Span(Line("flink", "2.3.0"), Line("flink", "2.3.0"))


def jar(path, *entries):
    with zipfile.ZipFile(path, "w") as archive:
        for entry in entries:
            archive.writestr(entry, f"{path.name} {entry}")
    return path


def test_classes_come_from_the_jar_that_the_loader_takes(tmp_path):
    first = jar(tmp_path / "1.jar", "a/b/Outer.class", "a/b/Other.class")
    second = jar(tmp_path / "2.jar", "a/b/Outer.class", "a/b/Outer$Nested.class", "a/b/OuterMost.class")
    unpack([first, second], [TARGET], tmp_path / "out")
    found = {str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.class")}
    assert found == {str(Path("a/b/Outer.class")), str(Path("a/b/Outer$Nested.class"))}
    assert (tmp_path / "out/a/b/Outer.class").read_text("utf-8").startswith("1.jar")
    with pytest.raises(JacocoError, match=r"no JAR of the line has a\.b\.Outer"):
        unpack([jar(tmp_path / "3.jar", "a/b/Outer$Nested.class")], [TARGET], tmp_path / "none")


def originals(tmp_path, *names):
    line = Line("jacoco-tool", "0.8.14")
    folder = Store(tmp_path).line(line)
    folder.mkdir(parents=True)
    jars = {name: digest(jar(folder / name, "x")) for name in names}
    return Originals(Lock({}, {str(line): jars} if names else {}), Store(tmp_path), tmp_path), folder


def test_a_damaged_jacoco_is_refused(tmp_path):
    ours, folder = originals(tmp_path, "org.jacoco.agent-0.8.14-runtime.jar", "org.jacoco.cli-0.8.14-nodeps.jar")
    (folder / "org.jacoco.agent-0.8.14-runtime.jar").write_bytes(b"other")
    with pytest.raises(OriginalsRefusedError, match=r"agent.*(?s:.)*originals fetch --line 'jacoco-tool 0\.8\.14'"):
        Jacoco.fetched(ours, silent)


def test_a_lock_without_jacoco_says_so(tmp_path):
    with pytest.raises(JacocoError, match="the lock of the originals has no jacoco-tool: restore it"):
        Jacoco.fetched(originals(tmp_path)[0], silent)


def fake_java(tmp_path, said, code, *, writes=True, seconds=0):
    """A Java that takes its time, says what it is told to, and writes a report or doesn't."""
    java = tmp_path / "java"
    write = "import pathlib; pathlib.Path(sys.argv[sys.argv.index('--xml') + 1]).write_text('<report/>')"
    lines = ["import sys, time", f"time.sleep({seconds})", write if writes else "", f"print({said!r})"]
    java.write_text("\n".join([f"#!{sys.executable}", *lines, f"sys.exit({code})", ""]), "utf-8")
    java.chmod(0o755)
    return Jacoco("0.8.14", tmp_path / "agent.jar", tmp_path / "cli.jar", java)


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a script with a first line for POSIX")
@pytest.mark.parametrize(
    ("said", "code", "writes"),
    [
        ("[WARN] Execution data for class a/b/Outer does not match.", 0, True),
        ("Exception in thread main", 1, True),
        ("nothing to do", 0, False),
    ],
)
def test_a_report_that_jacoco_complains_of_is_none(tmp_path, said, code, writes):
    with pytest.raises(JacocoError, match=r"JaCoCo 0\.8\.14 made no report:"):
        fake_java(tmp_path, said, code, writes=writes).report([tmp_path / "x"], tmp_path, tmp_path / "report.xml")


@pytest.mark.skipif(sys.platform == "win32", reason="the fake is a script with a first line for POSIX")
def test_a_report_that_takes_too_long_is_none(tmp_path, monkeypatch):
    monkeypatch.setattr(jacoco, "_SECONDS", 0.1)
    with pytest.raises(JacocoError, match=r"^JaCoCo 0\.8\.14 made no report within 0\.1 s$"):
        fake_java(tmp_path, "", 0, seconds=60).report([tmp_path / "x"], tmp_path, tmp_path / "report.xml")


def test_the_agent_watches_targets_and_what_is_nested_in_them(tmp_path):
    option = Jacoco("1", Path("agent.jar"), Path("cli.jar"), Path("java")).option([TARGET], tmp_path / "seen.exec")
    assert option.startswith("-javaagent:agent.jar=destfile=")
    assert option.endswith(",includes=a.b.Outer:a.b.Outer$*")
    with pytest.raises(JacocoError, match="let TMPDIR name a folder without a comma"):
        Jacoco("1", Path("a"), Path("c"), Path("j")).option([TARGET], tmp_path / "a,b")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--document", "--class", "RangeAssignor"], "give no other options"),
        (["--java-files", "."], "--java-files are for the pages of --html"),
    ],
)
def test_options_that_exclude_each_other(options, message):
    done = CliRunner().invoke(command, options)
    assert done.exit_code == 2
    assert message in done.output
