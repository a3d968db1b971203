"""Coverage of the kit's own code: what is run, what its gates are, and that failed tests end it."""

import json
import subprocess
import sys
from functools import partial

import pytest
from click.testing import CliRunner
from quality import programs
from quality.health import coverage
from quality.health import measured as measured_rows
from quality.programs import Ran
from quality.state import State

WHOLE = {"num_branches": 2, "percent_branches_covered": 100.0, "num_statements": 3, "covered_lines": 3}
PART = {"num_branches": 400, "percent_branches_covered": 99.75, "num_statements": 9, "covered_lines": 8}


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """Runs the command; a fake coverage.py notes how it was called, and reports these totals."""
    ran, rows = [], []

    def invoke(port, *options, fails="", now="1f"):
        def run(command, *, environ, **_):
            assert command[:3] == [sys.executable, "-m", "coverage"]
            ran.append((command[3:], environ))
            if command[3] == "run":
                (tmp_path / f"data.{len(ran)}").touch()
            if command[3] == "json":
                totals = port if "copartition" in command[-1] else WHOLE
                (tmp_path / command[-1]).write_text(json.dumps({"totals": totals}))
            return Ran(int(bool(fails) and fails in command), "")

        monkeypatch.setattr(coverage, "run", run)
        monkeypatch.setattr(measured_rows, "renew", rows.extend)
        states = iter([State("1f", changes=False)])
        monkeypatch.setattr(State, "of_checkout", lambda: next(states, State(now, changes=False)))
        return CliRunner().invoke(coverage.command, ["--data", str(tmp_path), *options]), ran, rows

    return invoke


def test_all_suites_are_measured_none_may_skip_and_rows_are_written(measured, tmp_path):
    ended, ran, rows = measured(WHOLE)
    assert ended.exit_code == 0, ended.output
    lines = [" ".join(arguments) for arguments, _ in ran]
    parts = (
        "conformance/tests",
        "conformance/recorded",
        "test_bulk",
        "--reference golden",
        "--route jpype",
        "nightly/spark",
    )
    assert [sum(part in line for line in lines) for part in parts] == [1] * 6
    assert [line.split()[0] for line in lines] == ["run"] * 6 + ["combine", "report", "json", "report", "json"]
    assert [env.get("JARPARITY_REQUIRE_JVM") for _, env in ran[:6]] == [None] * 4 + ["1"] * 2
    assert "100.00 % of 2 branches, 3 of 3 lines; the gate is 95 %" in rows[1].result
    assert {row.at for row in rows} == {"`1f`"}
    (spark,) = (env for arguments, env in ran if arguments[-1].endswith("nightly/spark"))
    assert spark["SPARK_CONF_DIR"] == str(tmp_path / "spark")
    assert (tmp_path / "spark" / "spark-defaults.conf").read_text() == "spark.python.worker.reuse false\n"
    assert {row.at for row in measured(WHOLE, now="2f")[2][2:]} == {"`1f`, and changes"}


def test_below_the_gate_it_is_red_and_nothing_is_written(measured):
    ended, _, rows = measured(PART, "--no-live")
    assert (ended.exit_code, rows) == (1, [])
    assert "99.75 % of 400 branches, 8 of 9 lines; the gate is 100 %" in ended.output


def test_without_live_suites_no_jvm_is_started(measured):
    ended, ran, rows = measured(WHOLE, "--no-live")
    assert ended.exit_code == 0
    assert not any("jpype" in arguments or "conformance/nightly/spark" in arguments for arguments, _ in ran)
    assert "JARs" not in rows[0].run


def test_kept_data_are_reported_without_claiming_suites(measured, tmp_path):
    ended, ran, _ = measured(WHOLE, "--report-only")
    assert (ended.exit_code, ran) == (2, [])
    assert "nothing was measured into it" in ended.output
    (tmp_path / "data.1").touch()
    ended, ran, rows = measured(WHOLE, "--report-only")
    assert (ended.exit_code, ran[0][0][0], rows) == (0, "combine", [])
    assert not any(word in ended.output for word in ("1f", "JPype", "fast tests"))
    assert CliRunner().invoke(coverage.command, ["--report-only"]).exit_code == 2


def test_failed_tests_end_it(measured):
    ended, ran, rows = measured(WHOLE, fails="golden")
    assert ended.exit_code == 1
    assert "coverage run -m jarparity check --reference golden … ended with 1" in ended.output
    assert (len(ran), rows) == (4, [])


def test_coverage_py_finds_both_packages_and_what_they_lack(tmp_path, monkeypatch):
    for package in coverage.GATES:
        folder = tmp_path / coverage._FOLDERS[package].strip("*/")
        folder.mkdir(parents=True)
        (folder / "one.py").write_text("def one(a):\n    if a:\n        return 1\n    return 2\n\n\none(1)\n")
        run = [sys.executable, "-m", "coverage", "run", "--branch", "-p", f"--source={folder}", str(folder / "one.py")]
        subprocess.run(run, cwd=tmp_path, env={**coverage.os.environ, "COVERAGE_FILE": "data"}, check=True)
    monkeypatch.setattr(coverage, "run", partial(programs.run, folder=tmp_path))
    totals = coverage.report(tmp_path)
    assert {package: its["percent_branches_covered"] for package, its in totals.items()} == dict.fromkeys(totals, 50.0)
