"""`python -m quality mutation`."""

from __future__ import annotations

import math
import os
import random
import sqlite3
import time
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from jarparity.originals.store import Store
from jarparity.page_section import read_section, write_section
from quality.mutation import judges, loading, page, reach, wrong_ports
from quality.mutation.campaign import Campaign
from quality.mutation.code import Code
from quality.mutation.equivalent import EquivalentError, read, stale
from quality.mutation.mutants import mutants_of
from quality.mutation.outcome import Killed
from quality.mutation.results import Results
from quality.mutation.rewrites import REWRITES
from quality.mutation.scope import misplaced, reason_of_line, reason_outside, risk
from quality.mutation.tally import Tally, tally
from quality.mutation.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quality.mutation.mutants import Mutant
    from quality.mutation.outcome import Outcome
    from quality.mutation.trial import Candidate

_PAGE = Path(__file__).parents[2] / "docs" / "quality.md"
_SECTION = "mutation"


@click.command(
    epilog="""\b
Examples:
  python -m quality mutation
  python -m quality mutation --module 'copartition.kafka.assignors.*' -j 1
  python -m quality mutation --operation flink.key-group.of-key
  python -m quality mutation --sample 200 --seed 7
  python -m quality mutation --minutes 30
  python -m quality mutation --check"""
)
@click.option("--module", "modules", multiple=True, metavar="GLOB", help="Only mutants of these modules.")
@click.option("--operation", "operations", multiple=True, metavar="GLOB", help="Only of modules that these run.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Only N mutants, drawn.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the draw.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Copies at once.")
@click.option("--minutes", type=click.FloatRange(min=0), help="Begin no trials after so long.")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if docs/quality.md would be another.")
def command(  # noqa: PLR0913 - one parameter an option
    modules: tuple[str, ...],
    operations: tuple[str, ...],
    sample: int | None,
    seed: int,
    jobs: int,
    minutes: float | None,
    *,
    check: bool,
) -> None:
    """Change the port's code on purpose, one place at a time: do the golden vectors alone notice?

    Whole runs write the table in docs/quality.md; outcomes are kept in the user's cache (JARPARITY_CACHE), so that
    another run tries only what has changed. Exits 1 if a mutant survives that isn't declared equivalent, if a declared
    one is no longer so, or if a wrong port with a name passes.
    """
    whole = not (modules or operations or sample)
    try:
        entries = read()
    except EquivalentError as error:
        raise click.ClickException(str(error)) from error
    cache = Store.default(os.environ).root / "mutation"
    code, vectors, judging = Code.read(), Vectors.recorded(), judges.digest()
    loading.warm_up()
    try:
        with _progress("tracing the vectors", len(vectors.ranges)) as seen:
            traced = reach.trace(code, vectors, judging, cache / "reach", jobs=jobs, seen=seen)
    except reach.TracingError as error:
        raise click.ClickException(str(error)) from error
    existing = [
        mutant
        for module in sorted(code.modules.values(), key=lambda module: risk(module.name))
        if reason_outside(module.name) is None and _chosen(module.name, modules, operations, traced)
        for mutant in mutants_of(module.name, module.text)
        if reason_of_line(module, mutant.number) is None
    ]
    tried = existing if sample is None else random.Random(seed).sample(existing, min(sample, len(existing)))  # noqa: S311
    rewrites = REWRITES if whole else ()
    until = math.inf if minutes is None else time.monotonic() + 60 * minutes
    outcomes = _try(Campaign(code, vectors, traced, _results(cache), judging), [*rewrites, *tried], jobs, until)
    equivalent, unproven = (
        frozenset(ident for entry in entries if entry.proven is proven for ident in entry.idents)
        for proven in (True, False)
    )
    found = tally(tried, outcomes, equivalent, traced.operations, unproven)
    old = stale(entries, existing, outcomes, sorted({mutant.module for mutant in existing}))
    old += misplaced(code, traced)
    named = {rewrite.name: outcomes.get(rewrite.ident) for rewrite in rewrites}
    bugs = wrong_ports.rejected(vectors) if whole else {}
    failed = _report(found, old, named, bugs)
    if whole:
        failed |= _write(page.text(found, named, bugs), check=check)
    raise SystemExit(1 if failed else 0)


def _chosen(module: str, modules: tuple[str, ...], operations: tuple[str, ...], traced: reach.Reach) -> bool:
    running = traced.operations.get(module, set())
    return (not modules or any(fnmatchcase(module, glob) for glob in modules)) and (
        not operations or any(fnmatchcase(name, glob) for name in running for glob in operations)
    )


def _results(cache: Path) -> Results:
    path = cache / "results.sqlite"
    try:
        return Results(path)
    except sqlite3.DatabaseError as error:
        raise click.ClickException(f"{path}: {error}: delete it, and everything is tried anew") from error


def _try(campaign: Campaign, candidates: list[Candidate], jobs: int, until: float) -> dict[str, Outcome]:
    with campaign.results, _progress("mutants", len(candidates)) as step:
        survived = 0

        def seen(_: Candidate, outcome: Outcome) -> None:
            nonlocal survived
            survived += not isinstance(outcome, Killed)
            step(f"{survived} not killed")

        return campaign.run(candidates, jobs=jobs, until=until, seen=seen)


def _report(found: Tally, old: list[str], named: dict[str, Outcome | None], bugs: dict[str, int]) -> bool:
    """Says what is wrong, and whether anything is."""
    for mutant, outcome in found.survivors:
        click.echo(f"{_place(mutant)}: {outcome}\n    {mutant.line}")
    for line in old:
        click.echo(f"stale: {line}")
    passed = [name for name, outcome in named.items() if not isinstance(outcome, Killed)]
    passed += [tag for tag, count in bugs.items() if not count]
    for name in passed:
        click.echo(f"not rejected: {name}")
    total = found.total
    click.echo(
        f"{total.mutants} mutants: {total.killed} killed, {total.equivalent} equivalent, {total.unproven} unproven, "
        f"{total.survived} survived, "
        f"{total.unreached} not reached, {total.died} without a verdict, "
        f"{total.untried} not tried"
    )
    return bool(not found.passes or old or passed)


def _place(mutant: Mutant) -> str:
    return f"{mutant.module.replace('.', '/')}.py:{mutant.number}: {mutant.label}"


def _write(text: str, *, check: bool) -> bool:
    """Writes the page; with `check`, whether it would become another one."""
    if not check:
        write_section(_PAGE, _SECTION, text)
        return False
    other = read_section(_PAGE, _SECTION) != text.strip()
    if other:
        click.echo(f"{_PAGE.name} would be another: run `python -m quality mutation`", err=True)
    return other


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[str], None]]:
    # Without a thread that redraws: copies are forked while the bar stands.
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, auto_refresh=False, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=total)

        def step(what: str) -> None:
            bar.update(task, advance=1, description=f"{title}: {what}")
            bar.refresh()

        yield step
