"""Which known bug a failing port looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from jarparity.answers import Error, Value, canonical, same
from jarparity.bugs.bug import NotApplicable
from jarparity.bugs.known import BUGS

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
    """A bug that gives every answer that the port gave.

    Attributes:
        bug: The bug.
        agreeing: On how many distinct failing inputs.
    """

    bug: Bug
    agreeing: int

    @property
    def weak(self) -> bool:
        """Whether so few cases agree that it may be by accident."""
        return self.agreeing < ENOUGH

    @property
    def tag(self) -> str:
        """The bug's name."""
        return self.bug.tag

    @property
    def title(self) -> str:
        """What the port does; a weak diagnosis says so."""
        few = "one case" if self.agreeing == 1 else f"{self.agreeing} cases"
        return f"{self.bug.title} (weak: from {few})" if self.weak else self.bug.title

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the bug was met."""
        return self.bug.sources


def diagnose(observations: Iterable[Observation], limit: int = 3) -> list[Diagnosis]:
    """The bugs that reproduce everything that was observed, best first.

    A bug must give the port's answer to every failing case, and to every passing one that is among the observations.
    Where several do, those that spoil the fewest operations come first: they claim the least.

    Args:
        observations: Failing cases, and passing ones if at hand. Faults and skips say nothing and are passed over.
        limit: How many are named at most.
    """
    answered: dict[tuple[str, str], tuple[str, JSON, Answer, Answer]] = {}
    for operation, document, expected, got in observations:
        if isinstance(got, Value | Error):
            answered[operation, canonical(document)] = (operation, document, expected, got)
    failing = [seen for seen in answered.values() if not same(seen[2], seen[3])]
    passing = [seen for seen in answered.values() if same(seen[2], seen[3])]
    if not failing:
        return []
    found = [bug for bug in BUGS if _reproduces(bug, failing) and _allows(bug, passing)]
    found.sort(key=lambda bug: len(bug.operations))
    return [Diagnosis(bug, len(failing)) for bug in found[:limit]]


def _reproduces(bug: Bug, failing: Iterable[tuple[str, JSON, Answer, Answer]]) -> bool:
    return all(_says(bug, operation, document, got) is True for operation, document, _, got in failing)


def _allows(bug: Bug, passing: Iterable[tuple[str, JSON, Answer, Answer]]) -> bool:
    return all(_says(bug, operation, document, got) is not False for operation, document, _, got in passing)


def _says(bug: Bug, operation: str, document: JSON, got: Answer) -> bool | None:
    """Whether the bug gives this answer; None where it says nothing."""
    answer = bug.answer(operation, document)
    return None if isinstance(answer, NotApplicable) else same(answer, got)
