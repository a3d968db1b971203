"""The scenario `lost-records` without a JVM: what a port predicts, what is read of the job, and what is red."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from jarparity import data
from jarparity.check.outcome import Exit
from jarparity.cli import main
from jarparity.measures.live.flink import lost_records
from jarparity.measures.live.flink.lost_records import AFTER, BEFORE, FINDING, GROUPS, MAX, counted
from jarparity.measures.live.scenario import LiveError
from jarparity.measures.patch.errors import PatchError
from jarparity.measures.patch.program import ProgramRun

LOST = "records in flight: 198; lost, by key group: {122=29}"
NONE = "records in flight: 193; lost, by key group: {}"
NAME = "lost-records 2.3.0"


@pytest.fixture
def job(monkeypatch):
    """What the job says on the release, and on the patched classes."""
    said = {"release": LOST, "patched": NONE}

    def compiled(_originals, _line, place, *others):
        folder = others[1]
        assert place.name == "fix.patch"
        assert place.is_file()
        return SimpleNamespace(jar=folder / "patch.jar")

    def run_program(place, class_path, jar, folder):
        assert place.is_file()
        assert place.name == "Job.java"
        assert jar.parent == folder
        if (broken := said.get("broken")) is not None:
            raise PatchError(broken)
        return ProgramRun(place, release=True, patched=False, said_before=said["release"], said_after=said["patched"])

    originals = SimpleNamespace(ensure=lambda *_: None, jars=lambda line: [])
    monkeypatch.setattr(lost_records, "compiled", compiled)
    monkeypatch.setattr(lost_records, "run_program", run_program)
    monkeypatch.setattr("jarparity.cli.live.Originals", SimpleNamespace(default=lambda: originals))
    return said


@pytest.fixture
def run(tmp_path):
    def run(*arguments):
        output = tmp_path / "seen.json"
        command = ["live", "flink", "--scenario", NAME, "--format", "json", "--output", str(output), *arguments]
        ended = CliRunner().invoke(main, command, standalone_mode=False, catch_exceptions=False).return_value
        return ended, json.loads(output.read_text("utf-8"))

    return run


def test_the_port_predicts_whose_records_are_lost_and_that_the_fix_loses_none(job, run):
    ended, seen = run()
    assert ended == Exit.OK
    release, patched = seen["steps"]
    assert release["predicted"] == release["observed"] == [122]
    assert release["note"] == "29 of 198 records in flight were lost"
    assert patched["predicted"] == patched["observed"] == []
    assert patched["note"] == "0 of 193 records in flight were lost"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"release": NONE}, "on the release nothing is lost"),
        ({"release": LOST.replace("122", "121")}, "another key group"),
        ({"patched": LOST}, "the fix loses some, too"),
        ({"patched": "records in flight: 9; lost, by key group: {119=1, 125=2}"}, "and others"),
    ],
)
def test_a_job_that_loses_other_records_is_red(job, run, said, wrong):
    job |= said
    ended, seen = run()
    assert ended == Exit.DIFFERS, wrong
    assert [step["agrees"] for step in seen["steps"]].count(False) == 1


def test_a_port_with_a_known_bug_is_red(job, run):
    ended, seen = run("--port", "jarparity.measures.upstream.wrong:index_modulo")
    assert ended == Exit.DIFFERS
    assert [step["agrees"] for step in seen["steps"]] == [False, True]


@pytest.mark.parametrize("said", ["", "records in flight: 0; lost, by key group: {}", "lost: {}"])
def test_a_job_that_shows_nothing_is_refused(said):
    with pytest.raises(LiveError, match="no record in flight"):
        counted(said)


def test_a_job_that_breaks_is_no_difference_of_the_port(job, run):
    job["broken"] = "Job.java: ended with 1"
    ended, seen = run()
    assert ended == Exit.INTERNAL
    assert seen["broken"] == "Job.java: ended with 1"


def test_the_scenario_is_about_the_job_of_the_finding():
    job = (data.finding(FINDING) / "Job.java").read_text("utf-8")
    for name, number in (("MAX", MAX), ("BEFORE", BEFORE), ("AFTER", AFTER), ("GROUP", 122)):
        assert f"private static final int {name} = {number};" in job
    assert "group = GROUP - 3; group <= GROUP + 3;" in job
    assert [*GROUPS] == [*range(122 - 3, 122 + 3 + 1)]
