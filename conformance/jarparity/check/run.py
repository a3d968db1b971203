"""A run: for every operation the recorded vectors, then the live originals on them, a search, and volume."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from jarparity.check.judge import Truth, disagreements, judge, only_lines
from jarparity.check.search import Budget, ask, search
from jarparity.check.tally import BulkAgreement
from jarparity.lines import Line
from jarparity.verdicts import Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import Answer
    from jarparity.cases import Case
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference
    from jarparity.references.golden import GoldenReference

Event: TypeAlias = Verdict | BulkAgreement

BATCH = 2000
"""Vectors in one crossing."""

NOT_CLAIMED = "not claimed by the port"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run covers.

    Attributes:
        operations: In the order of the run.
        lines: The lines wanted; what a reference doesn't have is not asked.
        budget: Examples, time and seed of the search.
        volume: Rows of each kind of column that are compared in bulk; 0 for none.
        only: Globs of case ids; the search and volume are left out where there are any.
        cases: Cases given by hand in place of the recorded ones; needs a live reference.
        fail_fast: Stop at the first failure.
    """

    operations: tuple[Operation, ...]
    lines: frozenset[Line]
    budget: Budget
    volume: int = 0
    only: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    fail_fast: bool = False


def run(plan: Plan, port: Port, golden: GoldenReference | None, live: Sequence[LiveReference]) -> Iterator[Event]:
    """Everything that the plan asks for, as a stream of verdicts."""
    for done, operation in enumerate(plan.operations):
        budget = plan.budget.share(len(plan.operations) - done)
        for event in _operation(replace(plan, budget=budget), operation, port, golden, live):
            yield event
            if plan.fail_fast and isinstance(event, Differs | Errored):
                return


def _operation(
    plan: Plan, operation: Operation, port: Port, golden: GoldenReference | None, live: Sequence[LiveReference]
) -> Iterator[Event]:
    recorded = _recorded(plan, operation, golden)
    if not operation_is_claimed(port, operation):
        for truth in recorded:
            names = tuple(str(line) for lines, _ in truth.groups for line in lines)
            yield Skipped(truth.case, names, "golden", NOT_CLAIMED)
        return
    wanted = {line for line in plan.lines if operation.has(line) and line_is_claimed(port, line)}
    recorded = [t for t in (only_lines(truth, wanted) for truth in recorded) if t.groups]
    if golden is not None and not plan.cases:
        yield from judge(operation, port, recorded, golden.name)
    cases = plan.cases or tuple(t.case for t in recorded)
    if not live:
        return
    from jarparity.check.volume import sweep  # noqa: PLC0415 - numpy is slow to import, and golden runs are short

    for reference in live:
        lines = [line for line in reference.lines if line in wanted]
        if lines:
            yield from _vectors_live(operation, port, reference, lines, cases, recorded if golden else ())
            if not (plan.only or plan.cases):
                yield from search(operation, port, reference, lines, plan.budget)
                yield from sweep(operation, port, reference, lines, plan.volume, plan.budget)


def _recorded(plan: Plan, operation: Operation, golden: GoldenReference | None) -> list[Truth]:
    if golden is None:
        return []
    return [
        Truth(v.case, tuple([(_parsed(r.lines), r.answer) for r in v.answers]))
        for v in golden.vectors(operation.name)
        if not plan.only or any(fnmatchcase(v.case.id, glob) for glob in plan.only)
    ]


@lru_cache(maxsize=1024)
def _parsed(names: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(map(Line.parse, names))


def _vectors_live(  # noqa: PLR0913 - the parts of a comparison
    operation: Operation,
    port: Port,
    reference: LiveReference,
    lines: Sequence[Line],
    cases: Sequence[Case],
    recorded: Sequence[Truth],
) -> Iterator[Verdict]:
    """The recorded cases on the live originals: port against original, and original against its recording."""
    said = {truth.case.id: _by_line(truth) for truth in recorded}
    for start in range(0, len(cases), BATCH):
        truths = ask(reference, operation, lines, cases[start : start + BATCH])
        yield from judge(operation, port, truths, reference.name)
        for truth in truths:
            before = said.get(truth.case.id, {})
            now = {line: answer for line, answer in _by_line(truth).items() if line in before}
            if any(before[line] != answer for line, answer in now.items()):
                reply = next(iter(port.replies(operation.name, lines[-1], [truth.case.input])))
                yield from disagreements(truth.case, {"golden": before, reference.name: now}, reply)


def _by_line(truth: Truth) -> dict[Line, Answer]:
    return {line: answer for lines, answer in truth.groups for line in lines}


def operation_is_claimed(port: Port, operation: Operation) -> bool:
    """Whether the port says that it implements the operation."""
    return operation.matches(port.info.operations)


def line_is_claimed(port: Port, line: Line) -> bool:
    """Whether the port says that it equals the line."""
    return any(fnmatchcase(str(line), glob) for glob in port.info.lines)
