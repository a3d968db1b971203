"""`jarparity patch`: what it takes, what it refuses, and what it ends with."""

from __future__ import annotations

import json
import sys

import fake_maven
import patched_original
import pytest
from click.testing import CliRunner
from fakes import FakeReference
from patched_original import NEW, NEWEST, PATCH

from jarparity.answers import Value
from jarparity.cli import main, patch
from jarparity.measures.patch import check
from jarparity.measures.patch.errors import PatchError
from jarparity.measures.patch.program import run_program
from jarparity.originals import Originals
from jarparity.references.golden import GoldenReference

OPERATION = "kafka.partitioner.round-robin"
FEW = ("--operation", OPERATION, "--draw", "20", "--scope", "0", "--pairs", "3", "--no-tests")


@pytest.fixture
def project(tmp_path, monkeypatch):
    made = patched_original.project(tmp_path, monkeypatch)
    monkeypatch.setattr(Originals, "default", classmethod(lambda _: made.originals))
    monkeypatch.setattr(GoldenReference, "vectors", lambda _golden, _operation: [])
    monkeypatch.setattr(patch, "locked_lines", made.originals.lines)
    return made


def run(monkeypatch, *arguments, patched=lambda _: Value([0])):
    def opened(_originals, made, _progress):
        return FakeReference({made.line: lambda _: Value([0]), made.patched: patched})

    monkeypatch.setattr(check, "open_both", opened)
    return CliRunner().invoke(main, ["patch", "check", *map(str, arguments)])


def test_a_patch_that_changes_nothing_ends_with_0(project, monkeypatch):
    shown = run(monkeypatch, "--line", NEW, "--patch", project.patch(), *FEW)
    assert shown.exit_code == 0, shown.output
    assert "release  kafka-clients 4.3.1\n" in shown.output
    assert "changes  org.x.Sticky, +1 -1\n" in shown.output
    assert "GREEN: nothing else changes" in shown.output
    assert f"{OPERATION}  " in shown.output.partition("Is it slower?")[2]


def test_a_patch_that_changes_something_ends_with_1_and_shows_it(project, monkeypatch):
    shown = run(
        monkeypatch,
        "--line",
        NEWEST,
        "--patch",
        project.patch(),
        *FEW,
        "--format",
        "json",
        patched=lambda _: Value([1]),
    )
    assert shown.exit_code == 1, shown.output
    document = json.loads(shown.output)
    assert document["complaints"] == ["unexpected changes: 20"]
    (change,) = document["operations"][0]["changes"]
    assert (change["release"] if "release" in change else change["example"]["release"]) == {"value": [0]}
    assert document["exit"] == 1


def test_a_report_for_a_pull_request_is_written(project, monkeypatch):
    place = project.folder / "report.md"
    shown = run(monkeypatch, "--line", NEW, "--patch", project.patch(), *FEW, "--format", "markdown", "--output", place)
    assert shown.exit_code == 0, shown.output
    text = place.read_text()
    assert text.startswith("## Patch of kafka-clients 4.3.1")
    assert "### Does anything else change?" in text
    assert "GREEN" in text


def test_the_time_is_over_and_it_ends_with_5(project, monkeypatch):
    shown = run(monkeypatch, "--line", NEW, "--patch", project.patch(), *FEW, "--max-time", "0.000001")
    assert shown.exit_code == 5, shown.output
    assert f"OPEN: {OPERATION}: the time was over before all was asked" in shown.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--line", "kafka-clients 4.3.1"), "give either --patch FILE or --classes FOLDER"),
        (("--line", "kafka-clients"), "--line: line 'kafka-clients': write a family, one space and a version"),
        (("--line", "kafka-clients 9.9", "--patch"), "kafka-clients 9.9 is not locked; there are kafka-clients 3.9.2"),
        (("--line", "kafka-clients 4.3.1", "--no-tests", "--tests", "X", "--patch"), "--tests and --no-tests exclude"),
        (("--line", "kafka-clients 4.3.1", "--tests", "Nope", "--patch"), "no tests of kafka-clients 4.3.1 match Nope"),
        (
            ("--line", "kafka-clients 4.3.1", "--fault", "x", "--patch"),
            "no fault of an original is called 'x'; there are",
        ),
        (("--line", "kafka-clients 4.3.1", "--where", "((", "--patch"), "--where: "),
        (("--line", "kafka-clients 4.3.1", "--operation", "flink.*", "--patch"), "has none of these operations"),
    ],
)
def test_what_cannot_be_is_refused_with_the_fix(project, monkeypatch, arguments, said):
    if arguments[-1] == "--patch":
        arguments = (*arguments, project.patch())
    shown = run(monkeypatch, *arguments)
    assert shown.exit_code == 4, shown.output
    assert said in " ".join(shown.output.split())


