"""The counts of a run: answers and cases by operation, line and verdict, and why some were not compared."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarparity.check.events import NO_RELEASE, NOT_CLAIMED, OF_ONE_JDK
from jarparity.lines import Line
from jarparity.verdicts import VERDICTS, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True)
class Counts:
    """How much a run has compared so far, and with what result.

    Attributes:
        counts: By operation and verdict how many answers of lines, each counted; of what was skipped, how many cases.
        grouped: By operation, lines and verdict how many cases.
        answered: By reference how many answers of lines were compared.
        asked: By operation, reference, newest line of a verdict, and whether they were drawn, how many cases.
        lines: By reference the lines of which answers were compared.
        left_out: By operation, reason, reference, newest line, and whether they were drawn, how many cases were not
            compared.
        reasons: By operation why cases were not compared.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    grouped: Counter[tuple[str, tuple[str, ...], str]] = field(default_factory=Counter)
    answered: dict[str, int] = field(default_factory=Counter)
    asked: Counter[tuple[str, str, str, bool]] = field(default_factory=Counter)
    lines: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    left_out: Counter[tuple[str, str, str, str, bool]] = field(default_factory=Counter)
    reasons: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def count(  # noqa: PLR0913 - what is told apart
        self, operation: str, verdict: str, lines: tuple[str, ...], reference: str, cases: int, *, drawn: bool
    ) -> None:
        """Counts cases that were compared.

        Args:
            operation: Its name.
            verdict: Theirs.
            lines: Those whose answer it is.
            reference: Who answered.
            cases: How many.
            drawn: Whether they were drawn in this run; otherwise they are recorded cases.
        """
        answers = cases * len(lines)
        self.counts[operation][verdict] += answers
        self.grouped[operation, lines, verdict] += cases
        self.answered[reference] += answers
        self.lines[reference].update(lines)
        self.asked[operation, reference, lines[-1], drawn] += cases

    def skip(  # noqa: PLR0913 - as for `count`
        self, operation: str, reason: str, lines: tuple[str, ...], reference: str, cases: int, *, drawn: bool
    ) -> None:
        """Counts cases that were not compared, for one reason; the rest as for `count`."""
        self.counts[operation][Skipped.name] += cases
        self.grouped[operation, lines, Skipped.name] += cases
        self.left_out[operation, reason, reference, lines[-1] if lines else "", drawn] += cases
        self.reasons[operation].add(reason)

    @property
    def skips(self) -> Counter[str]:
        """By reason how many inputs were not compared on some line; they are counted as `inputs` are."""
        most: Counter[tuple[str, str, bool]] = Counter()
        for (operation, reason, _, _, drawn), count in self.left_out.items():
            most[operation, reason, drawn] = max(most[operation, reason, drawn], count)
        found: Counter[str] = Counter()
        for (_, reason, _), count in most.items():
            found[reason] += count
        return found

    @property
    def declined(self) -> int:
        """Inputs that the port declined, of operations that it claims."""
        counts = self.skips.items()
        return sum(n for why, n in counts if not why.startswith((NOT_CLAIMED, NO_RELEASE, OF_ONE_JDK)))

    @property
    def totals(self) -> dict[str, int]:
        """Counts of each verdict over all operations."""
        return {v.name: sum(c[v.name] for c in self.counts.values()) for v in VERDICTS}

    @property
    def by_operation(self) -> Mapping[str, dict[str, int]]:
        """Counts of each verdict by operation, in the order of the run."""
        return {name: {v.name: counts[v.name] for v in VERDICTS} for name, counts in self.counts.items()}

    @property
    def by_line(self) -> dict[str, dict[str, dict[str, int]]]:
        """Counts by operation and line, of the verdicts that occurred; what lines answer alike counts for each."""
        found: dict[str, dict[str, Counter[str]]] = {name: defaultdict(Counter) for name in self.counts}
        for (operation, lines, verdict), cases in self.grouped.items():
            for line in lines:
                found[operation][line][verdict] += cases
        return {name: {line: dict(lines[line]) for line in in_order(lines)} for name, lines in found.items()}

    @property
    def inputs(self) -> dict[str, int]:
        """How many inputs of each operation were compared; what several lines and references answer counts once.

        They are the recorded ones and, beside them, those that were drawn, as often as they were. Of either it is the
        number on the line and by the reference that was asked most: the newest line takes every input, recorded answers
        are there of all, and references draw alike. A hand-written case that isn't recorded yet counts with a live
        reference alone.
        """
        most = {name: {True: 0, False: 0} for name in self.counts}
        for (operation, _, _, drawn), count in self.asked.items():
            most[operation][drawn] = max(most[operation][drawn], count)
        return {name: sum(counts.values()) for name, counts in most.items()}

    @property
    def all_lines(self) -> list[str]:
        """Every line that any reference answered for, in order."""
        return in_order(set().union(*self.lines.values()))

    def lines_of(self, operation: str) -> list[str]:
        """The lines that an operation was compared on, in order."""
        compared = (lines for (name, lines, verdict) in self.grouped if name == operation and verdict != Skipped.name)
        return in_order({line for lines in compared for line in lines})


def in_order(lines: Iterable[str]) -> list[str]:
    """Lines by family and version."""
    return [str(line) for line in sorted(map(Line.parse, lines))]
