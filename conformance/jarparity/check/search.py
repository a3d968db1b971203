"""The search: Hypothesis draws small batches of inputs until port and original differ; the failing one is shrunk."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from jarparity.cases import FOUND, Case
from jarparity.check.asking import asked_ahead
from jarparity.check.hypothesis_draws import draw
from jarparity.check.judging import grade_of
from jarparity.check.shrink import shrink_failure
from jarparity.check.tally import size
from jarparity.grades import Grade
from jarparity.operations import BATCH
from jarparity.verdicts import Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON
    from jarparity.check.asking import Comparison
    from jarparity.operations import Operation

FIXED_SEED = 20261121
"""What a search starts from where it is to draw the same each time: under CI, and in test suites."""

ROUND = 50
"""Examples that are put to the originals at once, between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search goes.

    Attributes:
        examples: Hypothesis examples an operation; each is a batch of 16 inputs. None for as many as it takes
            to draw what is enough for the operation (`Operation.enough`).
        deadline: `time.monotonic()` value after which no further round starts, or None.
        seed: Everything that is drawn follows from it.
        times: So many times what is enough, where `examples` is None.
    """

    examples: int | None
    deadline: float | None
    seed: int
    times: int = 1

    def share(self, of: int) -> Budget:
        """The same with a fair part of the time that is left, where `of` operations still want some."""
        if self.deadline is None:
            return self
        now = time.monotonic()
        return replace(self, deadline=now + (self.deadline - now) / of)

    def over(self) -> bool:
        """Whether the time is used up."""
        return self.deadline is not None and time.monotonic() >= self.deadline


def search(
    comparison: Comparison,
    budget: Budget,
    within: Callable[[JSON], bool] | None = None,
    below: Grade = Grade.EXACT,
    *,
    go_on: bool = False,
) -> Iterator[Verdict]:
    """Verdicts on generated cases; ends after the first failure, which has then been shrunk.

    Every failing case met on the way to the smallest one is given too: one case alone rarely names a bug.

    Args:
        comparison: What is asked.
        budget: How far.
        within: Inputs for which it doesn't hold are drawn, and not looked at.
        below: Only an answer of a grade below it is a failure.
        go_on: Whether to go on after a failure for one of a worse grade, until an answer is wrong.
    """
    looking = _Search(comparison, budget, within, below, go_on)
    for truths in asked_ahead(comparison, looking.rounds()):
        yield from looking.judged(comparison.judged(truths))
        if looking.ended:
            break
    yield from looking.failed.values()
    yield from looking.smallest()


def _drawn(operation: Operation, examples: int, start: int) -> list[JSON]:
    """What Hypothesis draws for so many examples."""
    drawn: list[JSON] = []
    draw(operation, examples, start, drawn.extend)
    return drawn


@dataclass(slots=True)
class _Search:
    """A search as far as it is.

    Attributes:
        failed: The failing cases by id and lines.
        ended: Whether an answer was found that ends the search.
    """

    comparison: Comparison
    budget: Budget
    within: Callable[[JSON], bool] | None
    below: Grade
    go_on: bool
    failed: dict[str, Differs | Errored] = field(default_factory=dict)
    ended: bool = False
    _first: list[tuple[Grade, list[Differs | Errored]]] = field(default_factory=list)

    def rounds(self) -> Iterator[list[Case]]:
        """What is drawn, a round at a time, until it is enough or the time is used up."""
        operation, examples, drawn = self.comparison.operation, 0, 0
        while wanted := self._wanted(examples, drawn):
            documents = _drawn(operation, wanted, self.budget.seed + examples)
            examples += ROUND
            drawn += len(documents)
            kept = documents if self.within is None else filter(self.within, documents)
            yield [Case.generated(operation.name, document, FOUND) for document in kept]

    def _wanted(self, examples: int, drawn: int) -> int:
        """How many examples the next round is to have; 0 where the search is over."""
        if self.budget.over():
            return 0
        if self.budget.examples is not None:
            return max(0, min(ROUND, self.budget.examples - examples))
        left = self.budget.times * self.comparison.operation.enough - drawn
        return min(ROUND, -(-left // BATCH)) if left > 0 else 0

    def judged(self, verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
        """The verdicts of a round that are no failures; those of inputs behind the last failure that counts aren't."""
        while not self.budget.over() and (batch := list(islice(verdicts, BATCH))):
            bad = [v for v in batch if isinstance(v, Differs | Errored) and grade_of(v) < self.below]
            if not bad:
                yield from batch
                continue
            self.failed.update((f"{v.case.id} {v.lines}", v) for v in bad)
            self._first.append((self.below, bad))
            worst = min(map(grade_of, bad))
            if not self.go_on or worst is Grade.WRONG:
                self.ended = True
                return
            self.below = worst

    def smallest(self) -> Iterator[Verdict]:
        """The smallest failure of each grade made smaller; a port that broke is not asked thousands of times more."""
        least = Grade.EXACT
        for below, failures in self._first:
            least = min(least, below)
            while worse := [bad for bad in failures if isinstance(bad, Differs) and grade_of(bad) < least]:
                shrunk = shrink_failure(self.comparison, min(worse, key=size), self.within, least)
                yield shrunk
                least = grade_of(shrunk)
