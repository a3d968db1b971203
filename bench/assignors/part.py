"""The part `assignors`: the grid, the million and the growth, with progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.assignors import clients, document
from bench.assignors.growth import growths
from bench.assignors.million import measured
from bench.assignors.pairings import fought, grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.assignors.contenders import JavaGroups
    from bench.assignors.million import Million
    from bench.report import Report

RELEASE: Final = "4.3.1"
"""Of kafka-clients: the targets come from its figures; assignors haven't changed since."""

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "assignor-costs.md"


def million(report: Report) -> list[Million]:
    """A million partitions, before this process grows."""
    figures = measured()
    report.millions(figures)
    return figures


def against_others(  # noqa: PLR0913 - all that a run is asked
    report: Report,
    groups: JavaGroups,
    millions: list[Million],
    rounds: int,
    warm_up: float,
    *,
    quick: bool,
    write: bool,
    say: Callable[[str], object],
) -> None:
    """The grid, and unless it must be quick, the growth; writes the document if that is wanted."""
    report.about["assignors"] = RELEASE
    unavailable = clients.missing()
    for client, reason in unavailable.items():
        report.unavailable(client, reason)
    rivals = [client for client in clients.CLIENTS if client not in unavailable]
    outcomes = []
    pairings = grid(quick=quick)
    for place, pairing in enumerate(pairings, 1):
        say(f"{place}/{len(pairings)} {pairing}")
        outcomes.append(fought(pairing, groups, rivals, rounds, warm_up))
        report.outcome(outcomes[-1])
    if quick:
        return
    grown = []
    for growth in growths(groups, warm_up):
        grown.append(growth)
        report.growth(growth)
    if write:
        document.write(DOCUMENT, report.about, outcomes, millions, grown)
