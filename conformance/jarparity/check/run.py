"""A run: for every operation the recorded vectors, then the live originals: a search, and volume."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from jarparity import varying
from jarparity.answers import same
from jarparity.check.asking import Comparison, PortReplies, asked_ahead
from jarparity.check.judging import Truth, disagreements, grade_of, is_same, newest, only_lines
from jarparity.check.search import Budget, search
from jarparity.check.tally import OF_ONE_JDK, BulkAgreement, CutShort, NotClaimed
from jarparity.divergences.file import NONE, Divergences, Watch, Watched
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.verdicts import Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from jarparity.cases import Case, Vector
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

Event: TypeAlias = Verdict | BulkAgreement | NotClaimed | CutShort | Watched
EventT = TypeVar("EventT", bound=Event)

BATCH = 2000
"""Vectors in one round trip."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run covers.

    Attributes:
        operations: In the order of the run.
        lines: The lines wanted; what a reference doesn't have is not asked.
        budget: Examples, time and seed of the search.
        volume: Rows of each kind of column that are compared in bulk; 0 for none. An operation without columns
            compares as many inputs as cost as much (`Operation.volume_rows`).
        golden: Whether the port is compared with the recorded answers; their inputs are asked of live references
            all the same.
        only: Globs of case ids; the search and volume are left out where there are any.
        cases: Cases given by hand in place of the recorded ones; needs a live reference.
        fail_fast: Stop at the first failure.
        required: What is below this grade is a failure.
        divergences: Where the port is known to differ.
        judged: Whether known divergences are judged.
        whole: Whether nothing is filtered, so that a known divergence that no longer shows has had its day; otherwise
            only how much it covers is judged.
        quick: Whether of recorded answers only the newest line's of each group that agrees is compared.
        written: Whether live references are asked hand-written cases, too, that are not recorded yet.
        again: Whether live references are asked all that is recorded of them. Otherwise they are asked what the port
            answers otherwise than recorded: the same JARs on the same Java answer the rest as they have before.
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
    judged: bool = True
    whole: bool = True
    quick: bool = False
    written: bool = False
    again: bool = False


class Recordings(Protocol):
    """Recorded vectors: those of `GoldenReference`, or a part of them."""

    @property
    def name(self) -> str:
        """Who answered, in verdicts."""

    def vectors(self, operation: str) -> list[Vector]:
        """An operation's vectors."""

    def extent(self, operation: str) -> tuple[tuple[str, ...], int]:
        """The lines of which answers of an operation are recorded, and how many cases there are."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a run is.

    Attributes:
        live: Whether the originals themselves are asked; before, the port is compared with what they answered.
        operation: What is compared now.
        number: Its place among the operations, from 1 on.
        of: How many operations there are.
    """

    live: bool
    operation: str
    number: int
    of: int


def run(
    plan: Plan,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    seen: Callable[[Stage], None] = lambda _: None,
) -> Iterator[Event]:
    """Everything that the plan asks for, as a stream of verdicts: recorded answers of all operations, then live ones.

    Args:
        plan: What.
        port: What is under test.
        vectors: The recorded cases.
        live: The originals.
        seen: Told of each stage before its first event.
    """
    yield from until_failure(plan, _all(plan, port, vectors, live, seen))


def until_failure(plan: Plan, events: Iterable[Event]) -> Iterator[Event]:
    """The events; with `fail_fast` up to the first failure, and which known divergences were not come to."""
    left = {entry.name: entry for operation in plan.operations for entry in plan.divergences.of(operation.name)}
    for event in events:
        yield event
        if isinstance(event, Watched):
            left.pop(event.entry.name, None)
        if plan.fail_fast and isinstance(event, Differs | Errored) and grade_of(event) < plan.required:
            yield from (Watched(entry, unjudged="the run stopped at the first failure") for entry in left.values())
            return


def _all(
    plan: Plan, port: Port, vectors: Recordings, live: Sequence[LiveReference], seen: Callable[[Stage], None]
) -> Iterator[Event]:
    runs = [_OperationRun(plan, operation, port, vectors, live) for operation in plan.operations]
    for number, one in enumerate(runs, 1):
        seen(Stage(live=False, operation=one.operation.name, number=number, of=len(runs)))
        yield from one.against_recordings()
        if not live:
            yield from one.known_divergences()
            one.forget()
    for number, one in enumerate(runs if live else (), 1):
        seen(Stage(live=True, operation=one.operation.name, number=number, of=len(runs)))
        yield from one.against_originals(len(runs) - number + 1)
        yield from one.known_divergences()
        one.forget()


