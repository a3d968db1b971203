"""What `jarparity check` shows while it runs: a bar on a terminal, elsewhere a line an operation on standard error."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from jarparity.answers import TIMED_OUT
from jarparity.cli.output import SILENT
from jarparity.verdicts import Errored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.check.plan import Event, Stage
    from jarparity.check.tally import Tally

_DEARER: Final = 10
"""A live stage takes about so many times as long as the recorded one of the same operation."""

_WIDE: Final = 100
"""Columns of a terminal from which there is room for a bar."""

_TIME: Final = len("0:00:00")


class CheckProgress:
    """Told of each stage before it begins; what has been compared so far is read off the tally.

    Where processes share the work, an operation may have been compared before its stage begins: its seconds are those
    since the line before.
    """

    def __init__(self, tally: Tally, verdict: Callable[[], str], show: Callable[[str, int], None] | None) -> None:
        """Begins to watch.

        Args:
            tally: The count of the run.
            verdict: Gives the last line of a report on what has been seen so far.
            show: Moves a bar on by so many steps, and names what comes; None where there is no terminal.
        """
        self._tally, self._verdict, self._show = tally, verdict, show
        self._last: Stage | None = None
        self._since, self._answers, self._bad = time.monotonic(), 0, 0
        self._slow: set[str] = set()
        self._said = self._since

    def event(self, event: Event) -> None:
        """Something was compared: a time-out is told as it comes, for more of them may make a long silence.

        So is in a log, now and then, how far a long stage is: a port may be slow.
        """
        stage = self._last
        if self._show is None and stage is not None and time.monotonic() - self._said >= SILENT:
            self._line(stage, " so far")
        if not (isinstance(event, Errored) and event.reason.endswith(TIMED_OUT)):
            return
        operation = event.case.operation
        if operation not in self._slow:
            self._slow.add(operation)
            click.echo(
                f"{operation} [{event.case.id}]: {event.reason}: {event.detail}; others may, too: "
                "--port-timeout says how long each may take",
                err=True,
            )

    def stage(self, stage: Stage) -> None:
        """A stage begins, so the one before has ended."""
        self.ended()
        if stage.live and self._last is not None and not self._last.live and self._compared():
            # The recorded answers are through: most of what can be wrong is known, minutes before the end. Where the
            # originals alone are asked, nothing is known yet.
            click.echo(f"{self._verdict()}; now the originals themselves", err=True)
        self._last = stage
        self._since, self._answers, self._bad = time.monotonic(), self._compared(), self._failed(stage)
        if self._show is not None:
            phase = "originals" if stage.live else "recorded answers"
            self._show(f"{stage.number} of {stage.of}  {stage.operation}, {phase}", 0)

    def ended(self) -> None:
        """The last stage has ended."""
        stage = self._last
        if stage is None:
            return
        if self._show is not None:
            self._show(stage.operation, _DEARER if stage.live else 1)
        elif stage.live:
            self._line(stage)

    def _line(self, stage: Stage, so_far: str = "") -> None:
        """What a stage has compared."""
        self._said = time.monotonic()
        answers, seconds = self._compared() - self._answers, self._said - self._since
        bad = self._failed(stage) - self._bad
        width = len(str(stage.of))
        if answers or bad:  # none of an operation that the port doesn't claim
            counts = f"{answers:,} answer{'s' * (answers != 1)}{so_far}, {bad:,} differ"
            click.echo(f"{stage.number:{width}} of {stage.of}  {stage.operation}: {counts}, {seconds:.1f} s", err=True)

    def _compared(self) -> int:
        return sum(self._tally.answered.values())

    def _failed(self, stage: Stage) -> int:
        counts = self._tally.by_operation.get(stage.operation, {})
        return counts.get("differs", 0) + counts.get("errored", 0)


@contextmanager
def check_progress(tally: Tally, operations: int, *, live: bool, verdict: Callable[[], str]) -> Iterator[CheckProgress]:
    """Shows how far a check is, and about how long it will take.

    Args:
        tally: The count of the run.
        operations: How many are compared.
        live: Whether originals are asked, too.
        verdict: Gives the last line of a report on what has been seen so far.
    """
    if not sys.stderr.isatty():
        yield CheckProgress(tally, verdict, None)
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.table import Column  # noqa: PLC0415

    console = Console(stderr=True)
    # A narrow terminal cuts the name of the operation, and never the time.
    time_left = TimeRemainingColumn(table_column=Column(min_width=_TIME, no_wrap=True))
    left = TextColumn("left", table_column=Column(min_width=len("left"), no_wrap=True))
    bar_too = [BarColumn()] if console.width >= _WIDE else []
    columns = (SpinnerColumn(), TextColumn("{task.description}"), *bar_too, time_left, left)
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("checking", total=operations * (1 + _DEARER * live))
        yield CheckProgress(tally, verdict, lambda what, steps: bar.update(task, advance=steps, description=what))
