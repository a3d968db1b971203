"""Coverage of the kit's own code: what is run, what is told of it, and that nothing is told of tests that failed."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from quality.health import coverage
from quality.health.state import State

FILE = {
    "summary": {"num_branches": 4, "covered_branches": 3, "num_statements": 9, "covered_lines": 8},
    "missing_lines": [7],
    "missing_branches": [[6, 7]],
}
WHOLE = {
    "summary": {"num_branches": 2, "covered_branches": 2, "num_statements": 3, "covered_lines": 3},
    "missing_lines": [],
    "missing_branches": [],
}
KIT, PORT = "conformance/jarparity/a.py", "python_impl/copartition/b.py"


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """Runs the command; in place of coverage.py is what notes how it was called, and reports these files."""
    ran, rows = [], []

    def invoke(files, *options, fails="", now="1f"):
        def run(command, *, env, **_):
            assert command[:3] == [sys.executable, "-m", "coverage"]
            ran.append((command[3:], env))
            if command[3] == "run":
                (tmp_path / f"data.{len(ran)}").touch()
            if command[3] == "json":
                (tmp_path / "report.json").write_text(json.dumps({"files": files}))
            return subprocess.CompletedProcess(command, 1 if fails and fails in command else 0)

        monkeypatch.setattr(coverage.subprocess, "run", run)
        monkeypatch.setattr(coverage, "renew", rows.extend)
        states = iter([State("1f", changes=False)])
        monkeypatch.setattr(State, "of_checkout", lambda: next(states, State(now, changes=False)))
        return CliRunner().invoke(coverage.command, ["--data", str(tmp_path), *options]), ran, rows

    return invoke


def test_all_suites_are_measured_and_combined_and_the_rows_written(measured):
    ended, ran, rows = measured({KIT: WHOLE, PORT: WHOLE})
    assert ended.exit_code == 0, ended.output
    told = [" ".join(arguments) for arguments, _ in ran]
    for part in (
        "conformance/tests",
        "suites_vectors",
        "test_bulk",
        "--reference golden",
        "--route jpype",
        "suites_spark",
    ):
        assert sum(part in line for line in told) == 1, part
    assert [line.split()[0] for line in told] == ["run"] * 6 + ["combine", "json"]
    assert [str(row) for row in rows] == [line for line in ended.output.splitlines() if line.startswith("|")]
    assert "100.00 % of 2 branches, 3 of 3 lines; the gate is 95 %" in rows[1].result
    assert {row.at for row in rows} == {"`1f`"}
    assert {row.at for row in measured({KIT: WHOLE, PORT: WHOLE}, now="2f")[2][2:]} == {"`1f`, and changes"}


def test_live_parts_may_not_be_skipped(measured):
    _, ran, _ = measured({KIT: WHOLE, PORT: WHOLE})
    required = {line[-1]: env.get("JARPARITY_REQUIRE_JVM") for line, env in ran}
    assert (required["jpype"], required["conformance/suites_spark"], required["golden"]) == ("1", "1", None)
    (left_out,) = (part.removeprefix("--ignore=") for line, _ in ran for part in line if part.startswith("--ignore="))
    assert (coverage.ROOT / left_out).is_file()


def test_spark_gives_each_task_a_worker_of_its_own(measured, tmp_path):
    _, ran, _ = measured({KIT: WHOLE, PORT: WHOLE})
    (env,) = (env for arguments, env in ran if arguments[-1].endswith("suites_spark"))
    assert (tmp_path / "spark" / "spark-defaults.conf").read_text() == "spark.python.worker.reuse false\n"
    assert env["SPARK_CONF_DIR"] == str(tmp_path / "spark")


def test_below_the_gate_it_is_red_and_nothing_is_written(measured):
    ended, _, rows = measured({KIT: WHOLE, PORT: FILE}, "--no-live")
    assert ended.exit_code == 1
    assert f"{PORT}: 7, 6->7" in ended.output
    assert "75.00 % of 4 branches, 8 of 9 lines; the gate is 100 %" in ended.output
    assert rows == []


def test_without_live_parts_no_jvm_is_started_and_nothing_said_of_them(measured):
    ended, ran, rows = measured({KIT: WHOLE, PORT: WHOLE}, "--no-live")
    assert ended.exit_code == 0
    assert not any("jpype" in arguments or "conformance/suites_spark" in arguments for arguments, _ in ran)
    assert "JARs" not in rows[0].run


def test_a_check_writes_nothing(measured):
    ended, _, rows = measured({KIT: WHOLE, PORT: WHOLE}, "--check")
    assert (ended.exit_code, rows) == (0, [])


def test_a_report_of_kept_data_writes_nothing_and_claims_no_suite(measured, tmp_path):
    (tmp_path / "data.1").touch()
    ended, ran, rows = measured({KIT: WHOLE, PORT: WHOLE}, "--report-only")
    assert (ended.exit_code, [arguments[0] for arguments, _ in ran], rows) == (0, ["combine", "json"], [])
    assert "100.00 % of 2 branches" in ended.output
    assert "1f" not in ended.output
    assert "JPype" not in ended.output
    assert "fast tests" not in ended.output


def test_tests_that_fail_end_it_before_anything_is_said(measured):
    ended, ran, rows = measured({KIT: WHOLE, PORT: WHOLE}, fails="golden")
    assert ended.exit_code == 1
    assert "coverage run -m jarparity check --reference golden … ended with 1" in ended.output
    assert (len(ran), rows) == (4, [])


@pytest.mark.parametrize(("options", "said"), [((), "nothing was measured into it"), (("--no-live",), "nothing was")])
def test_a_report_of_nothing_is_refused(measured, options, said):
    ended, ran, _ = measured({}, "--report-only", *options)
    assert (ended.exit_code, ran) == (2, [])
    assert said in ended.output


def test_only_a_folder_that_is_named_can_be_reported_on():
    ended = CliRunner().invoke(coverage.command, ["--report-only"])
    assert ended.exit_code == 2
    assert "--report-only reports on the folder that --data names" in ended.output
