"""`python -m quality campaign`."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from jarparity.check.outcome import Exit
from jarparity.cli.output import progress
from jarparity.errors import UserError
from jarparity.originals.store import Store
from quality.campaign.header import header
from quality.campaign.journal import Journal, JournalError
from quality.campaign.plan import SEED, Plan
from quality.campaign.reopening import Reopening
from quality.campaign.running import run
from quality.campaign.summary import RECORD, Summary
from quality.pages import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jarparity.answers import JSON
    from jarparity.originals import Progress
    from quality.campaign.journal import Outcome
    from quality.campaign.plan import Stage

_MASTER: Final = "local[2]"
_TRIES: Final = 3


@click.command(
    epilog="""\b
Examples:
  python -m quality campaign                            begin, or go on where the last run ended
  python -m quality campaign --report                   the figures so far; exit 1 unless all was done and agrees
  python -m quality campaign --document                 write them to docs/quality.md
  python -m quality campaign --scale 0.001 --folder trial
  python -m quality campaign --master spark://host:7077 --scratch hdfs:///campaign --conf spark.executor.memory=4g"""
)
@click.option("--folder", type=click.Path(path_type=Path), help="The journal.  [default: in the user's cache]")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help=f"[default: the journal's, or {SEED}]")
@click.option(
    "--scale", type=click.FloatRange(0, 1, min_open=True), help="A part of it.  [default: the journal's, or 1]"
)
@click.option("--port", metavar="MODULE:ATTRIBUTE", help="[default: the journal's, or copartition]")
@click.option("--master", metavar="URL", default=_MASTER, show_default=True, help="Spark's master.")
@click.option("--conf", "settings", multiple=True, metavar="KEY=VALUE", help="A setting of Spark.")
@click.option("--scratch", metavar="FOLDER", help="A folder that all executors reach.  [default: in the journal]")
@click.option("--tries", type=click.IntRange(min=1), default=_TRIES, show_default=True, help="Of a stage, at most.")
@click.option("--report", is_flag=True, help="Compare nothing; show the figures of the journal.")
@click.option("--document", is_flag=True, help="Compare nothing; write the journal's figures to docs/quality.md.")
def command(  # noqa: PLR0913 - one parameter an option
    folder: Path | None,
    seed: int | None,
    scale: float | None,
    port: str | None,
    master: str,
    settings: tuple[str, ...],
    scratch: str | None,
    tries: int,
    *,
    report: bool,
    document: bool,
) -> None:
    """Compare a billion keys, ten million groups and a million histories with the originals, on Spark.

    Everything follows from one seed. Each stage that is done is kept in the journal; a run that is stopped, killed or
    out of disk goes on from there when it is started again, and counts each input once.
    """
    place = folder or Store.default(os.environ).root / "campaign"
    journal = Journal(place)
    try:
        if not (report or document):
            _run(journal, {"seed": seed, "scale": scale, "port": port}, tries, master, _pairs(settings), scratch)
        sys.exit(_show(journal, document=document))
    except UserError as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        click.echo(f"stopped; what was done is in {place}, and the same command goes on from there", err=True)
        sys.exit(Exit.INTERRUPTED)


def _run(  # noqa: PLR0913 - what a run needs
    journal: Journal,
    wanted: Mapping[str, JSON],
    tries: int,
    master: str,
    settings: Mapping[str, str],
    scratch: str | None,
) -> None:
    from jarparity.ports.load import DEFAULT  # noqa: PLC0415 - not for a report
    from jarparity.references.spark_session import check_packages  # noqa: PLC0415 - as above

    check_packages()
    if scratch is None and not master.startswith("local"):
        raise click.UsageError(f"--scratch is missing: a folder that this machine and the executors of {master} reach")
    known: dict[str, JSON] = journal.about() or {"seed": SEED, "scale": 1.0, "port": DEFAULT}
    known |= {name: value for name, value in wanted.items() if value is not None}
    plan, port = Plan.read(known["seed"], known["scale"]), known["port"]
    with journal.alone():
        journal.begin(header(plan, port))
        if plan.next({stage: one.compared for stage, one in journal.outcomes().items()}) is None:
            return  # Spark needn't start
        place = _absolute(scratch or journal.folder / "scratch")
        with (
            progress("campaign") as step,
            Reopening(partial(_opened, plan, port, master, settings, place, step)) as ask,
        ):
            run(plan, journal, ask, tries, click.echo)


@contextmanager
def _opened(  # noqa: PLR0913 - what a stage needs
    plan: Plan, port: str, master: str, settings: Mapping[str, str], scratch: str, step: Progress
) -> Iterator[Callable[[Stage], Outcome]]:
    from jarparity.spark.session import spark_session, task_progress  # noqa: PLC0415 - PySpark comes with an extra
    from quality.campaign.on_spark import OnSpark  # noqa: PLC0415 - as above

    step("starting Spark")
    with spark_session(master, settings) as session, task_progress(session, step):
        yield OnSpark(session, plan, port, scratch, step)


def _show(journal: Journal, *, document: bool) -> int:
    """Shows the figures; 1 where not all was done, or something failed."""
    about = journal.about()
    if about is None:
        raise JournalError(f"{journal.folder} has no campaign: `python -m quality campaign` begins one")
    summary = Summary.of(Plan.of(about["plan"]), about, journal.outcomes())
    click.echo(summary.text())
    if document:
        summary.keep(RECORD)
        click.echo(f"docs/quality.md {'changed' if settle('campaign', summary.text(), check=False) else 'is the same'}")
    if not summary.is_done:
        click.echo("not all is done: `python -m quality campaign` goes on", err=True)
    return Exit.OK if summary.is_done and not summary.red else Exit.DIFFERS


def _absolute(folder: str | Path) -> str:
    return str(folder) if "://" in str(folder) else str(Path(folder).absolute())


def _pairs(settings: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise click.UsageError(f"--conf {text!r}: write KEY=VALUE")
        found[name] = value
    return found
