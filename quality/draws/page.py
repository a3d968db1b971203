"""The table of draws in docs/quality.md."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from jarparity.registry import OPERATIONS, operation
from jarparity.report.tables import Table, number
from quality.draws.counting import DEAR, Pursuit, hunted
from quality.pages import markdown

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured.

    Attributes:
        most: Inputs of a seed at most.
        pursuits: By operation and fault.
    """

    most: int
    pursuits: tuple[Pursuit, ...]

    def replaced(self, newer: Found) -> Found:
        """The same, but for the operations that were measured again."""
        again = {one.operation for one in newer.pursuits}
        both = (*(one for one in self.pursuits if one.operation not in again), *newer.pursuits)
        return Found(self.most, tuple(sorted(both, key=lambda one: (one.operation, one.fault))))

    def by_operation(self) -> dict[str, list[Pursuit]]:
        """The pursuits of each operation."""
        return {name: list(group) for name, group in groupby(self.pursuits, key=lambda one: one.operation)}


def read(path: Path) -> Found:
    """What was measured last.

    Raises:
        OSError: Nothing was.
    """
    document = json.loads(path.read_text("utf-8"))
    rows = (Pursuit(row["operation"], row["fault"], tuple(row["draws"])) for row in document["pursuits"])
    return Found(document["most"], tuple(rows))


def text(found: Found, known: Found | None = None) -> str:
    """The section of the page.

    Args:
        found: What it shows.
        known: All that was measured, where that is more.
    """
    seeds = len(found.pursuits[0].draws)
    met = [one for one in found.pursuits if one.worst is not None]
    rows = (_row(name, pursuits) for name, pursuits in found.by_operation().items())
    columns = (
        "operation",
        *map(number, ("faults", "drawn by default", "median", "worst")),
        "by",
        "not met by every seed",
    )
    dear = ", ".join(f"`{name}`" for name in DEAR)
    rest = ", ".join(f"`{name}` ({faults})" for name, faults in unmeasured(known or found).items())
    return markdown(
        "How many inputs have to be drawn until a port with a known bug answers otherwise than the original: the "
        f"median of {seeds} seeds, and the worst of them, for the fault that takes longest. At most {found.most:,} are "
        f"drawn a seed, and of {dear}, whose inputs are dear, as many as by default. {len(met):,} of "
        f"{len(found.pursuits):,} pairs of operation and fault are met from every seed; recorded vectors show the "
        "others (`tox -e recorded`), which need one input of many: a certain hash code, a "
        f"release, a size. Known bugs that were never hunted, by operation: {rest or 'none'}.",
        Table.of(columns, rows),
    )


def _row(name: str, pursuits: list[Pursuit]) -> tuple[str | int, ...]:
    met = [one for one in pursuits if one.worst is not None]
    rest = [one for one in pursuits if one.worst is None]
    slowest = max(met, key=lambda one: one.worst or 0, default=None)
    return (
        f"`{name}`",
        len(pursuits),
        operation(name).enough,
        "" if slowest is None else slowest.median or 0,
        "" if slowest is None else slowest.worst or 0,
        "" if slowest is None else f"`{slowest.fault}`",
        ", ".join(f"`{one.fault}` ({sum(draw is not None for draw in one.draws)} of {len(one.draws)})" for one in rest),
    )


def uncovered(found: Found) -> list[str]:
    """Operations of which `check` draws fewer inputs by default than the worst seed needed, said in a sentence each."""
    return [
        f"{name}: {worst:,} inputs were needed for {one.fault}, and `enough` is {enough:,}: raise it in its area"
        for name, pursuits in found.by_operation().items()
        if (enough := operation(name).enough) < (worst := max((one.worst or 0 for one in pursuits), default=0))
        for one in [max(pursuits, key=lambda one: one.worst or 0)]
    ]


def unmeasured(found: Found) -> dict[str, int]:
    """By operation how many of its known faults were never hunted."""
    measured = {(one.operation, one.fault) for one in found.pursuits}
    pairs = [(one.name, fault.tag) for one in OPERATIONS.values() for fault in hunted(one)]
    return dict(Counter(name for name, tag in pairs if (name, tag) not in measured))
