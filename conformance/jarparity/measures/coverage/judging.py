"""What a measurement means: branches left out without a reason, reasons that no longer hold, targets with too many.

Branches that no recorded case takes, each with the reason, as each area lists them in its `coverage.json`.

A release's JAR never changes, so a line of its source file names a branch for good; releases in a row whose source
files number the method alike share a place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Final

from jarparity import data, plain_json, registry
from jarparity.errors import UserError
from jarparity.lines import Line
from jarparity.measures.coverage.jacoco import Place, Share
from jarparity.measures.coverage.measure import GOLDEN, LEAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from jarparity.area import WatchedClass
    from jarparity.measures.coverage.jacoco import ClassCount
    from jarparity.measures.coverage.measure import LineCoverage


FILE: Final = "coverage.json"
_SCHEMA: Final = "coverage-explanations.schema.json"


_UNREACHABLE: Final = "unreachable because "
_OUT_OF_SCOPE: Final = "out of scope because "
_TO: Final = ".."


class ExplanationsError(UserError, ValueError):
    """The file can't be read; the message names the place in it."""


@dataclass(frozen=True, slots=True)
class Span:
    """Lines of one family from one version to another, both included; often only one line."""

    first: Line
    last: Line

    @classmethod
    def parse(cls, text: str) -> Span:
        """Reads `flink 2.3.0` and `flink 1.20.5..2.3.0`.

        Raises:
            ValueError: The text is neither, or its lines stand in the wrong order.
        """
        begin, to, end = text.partition(_TO)
        first = Line.parse(begin)
        last = Line(first.family, end) if to else first
        if last < first:
            raise ValueError(f"lines {text!r}: write the older version first")
        return cls(first, last)

    def __contains__(self, line: Line) -> bool:
        return line.family == self.first.family and not (line < self.first or self.last < line)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why branches of one method are not taken.

    Attributes:
        branch: What is not taken, in words.
        why: `unreachable because …`; `out of scope because …` where no operation is about the method; or
            `not reached: …` where there is no proof. Without a full stop.
        places: By lines of the originals the places, each with how many branches of it are not taken.
    """

    branch: str
    why: str
    places: Mapping[Span, Mapping[Place, int]]

    @property
    def unreachable(self) -> bool:
        """Whether no input whatever takes the branches: only then they don't count as branches that are missed."""
        return self.why.startswith(_UNREACHABLE)

    @property
    def out_of_scope(self) -> bool:
        """Whether no operation is about the method."""
        return self.why.startswith(_OUT_OF_SCOPE)

    def on(self, line: Line) -> Mapping[Place, int]:
        """Its places on one line."""
        return {place: count for span, places in self.places.items() if line in span for place, count in places.items()}


def read_explanations(path: Path | None = None) -> list[Explanation]:
    """The explanations of every area, or of one file, in order.

    Raises:
        ExplanationsError: A file is missing or malformed.
    """
    if path is not None:
        return _read_file(path)
    folders = (area.folder for area in registry.AREAS if area.folder is not None)
    return [one for folder in folders if (folder / FILE).is_file() for one in _read_file(folder / FILE)]


def _read_file(path: Path) -> list[Explanation]:
    try:
        document = plain_json.parse(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ExplanationsError(f"{path} can't be read ({error}): restore it") from error
    for fault in data.validator(_SCHEMA).iter_errors(document):
        raise ExplanationsError(f"{path}, {fault.json_path}: {fault.message}")
    try:
        return [_explanation(entry) for entry in document["explanations"]]
    except ValueError as error:
        raise ExplanationsError(f"{path}: {error}") from error


def _explanation(entry: Any) -> Explanation:  # noqa: ANN401 - JSON
    places = {
        Span.parse(lines): {
            Place(entry["class"], entry["method"], int(number)): count for number, count in numbers.items()
        }
        for lines, numbers in entry["places"].items()
    }
    return Explanation(entry["branch"], entry["why"], places)


def explained_at(explanations: Sequence[Explanation], line: Line) -> Iterator[tuple[Explanation, Place, int]]:
    """Every place on one line that is explained, with how many of its branches."""
    for explanation in explanations:
        for place, count in explanation.on(line).items():
            yield explanation, place, count


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

    target: WatchedClass
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
        """How much has to be fixed: branches without a case and a reason, reasons that don't hold, poor targets."""
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


def _shares(target: WatchedClass, coverage: LineCoverage, explained: Mapping[Place, Counter[str]]) -> TargetShares:
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
