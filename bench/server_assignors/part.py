"""The part `server-assignors`: a million partitions, the grid, and the page of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.server_assignors import document, million
from bench.server_assignors.rows import measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.kit import Limit
    from bench.report import Report


def memory(report: Report) -> list[Limit]:
    """A million partitions, before this process grows."""
    limits = list(million.measured())
    report.limits(limits)
    return limits


def against_java(  # noqa: PLR0913 - all that a run is asked
    report: Report,
    groups: Any,  # noqa: ANN401 - a Java class
    memory: Sequence[Limit],
    rounds: int,
    warm_up: float,
    *,
    quick: bool,
    write: bool,
) -> None:
    """The grid; writes the page if that is wanted, and the grid is whole."""
    rows = []
    for row in measured(groups, rounds, warm_up, quick=quick):
        rows.append(row)
        limit = row.limit()
        if limit is None:
            report.echo(f"         {row}: {row.ratio:.2f}, not asked\n")
        else:
            report.limits([limit])
    if write:
        document.write(rows, memory, report.about)
