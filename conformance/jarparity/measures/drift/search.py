"""The search: recorded, generated and drawn inputs on which neighbouring lines disagree, and the smallest of each.

The recorded vectors come first, then the cases that the fixtures' generators make from other seeds (they are counted),
then Hypothesis. The smallest of each change are made smaller step by step.

What Hypothesis draws follows from the seed and from its version. So it finds changes, and decides nothing that was
decided: an example that was recorded stays for as long as it shows its change and no single step makes it smaller.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from jarparity.check.hypothesis_draws import draw
from jarparity.errors import UserError
from jarparity.measures.drift.boundaries import boundaries, compare
from jarparity.measures.drift.changes import Change, expected, explanation
from jarparity.shrinking import shrunk, size

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answer_pairs import AnswerPair, Boundary
    from jarparity.answers import JSON
    from jarparity.operations import Operation
    from jarparity.references import LiveReference

BATCH: Final = 500
"""Inputs in one bridge batch."""

RARE: Final = 20_000
"""Inputs after which a rare difference counts as not found."""


SHRUNK: Final = 2
"""Of each change, so many of its smallest differences are made smaller."""


class TimeIsOverError(UserError, RuntimeError):
    """The time was over before the search was through; what it would have found is not known."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search goes.

    Attributes:
        cases: Generated cases of each operation.
        examples: Hypothesis examples for each operation.
        seed: Everything that is drawn follows from it.
        deadline: `time.monotonic()` value after which the search gives up, or None.
    """

    cases: int
    examples: int
    seed: int
    deadline: float | None = None

    def check(self) -> None:
        """Goes on, or gives up.

        Raises:
            TimeIsOverError: The deadline has passed.
        """
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise TimeIsOverError("the time was over before the search was through: give it more, or fewer operations")


@dataclass(slots=True)
class Found:
    """What a search saw of one operation.

    Attributes:
        operation: Which.
        boundaries: Its boundaries, oldest first.
        asked: By boundary how many of the generated cases both lines took.
        differing: By boundary and change how many of them differ so.
        smallest: By change the smallest difference.
        unknown: By boundary the smallest difference that no change explains.
        missing: Changes that are listed and were not found.
    """

    operation: Operation
    boundaries: list[Boundary]
    asked: Counter[Boundary] = field(default_factory=Counter)
    differing: Counter[tuple[Boundary, str]] = field(default_factory=Counter)
    smallest: dict[str, AnswerPair] = field(default_factory=dict)
    unknown: dict[Boundary, AnswerPair] = field(default_factory=dict)
    missing: list[Change] = field(default_factory=list)


def search(  # noqa: PLR0913 - the parts of a search
    operation: Operation,
    reference: LiveReference,
    recorded: Sequence[JSON],
    examples: Mapping[str, JSON],
    changes: Sequence[Change],
    budget: Budget,
    report: Callable[[str], None] = lambda _: None,
) -> Found:
    """Searches one operation on all lines of a reference.

    Args:
        operation: What is asked.
        reference: The originals.
        recorded: The inputs of the operation's golden vectors.
        examples: By change the input that was the smallest in an earlier search; it stays, if it still can.
        changes: Those that are known.
        budget: How far.
        report: Told what goes on.

    Raises:
        TimeIsOverError: There was not enough time.
        BridgeError: The bridge failed.
    """
    return _Search(operation, reference, changes, budget, report).run(recorded, examples)


def generated(operation: Operation, seed: int, count: int) -> list[JSON]:
    """So many inputs of the operation's generator."""
    drawn = random.Random(f"{seed} drift {operation.name}")  # noqa: S311 - reproducible, not secret
    return [operation.draw(drawn) for _ in range(count)]


