"""`python -m quality mutation`."""

from __future__ import annotations

import math
import os
import random
import sys
import time
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import click

from jarparity.originals.store import Store
from quality.mutation import campaign, equivalent, loading, page, reach, scope, wrong_ports
from quality.mutation.code import Code
from quality.mutation.mutants import mutants_of
from quality.mutation.page import COLUMNS, Tally, tally
from quality.mutation.results import Killed, Results
from quality.mutation.vectors import Vectors
from quality.pages import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from quality.mutation.mutants import Mutant
    from quality.mutation.results import TrialOutcome


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
@click.option("--minutes", type=click.FloatRange(min=0), default=math.inf, help="Begin no trials after so long.")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 if docs/quality.md would be another.")
def command(  # noqa: PLR0913 - one parameter an option
    modules: tuple[str, ...],
    operations: tuple[str, ...],
    sample: int | None,
    seed: int,
    jobs: int,
    minutes: float,
    *,
    check: bool,
) -> None:
    """Change the port's code on purpose, one place at a time: do the golden vectors alone notice?

    Whole runs write the table in docs/quality.md; outcomes are kept in the user's cache (JARPARITY_CACHE), so that
    another run tries only what has changed. Exits 1 if a mutant survives that isn't declared equivalent, if a declared
    one is no longer so, or if a wrong port with a name passes.
    """
    whole, until = not (modules or operations or sample), time.monotonic() + 60 * minutes
    cache = Store.default(os.environ).root / "mutation"
    code, vectors, judges = Code.read(), Vectors.recorded(), campaign.judges_digest()
    try:
        entries = equivalent.read()
        loading.warm_up()
        with _progress("tracing the vectors", len(vectors.ranges)) as seen:
            traced = reach.trace(code, vectors, judges, cache / "reach", jobs=jobs, seen=seen)
    except (equivalent.EquivalentError, reach.TracingError) as error:
        raise click.ClickException(str(error)) from error
    existing = [
        mutant
        for module in sorted(code.modules.values(), key=lambda module: scope.risk(module.name))
        if scope.reason_outside(module.name) is None and _chosen(module.name, modules, operations, traced)
        for mutant in mutants_of(module.name, module.text)
        if scope.reason_of_line(module, mutant.number) is None
    ]
    tried = existing if sample is None else random.Random(seed).sample(existing, min(sample, len(existing)))  # noqa: S311
    results = Results(cache / "outcomes.jsonl")
    declared = {ident: entry.kind for entry in entries for ident in entry.idents}
    # Declared ones are asked every case that reaches them: they come last, so that a new survivor is seen soon.
    ordered = sorted(tried, key=lambda mutant: mutant.ident in declared)
    outcomes = _try(campaign.Campaign(code, vectors, traced, results, judges), ordered, jobs, until)
    found = tally(tried, outcomes, declared, traced.operations)
    recorded = {mutant.module: vectors.lines(traced.operations.get(mutant.module, ())) for mutant in existing}
    stale = [*equivalent.stale(entries, existing, outcomes, recorded), *scope.misplaced(code, traced)]
    bugs = wrong_ports.rejected(vectors) if whole else {}
    failed = _report(found, stale, page.missed(bugs))
    if whole and settle("mutation", page.text(found, bugs), check=check) and check:
        click.echo("docs/quality.md would be another: run `python -m quality mutation`", err=True)
        failed = True
    sys.exit(failed)


def _chosen(module: str, modules: tuple[str, ...], operations: tuple[str, ...], traced: reach.Reach) -> bool:
    running = traced.operations.get(module, set())
    return (not modules or any(fnmatchcase(module, glob) for glob in modules)) and (
        not operations or any(fnmatchcase(name, glob) for name in running for glob in operations)
    )


def _try(one: campaign.Campaign, mutants: list[Mutant], jobs: int, until: float) -> dict[str, TrialOutcome]:
    survived = 0
    with _progress("mutants", len(mutants)) as step:

        def seen(_: Mutant, outcome: TrialOutcome) -> None:
            nonlocal survived
            survived += not isinstance(outcome, Killed)
            step(f"{survived} not killed")

        return one.run(mutants, jobs=jobs, until=until, seen=seen)


def _report(found: Tally, stale: list[str], missed: list[str]) -> bool:
    """Says what is wrong, and whether anything is."""
    for mutant, what in found.survivors:
        place = f"{mutant.module.replace('.', '/')}.py:{mutant.number}"
        click.echo(f"{place}: {mutant.label}: {what}\n    {mutant.line}")
    for line in stale:
        click.echo(f"stale: {line}")
    for name in missed:
        click.echo(f"not rejected: {name}")
    counts = ", ".join(f"{found.total[column]} {column}" for column in COLUMNS)
    click.echo(f"{found.total.total()} mutants: {counts}")
    return bool(found.left or stale or missed)


@contextmanager
def _progress(title: str, total: int) -> Iterator[Callable[[str], None]]:
    # click's bar has no thread that redraws: copies are forked while it is shown.
    with click.progressbar(
        length=total, label=title, file=sys.stderr, item_show_func=lambda what: what, show_pos=True
    ) as bar:
        yield lambda what: bar.update(1, what)
