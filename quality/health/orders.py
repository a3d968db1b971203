"""`python -m quality health orders`: the default suite again and again, in other orders, from other seeds."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import click

from quality import programs
from quality.health.measured import add_run
from quality.state import State

SUITE: Final = ("python_impl/tests", "conformance/tests")


@click.command(
    epilog="\b\nExamples:\n  python -m quality health orders --runs 3"
    "\n  python -m quality health orders --first 26 --runs 25"
    "\n  python -m quality health orders --runs 1 --first 7 -- conformance/tests/test_faults.py"
)
@click.option("--runs", default=50, show_default=True, help="How often.")
@click.option("--first", default=1, show_default=True, help="The first run's number, from which its seeds follow.")
@click.option("--workers", default="auto", show_default=True, help="pytest-xdist's processes.")
@click.option("--afresh", is_flag=True, help="Forget the runs of other commits that are on record, failed ones, too.")
@click.option("--check", is_flag=True, help="Write nothing into docs/quality.md.")
@click.argument("tests", nargs=-1)
def command(  # noqa: PLR0913 - one parameter an option
    runs: int, first: int, workers: str, tests: tuple[str, ...], *, afresh: bool, check: bool
) -> None:
    """Run the fast suite in random order (pytest-randomly), with Hypothesis, random and numpy seeded anew each time.

    A test that fails in one run and passes in another is a flake. A run is shown again by its number.

    Each run is added to docs/quality.md as soon as it ends, beside earlier ones of the same commit and of others. One
    that failed stays on record: the row of its commit says so, in later calls, too, and the sum leaves that commit's
    runs out; --afresh at another commit forgets it. Uncommitted changes have no state, and nothing is written.
    """
    state = State.of_checkout()
    if state.changes:
        click.echo("uncommitted changes: nothing will be written into docs/quality.md; commit them first", err=True)
    failures: dict[str, list[int]] = defaultdict(list)
    counts: set[int] = set()
    for number in range(first, first + runs):
        began = time.monotonic()
        count, failed = run(number, workers, tests or SUITE)
        counts.add(count)
        minutes = (time.monotonic() - began) / 60
        click.echo(f"run {number}: {count:,} tests, {len(failed)} failed, {minutes:.1f} min", err=True)
        for name in failed:
            failures[name].append(number)
        if not (check or tests or state.changes):
            add_run(state, number, count, passed=not failed, afresh=afresh and number == first)
    for name, numbers in sorted(failures.items()):
        kind = "fails always" if len(numbers) == runs else "a flake"
        click.echo(f"{name}: {kind}: runs {', '.join(map(str, numbers))}")
    if len(counts) > 1:
        click.echo(f"runs have other numbers of tests: {sorted(counts)}")
    if failures or len(counts) != 1 or not min(counts):
        raise SystemExit(1)
    click.echo(f"{runs} times {min(counts):,} tests in random order, from random seeds: no flake")


def run(number: int, workers: str, tests: tuple[str, ...]) -> tuple[int, list[str]]:
    """How many tests ran, and which of them failed.

    Raises:
        click.ClickException: pytest itself broke off.
    """
    options = ["-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit1"]
    spread = [] if workers == "0" else ["-n", workers, "--dist", "worksteal"]
    with tempfile.TemporaryDirectory(prefix="jarparity-orders-") as folder:
        report = Path(folder) / "report.xml"
        options += [f"--junitxml={report}", f"--randomly-seed={number}", f"--hypothesis-seed={number}"]
        done = programs.run([sys.executable, "-m", "pytest", *options, *spread, *tests])
        if done.code not in {0, 1} or not report.is_file():
            raise click.ClickException(f"run {number}: pytest ended with {done.code}:\n{done.tail()}")
        cases = list(ET.parse(report).iter("testcase"))  # noqa: S314 - pytest has just written it
    failed = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    if failed:
        click.echo(done.output[-6000:])
    return len(cases), sorted({f"{case.get('file')}::{case.get('name')}" for case in failed})
