"""Several faults at once: which set of them gives the answers that no single one does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.faults.agreeing import Agreements, Seen
    from jarparity.faults.fault import Fault

LOOKED_AT: Final = 300
"""Failing cases from which the set is chosen; all of them must then confirm it."""

_UP_TO: Final = 5
"""Faults in a set; with more, anything can be explained."""


@dataclass(frozen=True, slots=True)
class Several:
    """Faults that explain failures together.

    Attributes:
        faults: Those that are worth a name, the one that explains most cases alone first.
        alone: For each how many cases the others leave unexplained.
        explained: How many cases they give the port's answers to.
    """

    faults: tuple[Fault, ...]
    alone: tuple[int, ...]
    explained: int


def several(
    candidates: Sequence[Fault],
    failing: Sequence[Seen],
    passing: Sequence[Seen],
    enough: int,
    agreements: Agreements,
) -> Several | None:
    """The set of faults that together reproduce every case about which they say something.

    Args:
        candidates: The faults. One that an agreeing case rules out alone may be there beside another.
        failing: Cases in which the port was wrong.
        passing: Cases in which it was right.
        enough: A fault is named if the others leave at least so many cases unexplained; others help to explain.
        agreements: What is known of faults and cases already.
    """
    looked_at = [*failing[:LOOKED_AT], *passing]
    chosen: list[Fault] = []
    best = len(passing)
    while len(chosen) < min(_UP_TO, len(candidates)):
        better = None
        for fault in candidates:
            if fault not in chosen and (count := agreements.explained([*chosen, fault], looked_at, best)) > best:
                best, better = count, fault
        if better is None:
            break
        chosen.append(better)
    if any(agrees is False for agrees in agreements.of(chosen, [*failing, *passing])):
        return None
    explained = agreements.explained(chosen, failing)
    alone = {
        one.tag: explained - agreements.explained([other for other in chosen if other is not one], failing)
        for one in chosen
    }
    named = sorted((one for one in chosen if alone[one.tag] >= enough), key=lambda one: -alone[one.tag])
    return Several(tuple(named), tuple(alone[one.tag] for one in named), explained) if named else None
