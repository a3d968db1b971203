"""Which known bug a failing port looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value, canonical, same
from jarparity.bugs.bug import NotApplicable
from jarparity.bugs.known import BUGS, MISREADINGS
from jarparity.bugs.rules import TRUE
from jarparity.bugs.several import several
from jarparity.catalogue.graders import same_places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.answers import JSON, Answer, Reply
    from jarparity.bugs.bug import Bug

Observation: TypeAlias = "tuple[str, JSON, Answer, Reply]"
"""Operation, input, what the original answers, what the port answered."""

ENOUGH: Final = 3
"""Failing cases that have to agree: with fewer, answers agree by accident too often (12 partitions: 1 in 12)."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A bug that gives the answers that the port gave.

    Attributes:
        bug: The bug.
        agreeing: How many distinct failing inputs it explains; of several bugs at once, how many hang on this one.
        beside: The tags of the bugs that the port has at the same time.
        explained: How many failing inputs the bug explains, or it and those beside it.
    """

    bug: Bug
    agreeing: int
    beside: tuple[str, ...]
    explained: int

    @property
    def tag(self) -> str:
        """The bug's name."""
        return self.bug.tag

    @property
    def title(self) -> str:
        """What the port does."""
        return self.bug.title

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the bug was met."""
        return self.bug.sources


def diagnose(observations: Iterable[Observation], limit: int = 3) -> list[Diagnosis]:
    """The bugs that reproduce what was observed, best first.

    A bug must give the port's answer to at least three failing cases (`ENOUGH`), and no other answer to any case that
    was observed; about some it may say nothing. Where several do, those that explain most come first, then those that
    spoil the fewest operations: they claim the least. Where no bug explains all failures, several at once are tried.

    Args:
        observations: Failing cases, and passing ones if at hand. Faults and skips say nothing and are passed over.
        limit: How many are named at most, but for those that the port has at once.
    """
    answered: dict[tuple[str, str], tuple[str, JSON, Answer, Answer]] = {}
    for operation, document, expected, got in observations:
        if isinstance(got, Value | Error):
            answered[operation, canonical(document)] = (operation, document, expected, got)
    failing = [(name, document, got) for name, document, true, got in answered.values() if not same(true, got)]
    passing = [(name, document, got) for name, document, true, got in answered.values() if same(true, got)]
    if len(failing) < ENOUGH:
        return []
    names = {name for name, _, _ in failing}
    possible = [bug for bug in (*BUGS, *MISREADINGS) if names & set(bug.operations) and _fits(bug, passing)]
    found = [Diagnosis(bug, count, (), count) for bug in possible if (count := _reproduced(bug, failing)) >= ENOUGH]
    most = max((one.explained for one in found), default=0)
    if (
        most < len(failing)
        and (at_once := several(_switched(names), failing, passing, ENOUGH))
        and at_once.explained > most
    ):
        return [
            Diagnosis(bug, count, tuple(other.tag for other in at_once.bugs if other is not bug), at_once.explained)
            for bug, count in zip(at_once.bugs, at_once.hanging, strict=True)
        ]
    best = [one for one in found if one.explained == most]
    best.sort(key=lambda one: len(one.bug.operations))
    return best[:limit]


def _switched(names: set[str]) -> list[Bug]:
    """The bugs that can be joined: those of the model."""
    return [bug for bug in BUGS if names & set(bug.operations)]


def _reproduced(bug: Bug, failing: Iterable[tuple[str, JSON, Answer]]) -> int:
    """How many of these answers the bug gives; 0 where it gives another one to any."""
    count = 0
    for operation, document, got in failing:
        said = _says(bug, operation, document, got)
        if said is False:
            return 0
        count += said is True
    return count


def _fits(bug: Bug, passing: Iterable[tuple[str, JSON, Answer]]) -> bool:
    return all(_says(bug, operation, document, got) is not False for operation, document, got in passing)


def _says(bug: Bug, operation: str, document: JSON, got: Answer) -> bool | None:
    """Whether the bug gives this answer; None where it says nothing."""
    answer = bug.answer(operation, document)
    if isinstance(answer, NotApplicable):
        return None
    # Who gets what tells a misreading; a list's order is the port's own.
    return same(answer, got) or (bug.rules == TRUE and same_places(answer, got))
