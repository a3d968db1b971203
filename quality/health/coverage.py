"""`python -m quality health coverage`: which branches of the kit's own code the tests take, with gates."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from quality.health.measured import Row, publish
from quality.health.orders import SUITE
from quality.pages import ROOT
from quality.programs import run
from quality.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping

    _Step: TypeAlias = tuple[list[str], Mapping[str, str]]

GATES: Final = {"copartition": 100, "jarparity": 95}
"""Percent of branches that must be taken."""
_FOLDERS: Final = {"copartition": "*/python_impl/copartition/*", "jarparity": "*/conformance/jarparity/*"}
_PYTEST: Final = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
_IN_A_BROWSER: Final = "conformance/nightly/spark/test_profile_in_a_browser.py"
_WRAPS: Final = "ignore:overflow encountered:RuntimeWarning"


@click.command(
    epilog="\b\nExamples:\n  python -m quality health coverage\n  python -m quality health coverage --no-live --check"
    "\n  python -m quality health coverage --data kept --report-only"
)
@click.option("--live/--no-live", default=True, show_default=True, help="Whether the suites on the JARs run, too.")
@click.option("--workers", default="auto", show_default=True, help="pytest-xdist's processes.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Keep what was measured in this folder.")
@click.option("--report-only", is_flag=True, help="Only report on what --data has, and write nothing.")
@click.option("--check", is_flag=True, help="Write nothing into docs/quality.md.")
def command(*, live: bool, workers: str, data: Path | None, report_only: bool, check: bool) -> None:
    """Measure branches of copartition and jarparity, in tests and in the processes that tests start.

    numba's kernels are measured as Python: compiled, nothing sees their lines. Ends with 1 below the gates: all
    branches of copartition, 95 % of jarparity's.
    """
    if report_only and data is None:
        raise click.UsageError("--report-only reports on the folder that --data names")
    began = State.of_checkout()
    with tempfile.TemporaryDirectory(prefix="jarparity-coverage-") as temporary:
        folder = (data or Path(temporary)).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        if not report_only:
            measure(folder, workers, live=live)
        found = report(folder)
    at = str(began.until_now())
    ran = "fast tests, recorded vectors, kernels uncompiled, golden check"
    ran += ", suites on the JARs by JPype and on Spark" if live else ""
    if report_only:  # the data doesn't say what filled it, nor at which commit
        ran, at = "what --data holds", ""
    rows = [Row("coverage", f"`{package}`", ran, _result(found[package], gate), at) for package, gate in GATES.items()]
    failed = any(found[package]["percent_branches_covered"] < gate for package, gate in GATES.items())
    publish(rows, failed=failed, check=check or report_only)


def _result(totals: Mapping[str, Any], gate: int) -> str:
    lines = f"{totals['covered_lines']:,} of {totals['num_statements']:,} lines"
    branches = f"{totals['percent_branches_covered']:.2f} % of {totals['num_branches']:,} branches"
    return f"{branches}, {lines}; the gate is {gate} %"


def measure(folder: Path, workers: str, *, live: bool) -> None:
    """Runs everything under coverage.py; each process leaves its data in the folder.

    Raises:
        click.ClickException: Tests fail: what they take says nothing then.
    """
    for old in folder.glob("data*"):
        old.unlink()
    spread = [] if workers == "0" else ["-n", workers, "--dist", "worksteal"]
    for arguments, variables in [*_fast(spread), *(_live(spread, folder / "spark") if live else ())]:
        _coverage(folder, ["run", *arguments], variables)


def _fast(spread: list[str]) -> list[_Step]:
    kernels = sorted((ROOT / "python_impl" / "tests").glob("test_bulk*.py"))
    return [
        ([*_PYTEST, *spread, *SUITE], {}),
        ([*_PYTEST, *spread, "conformance/recorded"], {}),
        # Wrapping around is what kernels do; only numpy's own scalars warn of it.
        ([*_PYTEST, "-W", _WRAPS, *map(str, kernels)], {"NUMBA_DISABLE_JIT": "1"}),
        (["-m", "jarparity", "check", "--reference", "golden"], {}),
    ]


def _live(spread: list[str], settings: Path) -> list[_Step]:
    """The suites that start JVMs, one after the other; what they lack is a failure, not a skip."""
    required = {"JARPARITY_REQUIRE_JVM": "1"}
    # Spark kills a worker that waits for its next task, and what it has counted is lost: so each has one task only.
    settings.mkdir(exist_ok=True)
    (settings / "spark-defaults.conf").write_text("spark.python.worker.reuse false\n", "utf-8")
    # What a page does in a browser, whose environment is another one, is none of our Python.
    spark = [*_PYTEST, f"--ignore={_IN_A_BROWSER}", "conformance/nightly/spark"]
    return [
        ([*_PYTEST, "-p", "no:faulthandler", *spread, "conformance/live", "--route", "jpype"], required),
        (spark, {**required, "SPARK_CONF_DIR": str(settings)}),
    ]


def report(folder: Path) -> dict[str, dict[str, Any]]:
    """By package coverage.py's totals of all data in the folder; says which lines and branches were not taken."""
    if not (parts := sorted(map(str, folder.glob("data.*")))):
        raise click.UsageError(f"--data {folder}: nothing was measured into it; leave --report-only out")
    combined, totals = f"--data-file={folder / 'combined'}", {}
    _coverage(folder, ["combine", "--keep", "-q", combined, *parts])
    for package, pattern in _FOLDERS.items():
        of_package, out = [combined, f"--include={pattern}"], folder / f"{package}.json"
        _coverage(folder, ["report", *of_package])
        _coverage(folder, ["json", "-q", *of_package, "-o", str(out)])
        totals[package] = json.loads(out.read_text("utf-8"))["totals"]
    return totals


def _coverage(folder: Path, arguments: list[str], variables: Mapping[str, str] | None = None) -> None:
    environ = {**os.environ, "COVERAGE_FILE": str(folder / "data"), **(variables or {})}
    done = run([sys.executable, "-m", "coverage", *arguments], environ=environ, aloud=True)
    if done.code:
        raise click.ClickException(f"coverage {' '.join(arguments[:6])} … ended with {done.code}")