def test_a_patch_for_another_release_is_refused(project, monkeypatch):
    other = project.patch(PATCH.replace("int quota() {", "int other() {"))
    shown = run(monkeypatch, "--line", NEW, "--patch", other, *FEW)
    assert shown.exit_code == 4
    assert "Error: " in shown.output
    assert "hunk 1 of 1" in shown.output


def test_the_faults_are_listed():
    shown = CliRunner().invoke(main, ["patch", "faults", "--format", "json"])
    names = [fault["fault"] for fault in json.loads(shown.output)["faults"]]
    assignors = ("assignment-never-ends", "topic-made-anew", "subscribed-to-nothing", "owner-set-aside")
    coordinator = ("partition-of-two-members", "stale-subscription-type", "target-of-two-members")
    controller = (
        *("reassignment-never-ends", "reassignment-loses-a-replica", "cancel-keeps-a-replica"),
        "partitions-added-during-a-move",
    )
    others = (*coordinator, "coordinator-cannot-load", "header-key-unreadable")
    of_kafka = [f"kafka-{name}" for name in (*assignors, *controller, *others)]
    of_source = ("kafka-left-out-partition", "kafka-dynamic-split-ids")
    of_flink = [f"flink-{name}" for name in ("null-sql-timestamp", *of_source)]
    assert names == [*of_flink, *of_kafka]


JAVA = """\
#!{python}
# Meets a fault unless a patch is on its class path; the program's name says what else it does.
import sys
if "-version" in sys.argv:
    sys.stderr.write('openjdk version "17.0.15"\\n')
    sys.exit()
path, program = sys.argv[sys.argv.index("-cp") + 1], sys.argv[-1]
print("patched" if "patch.jar" in path else "released", program)
if "Odd" in program:
    sys.exit(7)
sys.exit(0 if "patch.jar" in path else 3)
"""


@pytest.fixture
def java(tmp_path, monkeypatch):
    fake_maven.java(tmp_path / "bin" / "javac")
    fake_maven.executable(tmp_path / "bin" / "java", JAVA.format(python=sys.executable))
    (tmp_path / "fake").mkdir()
    monkeypatch.setenv("FAKE_MAVEN", str(tmp_path / "fake"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    return tmp_path


def run_on(java, name, text=""):
    (java / name).write_text(text)
    return run_program(java / name, [java / "a.jar"], java / "patch.jar", java)


def test_a_program_is_run_on_the_release_and_then_on_the_patched_classes(java):
    found = run_on(java, "Repro.java")
    assert (found.release, found.patched) == (True, False)
    assert (found.said_before, found.said_after) == ("released Repro", "patched Repro")


def test_a_program_that_says_neither_yes_nor_no_is_refused_with_its_words(java):
    with pytest.raises(PatchError, match=r"Odd\.java: ended with 7; 3 says that it meets the fault, 0 that it doesn't"):
        run_on(java, "Odd.java")


def test_a_program_that_is_not_there_or_does_not_compile_is_refused(java):
    with pytest.raises(PatchError, match=r"None\.java: there is no such file"):
        run_program(java / "None.java", [], java / "patch.jar", java)
    with pytest.raises(
        PatchError, match=r"the classes of .*Bad\.java don't compile:\n.*\nGive JARs that it needs by --cl"
    ):
        run_on(java, "Bad.java", "error")


def test_a_set_that_is_not_locked_is_refused_with_those_that_are(project, monkeypatch):
    shown = run(monkeypatch, "--line", NEW, "--patch", project.patch(), *FEW, "--with", "flink-live 9")
    assert shown.exit_code == 4
    assert "--with: no set flink-live 9 is locked; there are " in " ".join(shown.output.split())
