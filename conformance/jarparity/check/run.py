"""A run: for every operation the recorded vectors, then the live originals on them, a search, and volume."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from jarparity.answers import same
from jarparity.catalogue.ordinary import is_ordinary
from jarparity.check.judge import Truth, disagreements, judge, only_lines
from jarparity.check.search import Budget, ask, grade_of, search
from jarparity.check.second_process import SecondProcess
from jarparity.check.tally import BulkAgreement, CutShort
from jarparity.divergences.file import NONE, Divergences
from jarparity.divergences.watch import Watch, Watched
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.verdicts import Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import Answer
    from jarparity.cases import Case, Vector
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference
    from jarparity.references.golden import GoldenReference

Event: TypeAlias = Verdict | BulkAgreement | CutShort | Watched

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
        volume: Rows of each kind of column that are compared in bulk; 0 for none. An operation without columns
            compares as many inputs as cost as much (`SeededInput`).
        golden: Whether the port is compared with the recorded answers; their inputs are asked of live references
            all the same.
        only: Globs of case ids; the search and volume are left out where there are any.
        cases: Cases given by hand in place of the recorded ones; needs a live reference.
        fail_fast: Stop at the first failure.
        required: What is below this grade is a failure.
        divergences: Where the port is known to differ.
        whole: Whether nothing is filtered, so that a known divergence that no longer shows has had its day.
    """

    operations: tuple[Operation, ...]
    lines: frozenset[Line]
    budget: Budget
    volume: int = 0
    golden: bool = True
    only: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    fail_fast: bool = False
    required: Grade = Grade.EXACT
    divergences: Divergences = NONE
    whole: bool = True


class Recordings(Protocol):
    """Recorded vectors: those of `GoldenReference`, or a part of them."""

    @property
    def name(self) -> str:
        """Who answered, in verdicts."""

    def vectors(self, operation: str) -> list[Vector]:
        """An operation's vectors."""


def run(
    plan: Plan,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    second: SecondProcess | None = None,
) -> Iterator[Event]:
    """Everything that the plan asks for, as a stream of verdicts; `second` has taken some of its operations."""
    for done, operation in enumerate(plan.operations):
        rest = len(plan.operations) - done
        events = second.events(operation) if second and operation.name in second.operations else None
        for event in events or _operation(plan, operation, port, vectors, live, rest):
            yield event
            if plan.fail_fast and isinstance(event, Differs | Errored) and grade_of(event) < plan.required:
                return


@contextmanager
def second_process(
    plan: Plan, port: Port, vectors: GoldenReference, live: Sequence[LiveReference]
) -> Iterator[SecondProcess | None]:
    """Another process for a part of a run on recorded answers alone, where that helps; None elsewhere."""
    second = None
    if not (live or plan.fail_fast):
        second = SecondProcess.start(
            plan.operations, port, vectors, lambda operation: _operation(plan, operation, port, vectors, live, 1)
        )
    try:
        yield second
    finally:
        if second:
            second.close()


def _operation(  # noqa: PLR0913 - the parts of a comparison
    plan: Plan, operation: Operation, port: Port, vectors: Recordings, live: Sequence[LiveReference], rest: int
) -> Iterator[Event]:
    recorded = _recorded(plan, operation, vectors)
    watch = Watch(plan.divergences.of(operation.name))
    if operation_is_claimed(port, operation):
        yield from _claimed(plan, operation, port, vectors, live, rest, recorded, watch)
    else:
        for truth in recorded:
            names = tuple(str(line) for lines, _ in truth.groups for line in lines)
            yield Skipped(truth.case, names, vectors.name, NOT_CLAIMED)
    # Where it differs elsewhere, or the time was over, the search hasn't looked inside.
    if plan.whole and not (live and (watch.red or plan.budget.over())):
        yield from watch.result()


