"""`python -m quality health coverage`: which branches of the kit's own code the tests take, with gates."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from quality.health.desk import ROOT
from quality.health.orders import SUITE
from quality.health.state import State
from quality.health.table import Row, renew

if TYPE_CHECKING:
    from collections.abc import Mapping

    _Step: TypeAlias = tuple[list[str], Mapping[str, str]]

GATES: Final[dict[str, float]] = {"copartition": 100.0, "jarparity": 95.0}
"""Percent of branches that must be taken."""
_QUIET: Final = ("-q", "-p", "no:cacheprovider")
_IN_A_BROWSER: Final = "conformance/suites_spark/test_profile_in_a_browser.py"
_WRAPS: Final = "ignore:overflow encountered:RuntimeWarning"
_FOLDERS: Final = {"copartition": "python_impl/copartition/", "jarparity": "conformance/jarparity/"}


@dataclass(frozen=True, slots=True)
class Taken:
    """How much of a package was taken.

    Attributes:
        branches: All of its branches.
        taken: Those that were taken.
        lines: All of its statements.
        run: Those that were run.
        missing: By file, what was not: `12` a line, `12->14` a branch.
    """

    branches: int
    taken: int
    lines: int
    run: int
    missing: dict[str, list[str]]

    @property
    def percent(self) -> float:
        """Of the branches."""
        return 100.0 * self.taken / self.branches if self.branches else 0.0


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
    rows, at = [], str(began.until_now())
    ran = "fast tests, recorded vectors, kernels uncompiled, golden check"
    ran += ", suites on the JARs by JPype and on Spark" if live else ""
    if report_only:  # the data doesn't say what filled it, nor at which commit
        ran, at = "what --data holds", ""
    for package, gate in GATES.items():
        taken = found[package]
        for name, places in sorted(taken.missing.items()):
            click.echo(f"{name}: {', '.join(places)}")
        result = f"{taken.percent:.2f} % of {taken.branches:,} branches, {taken.run:,} of {taken.lines:,} lines"
        rows.append(Row("coverage", f"`{package}`", ran, f"{result}; the gate is {gate:.0f} %", at))
    for row in rows:
        click.echo(str(row))
    if any(found[package].percent < gate for package, gate in GATES.items()):
        raise SystemExit(1)
    if not (check or report_only):
        renew(rows)


def measure(folder: Path, workers: str, *, live: bool) -> None:
    """Runs everything under coverage.py; each process leaves its data in the folder.

    Raises:
        click.ClickException: Tests fail: what they take says nothing then.
    """
    for old in folder.glob("data*"):
        old.unlink()
    for arguments, variables in [*_fast(workers), *(_live(workers, folder / "spark") if live else ())]:
        _coverage(folder, ["run", *arguments], variables)


def _fast(workers: str) -> list[_Step]:
    return [
        (["-m", "pytest", *_QUIET, *_spread(workers), *SUITE], {}),
        (["-m", "pytest", *_QUIET, *_spread(workers), "conformance/suites_vectors"], {}),
        # Wrapping around is what kernels do; only numpy's own scalars warn of it.
        (["-m", "pytest", "-q", "-W", _WRAPS, *map(str, _kernel_tests())], {"NUMBA_DISABLE_JIT": "1"}),
        (["-m", "jarparity", "check", "--reference", "golden"], {}),
    ]


def _live(workers: str, settings: Path) -> list[_Step]:
    """The suites that start JVMs, one after the other; what they lack is a failure, not a skip."""
    required = {"JARPARITY_REQUIRE_JVM": "1"}
    jpype = ["-m", "pytest", "-p", "no:faulthandler", *_QUIET, *_spread(workers), "conformance/suites"]
    # What a page does in a browser, whose environment is another one, is none of our Python.
    spark = ["-m", "pytest", *_QUIET, f"--ignore={_IN_A_BROWSER}", "conformance/suites_spark"]
    # Spark kills a worker that waits for its next task, and what it has counted is lost: so each has one task only.
    settings.mkdir(exist_ok=True)
    (settings / "spark-defaults.conf").write_text("spark.python.worker.reuse false\n", "utf-8")
    return [
        ([*jpype, "--route", "jpype"], required),
        (spark, {**required, "SPARK_CONF_DIR": str(settings)}),
    ]


def _spread(workers: str) -> list[str]:
    return [] if workers == "0" else ["-n", workers, "--dist", "worksteal"]


def report(folder: Path) -> dict[str, Taken]:
    """By package what was taken, of all data in the folder."""
    parts = sorted(map(str, folder.glob("data.*")))
    if not parts:
        raise click.UsageError(f"--data {folder}: nothing was measured into it; leave --report-only out")
    _coverage(folder, ["combine", "--keep", "-q", f"--data-file={folder / 'combined'}", *parts])
    _coverage(folder, ["json", "-q", f"--data-file={folder / 'combined'}", "-o", str(folder / "report.json")])
    files: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))["files"]
    return {package: _taken(files, prefix) for package, prefix in _FOLDERS.items()}


def _taken(files: Mapping[str, Any], prefix: str) -> Taken:
    ours = {name.replace("\\", "/"): file for name, file in files.items()}
    ours = {name[name.index(prefix) :]: file for name, file in ours.items() if prefix in name}

    def total(field: str) -> int:
        return sum(file["summary"][field] for file in ours.values())

    missing = {
        name: [*map(str, file["missing_lines"]), *(f"{a}->{b}" for a, b in file["missing_branches"])]
        for name, file in ours.items()
        if file["missing_lines"] or file["missing_branches"]
    }
    return Taken(
        total("num_branches"), total("covered_branches"), total("num_statements"), total("covered_lines"), missing
    )


def _kernel_tests() -> list[Path]:
    return sorted((ROOT / "python_impl" / "tests").glob("test_bulk*.py"))


def _coverage(folder: Path, arguments: list[str], variables: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(  # noqa: S603 - coverage.py of this Python
        [sys.executable, "-m", "coverage", *arguments],
        cwd=ROOT,
        env={**os.environ, "COVERAGE_FILE": str(folder / "data"), **(variables or {})},
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise click.ClickException(f"coverage {' '.join(arguments[:6])} … ended with {done.returncode}")