class _Search:
    """One operation while it is searched."""

    def __init__(
        self,
        operation: Operation,
        reference: LiveReference,
        changes: Sequence[Change],
        budget: Budget,
        report: Callable[[str], None],
    ) -> None:
        self._operation, self._reference = operation, reference
        self._budget, self._report = budget, report
        self._found = Found(operation, boundaries(operation, reference.lines))
        self._expected = expected(changes, operation, self._found.boundaries)
        self._candidates: dict[tuple[Boundary, str | None], list[AnswerPair]] = {}

    def run(self, recorded: Sequence[JSON], examples: Mapping[str, JSON]) -> Found:
        found, name = self._found, self._operation.name
        if not found.boundaries:
            return found
        self._report(f"{name}: recorded")
        self._look(recorded)
        self._report(f"{name}: generated")
        for pair, change in self._look(generated(self._operation, self._budget.seed, self._budget.cases)):
            found.asked[pair.boundary] += 1
            if change is not None:
                found.differing[pair.boundary, change.id] += 1
        self._report(f"{name}: drawn")
        self._draw()
        for change in self._expected:
            self._report(f"{name}: {change.id}")
            if self._keep(change, examples):
                continue
            if not any(known == change.id for _, known in self._candidates):
                self._hunt(change)
        for (boundary, known), candidates in self._candidates.items():
            if known in found.smallest:
                continue
            self._report(f"{name}: the smallest at {boundary}")
            least = self._least(candidates, known)
            if known is None:
                found.unknown[boundary] = least
            else:
                found.smallest[known] = least
        found.missing = [change for change in self._expected if change.id not in found.smallest]
        return found

    def _look(self, documents: Sequence[JSON]) -> list[tuple[AnswerPair, Change | None]]:
        """Compares at every boundary, and keeps the smallest differences."""
        seen: list[tuple[AnswerPair, Change | None]] = []
        for start in range(0, len(documents), BATCH):
            self._budget.check()
            batch = documents[start : start + BATCH]
            compared = compare(self._reference, self._operation, self._found.boundaries, batch)
            seen += [(pair, self._note(pair)) for pair in compared]
        return seen

    def _note(self, pair: AnswerPair) -> Change | None:
        if not pair.differs:
            return None
        change = explanation(self._expected, pair)
        kept = self._candidates.setdefault((pair.boundary, change.id if change else None), [])
        kept.append(pair)
        kept.sort(key=lambda c: size(self._operation, c.input))
        del kept[SHRUNK:]
        return change

    def _draw(self) -> None:
        """Small batches from Hypothesis, at every boundary."""
        draw(self._operation, self._budget.examples, self._budget.seed, self._look, by_seed_alone=True)

    def _keep(self, change: Change, examples: Mapping[str, JSON]) -> bool:
        """Takes a change's recorded example if it still shows it, made smaller if that is possible by now."""
        if change.id not in examples:
            return False
        compared = compare(self._reference, self._operation, [self._place(change)], [examples[change.id]])
        for pair in compared:
            if pair.differs and self._is(pair, change.id):
                self._found.smallest[change.id] = self._shrunk(pair, change.id)
        return change.id in self._found.smallest

    def _hunt(self, change: Change) -> None:
        """Looks for a rare difference at its own boundary only."""
        boundary = self._place(change)
        drawn = random.Random(f"{self._budget.seed} rare {self._operation.name}")  # noqa: S311 - as above
        for _ in range(RARE // BATCH):
            self._budget.check()
            batch = [self._operation.draw(drawn) for _ in range(BATCH)]
            compared = compare(self._reference, self._operation, [boundary], batch)
            if change in [self._note(pair) for pair in compared]:
                return

    def _place(self, change: Change) -> Boundary:
        return next(b for b in self._found.boundaries if change.is_at(self._operation, b))

    def _least(self, candidates: Sequence[AnswerPair], known: str | None) -> AnswerPair:
        return min((self._shrunk(c, known) for c in candidates), key=lambda c: size(self._operation, c.input))

    def _shrunk(self, pair: AnswerPair, known: str | None) -> AnswerPair:
        """The same kind of difference on an input that no single step makes smaller."""
        smallest = pair

        def first(documents: Sequence[JSON]) -> JSON:
            nonlocal smallest
            self._budget.check()
            compared = compare(self._reference, self._operation, [pair.boundary], documents)
            better = next((c for c in compared if c.differs and self._is(c, known)), None)
            if better is None:
                return None
            smallest = better
            return better.input

        # Single steps alone: an example that was recorded stays for as long as none makes it smaller.
        shrunk(self._operation, pair.input, first, tries=sys.maxsize, strict=True)
        return smallest

    def _is(self, pair: AnswerPair, known: str | None) -> bool:
        change = explanation(self._expected, pair)
        return (change.id if change else None) == known
