"""The search: Hypothesis draws small batches of inputs until port and original differ; the failing one is shrunk."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from jarparity.cases import Case
from jarparity.check.judging import flaky, grade_of
from jarparity.check.shrink import shrink_failure
from jarparity.check.tally import size
from jarparity.grades import Grade
from jarparity.operations import BATCH
from jarparity.verdicts import Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jarparity.answers import JSON
    from jarparity.check.asking import Comparison

FIXED_SEED = 20261121
"""What a search starts from where it is to draw the same each time: under CI, and in test suites."""

ROUND = 50
"""Examples between two looks at the clock."""


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


class _FoundError(AssertionError):
    """Tells Hypothesis that an example fails, so that it shrinks it."""


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
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings  # noqa: PLC0415 - slow to import
    from hypothesis.errors import Flaky  # noqa: PLC0415

    looking, flaky_port = _Search(comparison, budget, within, below, go_on), False
    inputs = comparison.operation.batches()

    def compare(batch: list[Any]) -> None:
        looking.compare(batch)

    start = 0
    while examples := looking.wanted(start):
        round_of_examples = settings(
            max_examples=examples,
            database=None,
            deadline=None,
            derandomize=False,
            phases=(Phase.generate,),  # `shrink_failure` knows the inputs, and takes a hundredth of the time
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )(given(inputs)(compare))
        try:
            seed(budget.seed + start)(round_of_examples)()
        except _FoundError:
            break
        except Flaky:
            flaky_port = True
            break
        start += ROUND
        yield from looking.others()
    yield from looking.others()
    yield from looking.failed.values()
    if flaky_port:
        yield flaky(next(iter(looking.failed.values())))
    else:
        yield from looking.smallest()


@dataclass(slots=True)
class _Search:
    """A search as far as it is.

    Attributes:
        failed: The failing cases by id and lines.
        ended: Whether the last failure was found; Hypothesis then tries smaller inputs.
        drawn: How many inputs were drawn.
    """

    comparison: Comparison
    budget: Budget
    within: Callable[[JSON], bool] | None
    below: Grade
    go_on: bool
    failed: dict[str, Differs | Errored] = field(default_factory=dict)
    ended: bool = False
    drawn: int = 0
    _others: list[Verdict] = field(default_factory=list)
    _first: list[tuple[Grade, list[Differs | Errored]]] = field(default_factory=list)

    def wanted(self, done: int) -> int:
        """How many examples the next round is to have, after so many; 0 where the search is over."""
        if self.budget.over():
            return 0
        if self.budget.examples is not None:
            return max(0, min(ROUND, self.budget.examples - done))
        left = self.budget.times * self.comparison.operation.enough - self.drawn
        return min(ROUND, -(-left // BATCH)) if left > 0 else 0

    def compare(self, batch: list[JSON]) -> None:
        """Looks at a batch.

        Raises:
            _FoundError: It has the failure that ends the search.
        """
        if self.budget.over() and not self.ended:
            return
        self.drawn += len(batch)
        kept = batch if self.within is None else [document for document in batch if self.within(document)]
        cases = [Case.generated(self.comparison.operation.name, document, "found") for document in kept]
        verdicts = list(self.comparison.verdicts(cases))
        bad = [v for v in verdicts if isinstance(v, Differs | Errored) and grade_of(v) < self.below]
        if not bad:
            if not self.ended:
                self._others += verdicts
            return
        self.failed.update((f"{v.case.id} {v.lines}", v) for v in bad)
        if not self.ended:
            self._first.append((self.below, bad))
        worst = min(map(grade_of, bad))
        if self.go_on and worst is not Grade.WRONG:
            self.below = worst
            return
        self.ended = True
        raise _FoundError

    def others(self) -> list[Verdict]:
        """The verdicts since the last call that are no failures."""
        found, self._others = self._others, []
        return found

    def smallest(self) -> Iterator[Verdict]:
        """The smallest failure of each grade made smaller; a port that broke is not asked thousands of times more."""
        least = Grade.EXACT
        for below, failures in self._first:
            least = min(least, below)
            while worse := [bad for bad in failures if isinstance(bad, Differs) and grade_of(bad) < least]:
                shrunk = shrink_failure(self.comparison, min(worse, key=size), self.within, least)
                yield shrunk
                least = grade_of(shrunk)
