"""The part `server-assignors`: a million partitions, and the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.server_assignors import million
from bench.server_assignors.rows import measured

if TYPE_CHECKING:
    from bench.report import Report


def memory(report: Report) -> None:
    """A million partitions, before this process grows."""
    report.limits(million.measured())


def against_java(
    report: Report,
    groups: Any,  # noqa: ANN401 - a Java class
    rounds: int,
    warm_up: float,
    *,
    quick: bool,
) -> None:
    """The grid; of groups that Java deals with in no time it asks nothing, and says the ratio."""
    for row in measured(groups, rounds, warm_up, quick=quick):
        limit = row.limit()
        if limit is None:
            report.echo(f"         {row}: {row.ratio:.2f}, not asked\n")
        else:
            report.limits([limit])
