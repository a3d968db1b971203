"""The part of a run that is about one operation: recorded answers, the live originals, a search, and volume."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING

from jarparity import varying
from jarparity.answers import same
from jarparity.case_collector import written
from jarparity.check.asking import Comparison, PortReplies, asked_ahead
from jarparity.check.events import (
    NO_RELEASE,
    NOT_CLAIMED,
    NOT_LOCKED,
    NOT_RECORDED,
    OF_ONE_JDK,
    CutShort,
    NotCompared,
)
from jarparity.check.judging import Truth, disagreements, grade_of, is_same, newest, on_lines
from jarparity.check.search import Budget, search
from jarparity.divergences.file import Watch, Watched
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.originals import locked_lines
from jarparity.ports.claims import line_is_claimed, operation_is_claimed
from jarparity.validation import validate_case
from jarparity.verdicts import Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.cases import Case
    from jarparity.check.plan import Event, EventT, Plan, Recordings
    from jarparity.operations import Operation
    from jarparity.ports import Port
    from jarparity.references import LiveReference

BATCH = 2000
"""Vectors in one round trip."""


@dataclass(slots=True)
class OperationRun:
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
        self.watch = Watch(self.plan.divergences.of(self.operation.name), self.plan.required)
        self.replies = PortReplies(self.operation, self.port)

    @property
    def _wanted(self) -> set[Line]:
        return {line for line in self.plan.lines if self.operation.has(line) and line_is_claimed(self.port, line)}

    def take_recorded(self) -> None:
        """Keeps what is recorded of the lines that are asked."""
        wanted = self._wanted
        self.recorded = [t for t in (on_lines(truth, wanted) for truth in self._recorded()) if t.groups]
        self.recorded.sort(key=lambda truth: not self.operation.is_realistic(truth.case.input))

    def against_recordings(self) -> Iterator[Event]:
        """The port and what is recorded."""
        plan = self.plan
        is_claimed = operation_is_claimed(self.port, self.operation)
        if not is_claimed or not self._wanted:
            lines, cases = self.vectors.extent(self.operation.name)
            is_asked = any(self.operation.has(line) for line in plan.lines)
            if is_asked and (chosen := len(self._recorded()) if plan.only else cases):
                reason = NO_RELEASE if is_claimed else NOT_CLAIMED
                yield NotCompared(self.operation.name, lines, self.vectors.name, chosen, reason)
            elif not is_asked and not any(map(self.operation.has, locked_lines())):
                yield NotCompared(self.operation.name, (), self.vectors.name, 0, NOT_LOCKED)
            return
        self.take_recorded()
        if not self.live and not self.vectors.extent(self.operation.name)[1]:
            yield NotCompared(self.operation.name, (), self.vectors.name, 0, NOT_RECORDED)
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
        """Hand-written cases that have no recorded answers.

        Raises:
            CaseError: One doesn't fit the operation's schema.
        """
        if not self.plan.written or self.plan.cases:
            return []
        recorded = {vector.case.id for vector in self.vectors.vectors(self.operation.name)}
        new = [case for case in written(self.operation) if case.id not in recorded and self._is_chosen(case)]
        for case in new:
            validate_case(self.operation, case)
        return new

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
            yield from self.watch.seen(search(comparison, budget, entry.covers, self.plan.required))
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
