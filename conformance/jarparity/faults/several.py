"""Several faults at once: which set of them gives the answers that no single one does."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.faults.applying import TargetError
from jarparity.faults.fault import NotApplicable, answers
from jarparity.faults.releases import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.faults.fault import Fault

    Seen: TypeAlias = tuple[str, JSON, Answer]
    """Operation, input, and what the port answered."""

LOOKED_AT: Final = 300
"""Failing cases from which the set is chosen; all of them must then confirm it."""

_UP_TO: Final = 5
"""Faults in a set; with more, anything can be explained."""

_AT_ONCE: Final = 64
"""Cases that are asked at once at most; most faults are ruled out by the first few."""


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
    candidates: Sequence[Fault], failing: Sequence[Seen], passing: Sequence[Seen], enough: int
) -> Several | None:
    """The set of faults that together reproduce every case about which they say something.

    Args:
        candidates: The faults. One that an agreeing case rules out alone may be there beside another.
        failing: Cases in which the port was wrong.
        passing: Cases in which it was right.
        enough: A fault is named if the others leave at least so many cases unexplained; others help to explain.
    """
    looked_at = [*failing[:LOOKED_AT], *passing]
    chosen: list[Fault] = []
    best = len(passing)
    while len(chosen) < min(_UP_TO, len(candidates)):
        better = None
        for fault in candidates:
            if fault not in chosen and (count := _explained([*chosen, fault], looked_at, best)) > best:
                best, better = count, fault
        if better is None:
            break
        chosen.append(better)
    if any(agrees is False for agrees in agreements(chosen, [*failing, *passing])):
        return None
    explained = _explained(chosen, failing)
    alone = {
        one.tag: explained - _explained([other for other in chosen if other is not one], failing) for one in chosen
    }
    named = sorted((one for one in chosen if alone[one.tag] >= enough), key=lambda one: -alone[one.tag])
    return Several(tuple(named), tuple(alone[one.tag] for one in named), explained) if named else None


def _gives(faults: Sequence[Fault], case: Seen, answer: Answer) -> bool:
    """Whether a port gave the answer of these faults, or of a fault without a tag in whichever release."""
    operation, document, got = case
    if any(fault.alike(answer, got) for fault in faults):
        return True
    if any(fault.tagged for fault in faults):
        return False
    others = (answers(faults, operation, [document], line)[0] for line in lines_of(operation))
    return any(fault.alike(other, got) for fault in faults for other in others if not isinstance(other, NotApplicable))


def _explained(faults: Sequence[Fault], cases: Sequence[Seen], most: int = -1) -> int:
    """How many answers these faults together give; counted no further once it can't be more than `most`."""
    explained, left = 0, len(cases)
    for agrees in agreements(faults, cases):
        explained += agrees is True
        left -= agrees is not True
        if left <= most:
            break
    return explained


def agreements(faults: Sequence[Fault], cases: Sequence[Seen]) -> Iterator[bool | None]:
    """Case by case whether a port with these faults gives the answer; None where they say nothing."""
    at, size = 0, 1
    while faults and at < len(cases):
        operation = cases[at][0]
        _, same_operation = next(groupby(cases[at : at + size], lambda case: case[0]))
        batch = list(same_operation)
        try:
            wrong = answers(faults, operation, [document for _, document, _ in batch])
        except TargetError:  # two of them rewrite one place
            yield from (False for _ in cases[at:])
            return
        for case, answer in zip(batch, wrong, strict=True):
            yield None if isinstance(answer, NotApplicable) else _gives(faults, case, answer)
        at, size = at + len(batch), min(2 * size, _AT_ONCE)
