"""The search: Hypothesis draws small batches of inputs until port and original differ, then shrinks them."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from jarparity.cases import Case
from jarparity.check.judge import Truth, group_lines, judge
from jarparity.grades import Grade
from jarparity.verdicts import Differs, Errored, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.lines import Line
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

BATCH = 16
"""Inputs an example at most: enough to pay for a crossing, few enough to shrink at once."""

FIXED_SEED = 20261121
"""What a search starts from where it is to draw the same each time: under CI, and in test suites."""

ROUND = 50
"""Examples between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search goes.

    Attributes:
        examples: Hypothesis examples an operation; each is a batch of 1 to 16 inputs.
        deadline: `time.monotonic()` value after which no further round starts, or None.
        seed: Everything that is drawn follows from it.
    """

    examples: int
    deadline: float | None
    seed: int

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


def by_taker(operation: Operation, lines: Sequence[Line], cases: Sequence[Case]) -> dict[Line, list[int]]:
    """By line the places of the cases that can be put to it; lines without any are left out."""
    taken: dict[Line, list[int]] = {line: [] for line in lines}
    for i, case in enumerate(cases):
        for line in operation.takers(lines, case.input):
            taken[line].append(i)
    return {line: places for line, places in taken.items() if places}


def ask(reference: LiveReference, operation: Operation, lines: Sequence[Line], cases: Sequence[Case]) -> list[Truth]:
    """What every line of the live original that can be asked a case answers to it; one crossing a line."""
    answers: list[dict[Line, Answer]] = [{} for _ in cases]
    for line, taken in by_taker(operation, lines, cases).items():
        replies = reference.answers(operation.name, line, [cases[i].input for i in taken])
        for i, answer in zip(taken, replies, strict=True):
            answers[i][line] = answer
    return [Truth(case, group_lines(by_line)) for case, by_line in zip(cases, answers, strict=True)]


def search(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation,
    port: Port,
    reference: LiveReference,
    lines: Sequence[Line],
    budget: Budget,
    within: Callable[[JSON], bool] | None = None,
    below: Grade = Grade.EXACT,
) -> Iterator[Verdict]:
    """Verdicts on generated cases; ends after the first difference, which has then been shrunk.

    Inputs for which `within` doesn't hold are drawn, and not looked at. Only answers of a grade below `below` end it.

    Every failing case met on the way to the smallest one is given too: one case alone rarely names a bug.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings  # noqa: PLC0415 - slow to import
    from hypothesis import strategies as st  # noqa: PLC0415
    from hypothesis.errors import Flaky  # noqa: PLC0415

    inputs = st.lists(operation.load_strategy(), min_size=1, max_size=BATCH)
    agreed: list[Verdict] = []
    failed: dict[str, Differs | Errored] = {}

    def compare(batch: list[Any]) -> None:
        if budget.over() and not failed:
            return
        kept = batch if within is None else [document for document in batch if within(document)]
        cases = [Case.generated(operation.name, document, "found") for document in kept]
        verdicts = list(judge(operation, port, ask(reference, operation, lines, cases), reference.name))
        bad = [v for v in verdicts if grade_of(v) < below]
        if bad:
            failed.update((f"{v.case.id} {v.lines}", v) for v in bad if isinstance(v, Differs | Errored))
            raise _FoundError
        if not failed:
            agreed.extend(verdicts)

    for start in range(0, budget.examples, ROUND):
        if budget.over():
            return
        round_of_examples = settings(
            max_examples=min(ROUND, budget.examples - start),
            database=None,
            deadline=None,
            derandomize=False,
            # What is drawn from a seed takes Hypothesis a hundred times as long to make small as `_smaller`.
            phases=(Phase.generate,) if operation.grader else (Phase.generate, Phase.shrink),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )(given(inputs)(compare))
        agreed.clear()
        try:
            seed(budget.seed + start)(round_of_examples)()
        except (_FoundError, Flaky) as found:
            yield from agreed
            yield from failed.values()
            if isinstance(found, Flaky):
                yield unsteady(next(iter(failed.values())))
            elif operation.grader:
                yield from _smaller(operation, port, reference, failed.values(), within, below)
            return
        yield from agreed


def _smaller(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation,
    port: Port,
    reference: LiveReference,
    failed: Iterable[Differs | Errored],
    within: Callable[[JSON], bool] | None,
    below: Grade,
) -> Iterator[Verdict]:
    """The smallest failure from the first that was found.

    A port that broke is not asked thousands of times more.
    """
    from jarparity.check.smallest import made_small  # noqa: PLC0415 - it asks and grades as this module does
    from jarparity.check.tally import size  # noqa: PLC0415

    differing = [failure for failure in failed if isinstance(failure, Differs)]
    if differing:
        yield made_small(operation, port, reference, min(differing, key=size), within, below)


def grade_of(verdict: Verdict) -> Grade:
    """The grade that a port has from this verdict alone: a port that broke is wrong, one that declines is not."""
    match verdict:
        case Differs(grade=grade):
            return grade
        case Errored():
            return Grade.WRONG
        case _:
            return Grade.EXACT


def unsteady(failure: Differs | Errored) -> Errored:
    """The port failed, and didn't when asked the same again."""
    reason = "the port answers otherwise when it is asked again"
    return Errored(failure.case, failure.lines, failure.reference, reason, "it keeps state, or is random")