def _claimed(  # noqa: PLR0913 - the parts of a comparison
    plan: Plan,
    operation: Operation,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    rest: int,
    recorded: list[Truth],
    watch: Watch,
) -> Iterator[Event]:
    wanted = {line for line in plan.lines if operation.has(line) and line_is_claimed(port, line)}
    recorded = [t for t in (only_lines(truth, wanted) for truth in recorded) if t.groups]
    recorded.sort(key=lambda truth: not is_ordinary(truth.case.input))
    worst = Grade.EXACT
    if plan.golden and not plan.cases:
        # Lines that agree are asked as one here: a golden run is for the moment between two edits; live ones ask all.
        for verdict in watch.seen(judge(operation, port, recorded, vectors.name, every_line=False)):
            worst = min(worst, grade_of(verdict))
            yield verdict
    for reference in live:
        lines = [line for line in reference.lines if line in wanted]
        if not lines:
            continue
        for verdict in watch.seen(_vectors_live(plan, operation, port, reference, lines, recorded)):
            worst = min(worst, grade_of(verdict))
            yield verdict
        # A port that is wrong on vectors is not searched: the smallest of many failures is at hand already.
        if not (worst is Grade.WRONG or plan.only or plan.cases):
            budget = plan.budget.share(rest * len(live))
            yield from _beyond(plan, operation, port, reference, lines, budget, watch, worst)


def _recorded(plan: Plan, operation: Operation, vectors: Recordings) -> list[Truth]:
    return [
        Truth(v.case, tuple([(_parsed(r.lines), r.answer) for r in v.answers]))
        for v in vectors.vectors(operation.name)
        if not plan.only or any(fnmatchcase(v.case.id, glob) for glob in plan.only)
    ]


@lru_cache(maxsize=1024)
def _parsed(names: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(map(Line.parse, names))


def _vectors_live(  # noqa: PLR0913 - the parts of a comparison
    plan: Plan,
    operation: Operation,
    port: Port,
    reference: LiveReference,
    lines: Sequence[Line],
    recorded: Sequence[Truth],
) -> Iterator[Verdict]:
    """The recorded cases on the live originals: port against original, and original against its recording."""
    cases = plan.cases or tuple(truth.case for truth in recorded)
    said = {truth.case.id: truth.by_line() for truth in recorded} if plan.golden else {}
    for start in range(0, len(cases), BATCH):
        truths = ask(reference, operation, lines, cases[start : start + BATCH])
        yield from judge(operation, port, truths, reference.name)
        for truth in truths:
            yield from _against_recording(operation, port, truth, said.get(truth.case.id, {}), reference.name)


def _against_recording(
    operation: Operation, port: Port, truth: Truth, recorded: dict[Line, Answer], name: str
) -> Iterator[Verdict]:
    now = truth.by_line()
    for line in [line for line in recorded if line in now and not same(recorded[line], now[line], messages=True)]:
        (reply,) = port.replies(operation.name, line, [truth.case.input])
        yield from disagreements(truth.case, {"golden": {line: recorded[line]}, name: {line: now[line]}}, reply)


def _beyond(  # noqa: PLR0913 - the parts of a comparison
    plan: Plan,
    operation: Operation,
    port: Port,
    reference: LiveReference,
    lines: Sequence[Line],
    budget: Budget,
    watch: Watch,
    worst: Grade,
) -> Iterator[Event]:
    """What no vector has: a search, and volume in columns of keys or in inputs drawn one by one.

    Where answers have grades, the search goes on for what is worse than the worst so far.

    Where divergences are known, the search goes around them, and then into those in which nothing has failed yet;
    columns can't go around anything, so there is no volume then.
    """
    from jarparity.check.one_by_one import one_by_one  # noqa: PLC0415 - golden runs are short
    from jarparity.check.volume import sweep  # noqa: PLC0415 - numpy is slow to import

    volume = one_by_one if operation.bulk is None else sweep
    outside = watch.outside if watch.entries else None
    below = None
    while worst is not below and worst is not Grade.WRONG:
        below = worst
        for verdict in watch.seen(search(operation, port, reference, lines, budget, outside, below)):
            worst = min(worst, grade_of(verdict))
            yield verdict
    for entry in watch.unproven():
        yield from watch.seen(search(operation, port, reference, lines, budget, entry.covers))
    if worst is Grade.EXACT and not watch.entries:
        yield from volume(operation, port, reference, lines, plan.volume, budget)
    if budget.over():
        yield CutShort(operation.name)


def operation_is_claimed(port: Port, operation: Operation) -> bool:
    """Whether the port says that it implements the operation."""
    return operation.matches(port.info.operations)


def line_is_claimed(port: Port, line: Line) -> bool:
    """Whether the port says that it equals the line."""
    return any(fnmatchcase(str(line), glob) for glob in port.info.lines)
