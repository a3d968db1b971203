"""`python -m quality draws`."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

import click

from jarparity import whole_file
from jarparity.registry import OPERATIONS, operation, select
from quality.draws import counting, page
from quality.pages import settle

RECORD: Final = Path(__file__).parent / "measured.json"
SEEDS: Final = 20
MOST: Final = 4096


@click.command(
    epilog="""\b
Examples:
  python -m quality draws                                    measure, and write the table in docs/quality.md
  python -m quality draws --report                           the table of what was measured
  python -m quality draws --operation 'kafka.assignor.*' --seeds 3
  python -m quality draws --check                            is the page as measured, and the default enough?"""
)
@click.option("--operation", "globs", multiple=True, metavar="GLOB", help="Only these; the others stay as measured.")
@click.option("--seeds", type=click.IntRange(min=1), default=SEEDS, show_default=True, help="Seeds, from 0 on.")
@click.option("--most", type=click.IntRange(min=1), default=MOST, show_default=True, help="Inputs a seed at most.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Processes.")
@click.option("--report", is_flag=True, help="Measure nothing; show what was measured.")
@click.option("--check", is_flag=True, help="Measure nothing; exit 1 if the page or the default of `check` disagrees.")
def command(globs: tuple[str, ...], seeds: int, most: int, jobs: int, *, report: bool, check: bool) -> None:  # noqa: PLR0913
    """Count how many drawn inputs it takes until each known bug is met, from several seeds.

    With other --seeds or another --most nothing is written.
    """
    keeps = report or check or (seeds, most) == (SEEDS, MOST)
    if report or check:  # nothing is measured
        found = page.read(RECORD)
        click.echo(page.text(found))
    else:
        chosen = select(globs) if globs else tuple(OPERATIONS.values())
        if bare := [one.name for one in chosen if not counting.hunted(one)]:
            raise click.UsageError(
                f"no known bug is of {', '.join(bare)}: add one in its area, so that it has to be met"
            )
        found = _measured([one.name for one in chosen], seeds, most, jobs)
        click.echo(page.text(found, page.read(RECORD).replaced(found) if globs else found))
        if keeps:
            found = page.read(RECORD).replaced(found) if globs else found
            text = json.dumps(
                {"most": most, "pursuits": [asdict(one) for one in found.pursuits]}, separators=(",", ":")
            )
            whole_file.replace(RECORD, f"{text}\n".encode())
    missed = page.uncovered(found)
    for line in missed:
        click.echo(line, err=True)
    changed = keeps and settle("draws", page.text(found), check=check) and check
    if changed:
        click.echo("docs/quality.md would be another: run `python -m quality draws`", err=True)
    sys.exit(bool(missed) or changed)


def _measured(names: list[str], seeds: int, most: int, jobs: int) -> page.Found:
    tasks = [(name, seed) for name in names for seed in range(seeds)]
    hunted: dict[tuple[str, str], dict[int, int | None]] = {}
    # A process for each task would forget what it has compiled; a fork has it all.
    with multiprocessing.get_context("spawn").Pool(min(jobs, os.cpu_count() or 1)) as pool:
        told = pool.imap_unordered(partial(_task, most=most), tasks)
        with click.progressbar(told, length=len(tasks), label="operations and seeds", file=sys.stderr) as shown:
            for name, seed, met in shown:
                for tag, draw in met.items():
                    hunted.setdefault((name, tag), {})[seed] = draw
    pursuits = [
        counting.Pursuit(name, tag, tuple(by_seed[seed] for seed in range(seeds)))
        for (name, tag), by_seed in sorted(hunted.items())
    ]
    return page.Found(most, tuple(pursuits))


def _task(task: tuple[str, int], most: int) -> tuple[str, int, dict[str, int | None]]:
    name, seed = task
    return name, seed, counting.met(operation(name), seed, most)