def run_live(  # noqa: PLR0913 - what `run` has, and two of the operation
    plan: Plan,
    port: Port,
    vectors: Recordings,
    live: Sequence[LiveReference],
    rest: int,
    failed: AbstractSet[str],
) -> Iterator[Event]:
    """What `run` gives of one operation behind its recorded answers: the originals on their inputs, and on others.

    Args:
        plan: What: one operation, without known divergences.
        port: What is under test.
        vectors: The recorded cases.
        live: The originals.
        rest: How many operations want some of the time that is left.
        failed: The ids of the cases that the port has answered otherwise than recorded.
    """
    (operation,) = plan.operations
    one = _OperationRun(plan, operation, port, vectors, live, failed=set(failed))
    if operation_is_claimed(port, operation):
        one.take_recorded()
        yield from one.against_originals(rest)


@dataclass(slots=True)
class _OperationRun:
    """The part of a run that is about one operation.

    Attributes:
        recorded: The cases with the originals' recorded answers.
        replies: What the port replied to them; it is judged against every reference.
        failed: The ids of those that it answered otherwise than recorded.
        worst: The worst grade of any reply so far.
    """

    plan: Plan
    operation: Operation
    port: Port
    vectors: Recordings
    live: Sequence[LiveReference]
    recorded: list[Truth] = field(default_factory=list)
    replies: PortReplies = field(init=False)
    failed: set[str] = field(default_factory=set)
    worst: Grade = Grade.EXACT
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(self.plan.divergences.of(self.operation.name))
        self.replies = PortReplies(self.operation, self.port)

    @property
    def _wanted(self) -> set[Line]:
        return {line for line in self.plan.lines if self.operation.has(line) and line_is_claimed(self.port, line)}

    def take_recorded(self) -> None:
        """Keeps what is recorded of the lines that are asked."""
        wanted = self._wanted
        self.recorded = [t for t in (only_lines(truth, wanted) for truth in self._recorded()) if t.groups]
        self.recorded.sort(key=lambda truth: not self.operation.is_realistic(truth.case.input))

    def against_recordings(self) -> Iterator[Event]:
        """The port and what is recorded."""
        plan = self.plan
        if not operation_is_claimed(self.port, self.operation):
            lines, cases = self.vectors.extent(self.operation.name)
            if chosen := len(self._recorded()) if plan.only else cases:
                yield NotClaimed(self.operation.name, lines, self.vectors.name, chosen)
            return
        self.take_recorded()
        if plan.golden and not plan.cases:
            truths = map(newest, self.recorded) if plan.quick else self.recorded
            verdicts = self.replies.verdicts(truths, self.vectors.name, every_line=True)
            yield from self._seen(failing(verdicts, self.failed))

    def against_originals(self, rest: int) -> Iterator[Event]:
        """The port and the live originals: on what is recorded, then on what is drawn.

        Args:
            rest: How many operations want some of the time that is left.
        """
        plan, wanted = self.plan, self._wanted
        for reference in self.live if operation_is_claimed(self.port, self.operation) else ():
            lines = [line for line in reference.lines if line in wanted]
            if not lines:
                continue
            comparison = Comparison(self.operation, self.port, reference, lines)
            yield from self._seen(self._vectors_live(comparison))
            # A port that is wrong on vectors is not searched: the smallest of many failures is at hand already.
            if not (self.worst is Grade.WRONG or plan.only or plan.cases):
                yield from self._beyond(comparison, plan.budget.share(rest * len(self.live)))

    def known_divergences(self) -> Iterator[Watched]:
        """What became of them."""
        if not (self.plan.judged and self.watch.entries):
            return
        unjudged = self._why_unjudged()
        recorded = self.vectors.vectors(self.operation.name) if unjudged else ()
        yield from self.watch.result(unjudged, (vector.case.input for vector in recorded))

    def _why_unjudged(self) -> str:
        """Why the run can't tell whether a known divergence has had its day; empty where it can."""
        if not self.plan.whole:
            return "a part of the inputs or releases was compared"
        # Then there was no search, and it hasn't looked inside.
        if self.live and self.worst is Grade.WRONG:
            return "the port fails elsewhere"
        return "the time ran out" if self.live and self.plan.budget.over() else ""

    def forget(self) -> None:
        """Lets go of what was recorded and replied: a run has some hundred thousand replies."""
        self.recorded, self.replies = [], PortReplies(self.operation, self.port)

    def _recorded(self) -> list[Truth]:
        return [
            Truth(v.case, tuple([(_parsed(r.lines), r.answer) for r in v.answers]))
            for v in self.vectors.vectors(self.operation.name)
            if self._is_chosen(v.case)
        ]

    def _unrecorded(self) -> list[Case]:
        """Hand-written cases that have no recorded answers."""
        if not self.plan.written or self.plan.cases:
            return []
        recorded = {vector.case.id for vector in self.vectors.vectors(self.operation.name)}
        return [case for case in self.operation.cases() if case.id not in recorded and self._is_chosen(case)]

    def _is_chosen(self, case: Case) -> bool:
        return not self.plan.only or any(fnmatchcase(case.id, glob) for glob in self.plan.only)

    def _seen(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """The verdicts, of which those of known divergences don't count."""
        for verdict in self.watch.seen(verdicts):
            self.worst = min(self.worst, grade_of(verdict))
            yield verdict

    def _vectors_live(self, comparison: Comparison) -> Iterator[Verdict]:
        """The recorded cases on the live originals: port against original, and original against its recording.

        What an area has written by hand, and not recorded yet, is asked behind them.
        """
        reference = comparison.reference
        java = reference.about()["java.version"].partition(".")[0]
        recorded_here = java == str(varying.JAVA)
        cases = (*self._recorded_to_ask(comparison, recorded_here=recorded_here), *self._unrecorded())
        known = {truth.case.id: truth for truth in self.recorded} if self.plan.golden else {}
        if (bound := self.operation.of_one_jdk) and not recorded_here:
            elsewhere = [case for case in cases if case.id in bound]
            for case in elsewhere:
                yield Skipped(
                    case, tuple(map(str, comparison.lines)), reference.name, f"{OF_ONE_JDK}, and this is Java {java}"
                )
            cases = tuple(case for case in cases if case not in elsewhere)
        for truths in asked_ahead(comparison, (cases[i : i + BATCH] for i in range(0, len(cases), BATCH))):
            yield from self.replies.verdicts(truths, reference.name)
            for truth in truths:
                if truth.case.id in known and not is_same(truth.groups, known[truth.case.id].groups):
                    # Another JDK has other words for some errors (`varying.MESSAGES`).
                    messages = recorded_here or self.operation.messages
                    yield from self._against_recording(truth, known[truth.case.id], reference.name, messages=messages)

    def _recorded_to_ask(self, comparison: Comparison, *, recorded_here: bool) -> Iterable[Case]:
        """The cases given by hand, or the recorded ones of which the originals may have more to say.

        Args:
            comparison: With whom.
            recorded_here: Whether they run on the Java on which they were recorded.
        """
        plan = self.plan
        if plan.cases:
            return plan.cases
        if plan.again or plan.only or not (plan.golden and recorded_here and self._has_recorded(comparison.lines)):
            return [truth.case for truth in self.recorded]
        return [truth.case for truth in self.recorded if truth.case.id in self.failed]

    def _has_recorded(self, lines: Iterable[Line]) -> bool:
        recorded, _ = self.vectors.extent(self.operation.name)
        return set(recorded).issuperset(map(str, lines))

    def _against_recording(self, truth: Truth, recorded: Truth, name: str, *, messages: bool) -> Iterator[Verdict]:
        said, now = recorded.by_line(), truth.by_line()
        for line in [line for line in said if line in now and not same(said[line], now[line], messages=messages)]:
            (reply,) = self.replies.of(line, [truth.case])
            yield from disagreements(truth.case, {"golden": {line: said[line]}, name: {line: now[line]}}, reply)

    def _beyond(self, comparison: Comparison, budget: Budget) -> Iterator[Event]:
        """What no vector has: a search, and volume in columns of keys or in inputs drawn one by one.

        Where answers have grades, the search goes on for what is worse than the worst so far.

        Where divergences are known, the search goes around them, and then into those in which nothing has failed yet;
        columns can't go around anything, so there is no volume then.
        """
        from jarparity.check.bulk_rows import bulk_rows  # noqa: PLC0415 - golden runs are short
        from jarparity.check.volume import sweep  # noqa: PLC0415 - numpy is slow to import

        outside = self.watch.outside if self.watch.entries else None
        yield from self._seen(search(comparison, budget, outside, self.worst, go_on=True))
        for entry in self.watch.unproven():
            yield from self.watch.seen(search(comparison, budget, entry.covers))
        if self.worst is Grade.EXACT and not self.watch.entries:
            volume = bulk_rows if self.operation.bulk is None else sweep
            yield from volume(comparison, self.plan.volume, budget)
        if budget.over():
            yield CutShort(self.operation.name)


def failing(events: Iterable[EventT], failed: set[str]) -> Iterator[EventT]:
    """The same events.

    Args:
        events: Any.
        failed: Gets the ids of the cases that failed, as the events are taken.
    """
    for event in events:
        if isinstance(event, Differs | Errored):
            failed.add(event.case.id)
        yield event


@lru_cache(maxsize=1024)
def _parsed(names: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(map(Line.parse, names))


def operation_is_claimed(port: Port, operation: Operation) -> bool:
    """Whether the port says that it implements the operation."""
    return operation.matches(port.info.operations)


def line_is_claimed(port: Port, line: Line) -> bool:
    """Whether the port says that it equals the line."""
    return any(fnmatchcase(str(line), glob) for glob in port.info.lines)
