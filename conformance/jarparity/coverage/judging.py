"""What a measurement means: which branches are left out without a reason, and which reasons no longer hold."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from jarparity.coverage.counted import Share
from jarparity.coverage.explanations import explained_at
from jarparity.coverage.measure import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.coverage.counted import ClassCount, Place
    from jarparity.coverage.explanations import Explanation
    from jarparity.coverage.measure import LineCoverage
    from jarparity.coverage.targets import Target


@dataclass(frozen=True, slots=True)
class Missed:
    """A place of which not all branches are taken.

    Attributes:
        place: Where.
        taken: How many of how many are taken.
        explained: How many of the others have a reason.
        reached: How many of the others the search takes; 0 where it was not asked.
        reasons: The reasons.
    """

    place: Place
    taken: Share
    explained: int
    reached: int
    reasons: tuple[Explanation, ...]

    @property
    def unexplained(self) -> int:
        """How many are left out without a reason."""
        return max(0, self.taken.total - self.taken.covered - self.explained)


@dataclass(frozen=True, slots=True)
class Stale:
    """A reason that doesn't hold."""

    place: Place
    explanation: Explanation
    fault: str


@dataclass(frozen=True, slots=True)
class TargetShares:
    """The figures of one target.

    Attributes:
        target: Which.
        lines: By kind of inputs: lines of source that ran.
        branches: By kind of inputs: branches that were taken.
        explained: Branches that have a reason not to be taken.
    """

    target: Target
    lines: dict[str, Share]
    branches: dict[str, Share]
    explained: int


@dataclass(frozen=True, slots=True)
class Judged:
    """One line, judged.

    Attributes:
        coverage: What was measured.
        shares: By target, in order.
        missed: Places of which not all branches are taken, in order.
        stale: Reasons that don't hold.
        by_vectors: Whether recorded cases were asked: only of them is it demanded that they take every branch.
    """

    coverage: LineCoverage
    shares: tuple[TargetShares, ...]
    missed: tuple[Missed, ...]
    stale: tuple[Stale, ...]
    by_vectors: bool

    @property
    def findings(self) -> int:
        """How much has to be mended: branches without a case and a reason, and reasons that don't hold."""
        return len(self.stale) + (sum(missed.unexplained for missed in self.missed) if self.by_vectors else 0)


def judge(coverage: LineCoverage, explanations: Sequence[Explanation]) -> Judged:
    """Compares a measurement with the explanations of its line."""
    by_vectors = GOLDEN in coverage.counts
    first = coverage.counts[GOLDEN] if by_vectors else coverage.all_inputs
    taken, anyhow = _places(first), _places(coverage.all_inputs)
    counts: defaultdict[Place, int] = defaultdict(int)
    reasons: defaultdict[Place, list[Explanation]] = defaultdict(list)
    for explanation, place, count in explained_at(explanations, coverage.line):
        if any(target.holds(place.class_name) for target in coverage.targets):
            counts[place] += count
            reasons[place].append(explanation)
    missed = tuple(
        Missed(place, share, counts[place], anyhow[place].covered - share.covered, tuple(reasons[place]))
        for place, share in sorted(taken.items())
        if share.covered < share.total
    )
    stale = [
        Stale(place, explanation, fault)
        for place, found in sorted(reasons.items())
        if (fault := _fault(counts[place], taken.get(place), anyhow.get(place)))
        for explanation in found
    ]
    shares = tuple(_shares(target, coverage, counts) for target in coverage.targets)
    return Judged(coverage, shares, missed, tuple(stale), by_vectors)


def _fault(explained: int, vectors: Share | None, anyhow: Share | None) -> str | None:
    """Why a place's explanations don't hold; None where they do."""
    if vectors is None or anyhow is None:
        return "there is no branch here"
    for who, share in (("the recorded cases", vectors), ("the search", anyhow)):
        left = share.total - share.covered
        if left < explained:
            return f"{left} of {share.total} branches are not taken by {who}, and {explained} are explained"
    return None


def _shares(target: Target, coverage: LineCoverage, explained: dict[Place, int]) -> TargetShares:
    held = {
        kind: [count for name, count in classes.items() if target.holds(name)]
        for kind, classes in coverage.counts.items()
    }
    return TargetShares(
        target,
        {kind: _sum(count.lines for count in counts) for kind, counts in held.items()},
        {kind: _sum(count.branches for count in counts) for kind, counts in held.items()},
        sum(count for place, count in explained.items() if target.holds(place.class_name)),
    )


def _sum(shares: Iterable[Share]) -> Share:
    return reduce(add, shares, Share(0, 0))


def _places(counts: Mapping[str, ClassCount]) -> dict[Place, Share]:
    return {place: share for count in counts.values() for place, share in count.places.items()}
