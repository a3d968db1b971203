"""What a measurement means: branches left out without a reason, reasons that no longer hold, targets with too many."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from jarparity.measures.coverage.explanations import explained_at
from jarparity.measures.coverage.jacoco import Share
from jarparity.measures.coverage.measure import GOLDEN, LEAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.area import Watched
    from jarparity.measures.coverage.explanations import Explanation
    from jarparity.measures.coverage.jacoco import ClassCount, Place
    from jarparity.measures.coverage.measure import LineCoverage


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
        unreachable: Those of them that no input whatever takes.
        out_of_scope: Those of them that no operation is about.
        reachable: Of the branches that can be taken, those that recorded cases take (or drawn ones, where only they
            were asked).
    """

    target: Watched
    lines: dict[str, Share]
    branches: dict[str, Share]
    explained: int
    unreachable: int
    out_of_scope: int
    reachable: Share


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
        """How much has to be mended: branches without a case and a reason, reasons that don't hold, poor targets."""
        left_out = sum(missed.unexplained for missed in self.missed) if self.by_vectors else 0
        return len(self.stale) + left_out + len(self.poor)

    @property
    def poor(self) -> tuple[TargetShares, ...]:
        """Targets of which recorded cases take less than is demanded; out of scope counts as not taken."""
        return tuple(shares for shares in self.shares if self.by_vectors and shares.reachable.percent < LEAST)


def judge(coverage: LineCoverage, explanations: Sequence[Explanation]) -> Judged:
    """Compares a measurement with the explanations of its line."""
    by_vectors = GOLDEN in coverage.counts
    first = coverage.counts[GOLDEN] if by_vectors else coverage.all_inputs
    taken, anyhow = _places(first), _places(coverage.all_inputs)
    counts: defaultdict[Place, int] = defaultdict(int)
    kinds: defaultdict[Place, Counter[str]] = defaultdict(Counter)
    reasons: defaultdict[Place, list[Explanation]] = defaultdict(list)
    for explanation, place, count in explained_at(explanations, coverage.line):
        if any(target.holds(place.class_name) for target in coverage.targets):
            counts[place] += count
            kinds[place] += Counter(_kinds(explanation, count))
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
    shares = tuple(_shares(target, coverage, kinds) for target in coverage.targets)
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


def _kinds(explanation: Explanation, count: int) -> dict[str, int]:
    of_scope, unreachable = explanation.out_of_scope, explanation.unreachable
    return {"all": count, "unreachable": count * unreachable, "out of scope": count * of_scope}


def _shares(target: Watched, coverage: LineCoverage, explained: Mapping[Place, Counter[str]]) -> TargetShares:
    held = {
        kind: [count for name, count in classes.items() if target.holds(name)]
        for kind, classes in coverage.counts.items()
    }
    branches = {kind: _sum(count.branches for count in counts) for kind, counts in held.items()}
    sums: Counter[str] = Counter()
    for place, counts in explained.items():
        if target.holds(place.class_name):
            sums += counts
    # Of the first kind of inputs: recorded ones, wherever they were asked.
    first = next(iter(branches.values()))
    return TargetShares(
        target,
        {kind: _sum(count.lines for count in counts) for kind, counts in held.items()},
        branches,
        sums["all"],
        sums["unreachable"],
        sums["out of scope"],
        Share(first.covered, first.total - sums["unreachable"]),
    )


def _sum(shares: Iterable[Share]) -> Share:
    return reduce(add, shares, Share(0, 0))


def _places(counts: Mapping[str, ClassCount]) -> dict[Place, Share]:
    return {place: share for count in counts.values() for place, share in count.places.items()}
