"""`python -m ports`: builds every example port that this machine can, checks each, and prints one table."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jarparity import whole_file
from jarparity.environment import switched_on, under_ci
from jarparity.originals.store import Store
from jarparity.report.formats import rendered
from jarparity.report.results import read
from ports.recipes import HERE, RecipeError, recipes, record
from ports.running import FailedError, Result, build, check, missing

if TYPE_CHECKING:
    from ports.recipes import Recipe

REQUIRED = "JARPARITY_REQUIRE_TOOLCHAINS"

_WIDTHS = "{:<26} {:<38} {:>8} {:>8} {:>8} {:>8} {:>11}"


@click.command(
    epilog="""\b
Examples:
  python -m ports                         every port that can be built here
  python -m ports --port 'go-*'           some of them
  python -m ports --no-live               recorded answers alone, no JVM
  python -m ports --port go-sarama --record"""
)
@click.option("--port", "patterns", multiple=True, metavar="GLOB", help="Only these folders. Repeatable.")
@click.option("--live/--no-live", default=True, show_default=True, help="Search what agrees against live Java, too.")
@click.option("--record", "write", is_flag=True, help="Write what is seen to expected.json.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=HERE,
    help="Where the ports are.  [default: this package]",
)
@click.option(
    "--reports",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the JSON report of each run goes.  [default: the cache]",
)
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the page of all runs on recorded answers goes.  [default: index.html beside the reports]",
)
@click.help_option("-h", "--help")
def main(  # noqa: PLR0913 - one parameter an option
    patterns: tuple[str, ...], folder: Path, reports: Path | None, page: Path | None, *, live: bool, write: bool
) -> None:
    """Check other people's clients against the originals, each by its own library.

    A port's differences are results, not failures: the run fails where they are no longer those that are recorded
    in its expected.json, where a port can't be built, and, under CI or with JARPARITY_REQUIRE_TOOLCHAINS set, where
    a toolchain is missing. Builds and reports go to the kit's cache.
    """
    try:
        chosen = [one for one in recipes(folder) if _wanted(one.folder.name, patterns)]
    except RecipeError as wrong:
        raise click.ClickException(str(wrong)) from None
    if not chosen:
        raise click.UsageError(f"no port matches {' '.join(patterns)}")
    cache = Store.default().root / "ports"
    reports = (reports or cache / "reports").absolute()
    reports.mkdir(parents=True, exist_ok=True)
    outcome = _Outcome()
    for recipe in chosen:
        outcome.run(recipe, cache, reports, live=live, write=write)
    _table(outcome.results)
    for line in (*outcome.absent, *outcome.failed):
        click.echo(line)
    if outcome.results:
        _write_page(outcome.results, reports, page or reports / "index.html")
    required = under_ci() or switched_on(REQUIRED)
    if outcome.absent and not required:
        click.echo(f"(set {REQUIRED}=1 to make a missing toolchain a failure)")
    if not outcome.results:
        click.echo("nothing was checked")
    if outcome.failed or not outcome.results or (outcome.absent and required):
        sys.exit(1)


@dataclass(slots=True)
class _Outcome:
    """What came of the ports so far: results, what this machine lacks, and what is not as it should be."""

    results: list[Result] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def run(self, recipe: Recipe, cache: Path, reports: Path, *, live: bool, write: bool) -> None:
        """Builds one folder's ports and checks them."""
        name = recipe.folder.name
        if lacks := missing(recipe):
            self.absent.append(f"MISSING {name} was not run: {'; '.join(lacks)}")
            return
        own = []
        try:
            click.echo(f"{name}: building", err=True)
            built = build(recipe, cache)
            for run in recipe.runs:
                click.echo(f"{name}: checking {run.name}", err=True)
                own.append(check(run, built, reports / f"{run.name}.json", live=live))
        except FailedError as error:
            self.failed.append(f"FAILED {name}: {error}")
            return
        self.results += own
        if write:
            seen = {result.run.name: result.counts for result in own}
            record(recipe, seen, {result.run.name: result.grades for result in own})
        else:
            self.failed += [f"FAILED {result.run.name}: {what}" for result in own for what in result.wrong]


def _wanted(name: str, patterns: tuple[str, ...]) -> bool:
    return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)


def _write_page(results: list[Result], reports: Path, page: Path) -> None:
    read_back = read([reports / f"{result.run.name}.json" for result in results])
    whole_file.replace(page, rendered("html", read_back, "Other people's ports").encode("utf-8", "backslashreplace"))
    click.echo(f"{'':<26} page: {page}")


def _table(results: list[Result]) -> None:
    click.echo(_WIDTHS.format("port", "operation", "agrees", "differs", "errored", "skipped", "grade"))
    for result in results:
        port = f"{result.report['port']['name']} {result.report['port']['version']}"
        for operation, counts in result.counts.items():
            shown = [f"{counts[name]:,}" for name in ("agrees", "differs", "errored", "skipped")]
            click.echo(_WIDTHS.format(port, operation, *shown, str(result.grades[operation])))
            for text in result.looks_like.get(operation, ()):
                click.echo(f"{'':<26}   looks like {text}")
        click.echo(f"{'':<26} searched against live Java, where nothing differs: {result.live}")


if __name__ == "__main__":
    main(prog_name="python -m ports")
