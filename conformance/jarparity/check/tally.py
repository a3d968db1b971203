"""The count of a run: verdicts by operation, what answered, and the failures worth showing."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import GAVE_UP, Error, Value, canonical, same
from jarparity.check.events import NO_RELEASE, NOT_CLAIMED, OF_ONE_JDK, BulkAgreement, CutShort, NotCompared
from jarparity.check.failure_kinds import FailureKinds, Left, counted, grouped
from jarparity.divergences.file import Watched
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.original_faults import faults_of
from jarparity.values.utf16 import has_lone_surrogate
from jarparity.verdicts import VERDICTS, Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from jarparity.answers import JSON, Answer, Reply
    from jarparity.check.failure_kinds import Group
    from jarparity.original_faults import OriginalFault

KEPT = 1000
"""Failures kept for an operation, and the first of each kind in any case; all are counted."""

AGREEING = 200
"""Agreeing cases kept for an operation: a known bug that would have got them wrong is not the port's."""


@dataclass(slots=True)
class FaultMet:
    """A fault of the original that the search has met, and that the port shares.

    Attributes:
        fault: Which.
        smallest: The shortest of the inputs, as the releases answer it that do so alike.
        ids: Of all of them.
    """

    fault: OriginalFault
    smallest: Agrees
    ids: set[str] = field(default_factory=set)

    def add(self, agreement: Agrees) -> None:
        """One more input, or one more answer to it."""
        self.ids.add(agreement.case.id)
        if _length(agreement) < _length(self.smallest):
            self.smallest = agreement


@dataclass(slots=True)
class Tally:
    """What a run has seen so far.

    Attributes:
        counts: By operation and verdict how many answers of lines, each counted; of what was skipped, how many cases.
        grouped: By operation, lines and verdict how many cases.
        answered: By reference how many answers of lines were compared.
        failure_kinds: By operation how many cases failed in which way.
        asked: By operation, reference, newest line of a verdict, and whether they were drawn, how many cases.
        faults_met: By operation and name, the faults of the originals that drawn inputs have shown, and the port, too.
    """

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    grouped: Counter[tuple[str, tuple[str, ...], str]] = field(default_factory=Counter)
    answered: dict[str, int] = field(default_factory=Counter)
    asked: Counter[tuple[str, str, str, bool]] = field(default_factory=Counter)
    lines: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    failures: dict[str, list[Differs | Errored]] = field(default_factory=lambda: defaultdict(list))
    failure_kinds: dict[str, FailureKinds] = field(default_factory=lambda: defaultdict(FailureKinds))
    agreeing: dict[str, list[Agrees]] = field(default_factory=lambda: defaultdict(list))
    skips: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    smallest: dict[str, Differs | Errored] = field(default_factory=dict)
    of_grade: dict[str, dict[Grade, Differs | Errored]] = field(default_factory=lambda: defaultdict(dict))
    cut_short: list[str] = field(default_factory=list)
    watched: list[Watched] = field(default_factory=list)
    faults_met: dict[tuple[str, str], FaultMet] = field(default_factory=dict)
    _places: dict[str, dict[str, list[int]]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, event: Verdict | BulkAgreement | NotCompared | CutShort | Watched) -> None:
        """Counts one verdict, a column's worth of agreement, or an operation that is left out."""
        match event:
            case CutShort():
                self.cut_short.append(event.operation)
            case Watched():
                self.watched.append(event)
            case NotCompared():
                self._leave_out(event)
            case _:
                self._count(event)

    @property
    def declined(self) -> int:
        """Cases that the port declined, of operations that it claims."""
        counts = self.skips.items()
        return sum(n for why, n in counts if not why.startswith((NOT_CLAIMED, NO_RELEASE, OF_ONE_JDK)))

    def _count(self, event: Verdict | BulkAgreement) -> None:
        if isinstance(event, BulkAgreement):
            operation, name, cases, drawn = event.operation, Agrees.name, event.rows, event.drawn
        else:
            operation, name, cases, drawn = event.case.operation, event.name, 1, event.case.is_drawn
        answers = cases if isinstance(event, Skipped) else cases * len(event.lines)
        self.counts[operation][name] += answers
        self.grouped[operation, event.lines, name] += cases
        if not isinstance(event, Skipped):
            self.answered[event.reference] += answers
            self.lines[event.reference].update(event.lines)
            self.asked[operation, event.reference, event.lines[-1], drawn] += cases
        if isinstance(event, Differs | Errored):
            self._fail(event)
        if isinstance(event, Agrees):
            self._agree(event)
        if isinstance(event, Skipped):
            self.skips[event.reason] += 1
            self.reasons[operation].add(event.reason)

    def _fail(self, event: Differs | Errored) -> None:
        """Keeps a failure; that of an input which fails alike on releases that were asked apart is one."""
        operation = event.case.operation
        is_first = self.failure_kinds[operation].add(event)
        failures, places = self.failures[operation], self._places[operation]
        for place in places.get(event.case.id, ()):
            before = failures[place]
            if is_alike(before, event):
                failures[place] = both = replace(before, lines=tuple(in_order({*before.lines, *event.lines})))
                self._put_in_place_of(before, both)
                return
        if is_first or len(failures) < KEPT:
            places.setdefault(event.case.id, []).append(len(failures))
            failures.append(event)
        if operation not in self.smallest or size(event) < size(self.smallest[operation]):
            self.smallest[operation] = event
        self._keep_of_grade(event)

    def _put_in_place_of(self, before: Differs | Errored, both: Differs | Errored) -> None:
        operation = before.case.operation
        if self.smallest[operation] is before:
            self.smallest[operation] = both
        known = self.of_grade[operation]
        known.update({grade: both for grade, failure in known.items() if failure is before})

    def _leave_out(self, event: NotCompared) -> None:
        self.counts[event.operation][Skipped.name] += event.cases
        self.grouped[event.operation, event.lines, Skipped.name] += event.cases
        self.skips[event.reason] += event.cases
        self.reasons[event.operation].add(event.reason)

    def _agree(self, event: Agrees) -> None:
        operation = event.case.operation
        if len(self.agreeing[operation]) < AGREEING:
            self.agreeing[operation].append(event)
        for fault in faults_of(operation) if event.case.is_found else ():
            if fault.shown(event.case.input, event.answer):
                self.faults_met.setdefault((operation, fault.name), FaultMet(fault, event)).add(event)

    def more(self, like: Differs | Errored | Skipped, cases: int) -> None:
        """Counts further cases with the verdict, the lines and (of a skip) the reason of one that was added."""
        operation = like.case.operation
        answers = cases if isinstance(like, Skipped) else cases * len(like.lines)
        self.counts[operation][like.name] += answers
        self.grouped[operation, like.lines, like.name] += cases
        if isinstance(like, Skipped):
            self.skips[like.reason] += cases
        else:
            if isinstance(like, Differs | Errored):
                self.failure_kinds[operation].add(like, cases)
            self.answered[like.reference] += answers
            self.asked[operation, like.reference, like.lines[-1], like.case.is_drawn] += cases

    def _keep_of_grade(self, failure: Differs | Errored) -> None:
        known = self.of_grade[failure.case.operation]
        grade = _grade(failure)
        if grade not in known or size(failure) < size(known[grade]):
            known[grade] = failure

    @property
    def grades(self) -> dict[str, Grade]:
        """By operation that was compared, the worst grade of any answer; known divergences don't count."""
        compared = [name for name, counts in self.counts.items() if sum(counts.values()) > counts[Skipped.name]]
        return {name: min(self.of_grade.get(name, ()), default=Grade.EXACT) for name in compared}

    def lost(self, operation: str) -> dict[Grade, Differs | Errored]:
        """The smallest case for each grade that an operation has lost, the best grade first."""
        known = self.of_grade.get(operation, {})
        found: dict[Grade, Differs | Errored] = {}
        for grade in (Grade.EXACT, Grade.EQUIVALENT, Grade.VALID):
            worse = [failure for theirs, failure in known.items() if theirs < grade]
            if worse:
                found[grade] = min(worse, key=size)
        return found

    def most_telling(
        self, operation: str, unexplained: Collection[str] = (), older: Collection[str] = (), *, is_named: bool = False
    ) -> list[tuple[Differs | Errored, int]]:
        """An operation's failures that tell most, one of each kind, and how many cases failed so.

        Of each kind it is the smallest of the worst grade on the newest releases. What differs stands before what
        broke, the worse grade before the better one, what the named bug explains before what it leaves, wrong values
        before errors, and the kind with more cases before that with fewer. Last are the cases that were not asked.

        Args:
            operation: Its name.
            unexplained: The inputs, as canonical JSON, of differences that the bug which is named doesn't explain.
            older: Likewise, of those that it needn't explain: they are on older releases only.
            is_named: Whether a bug is named: what it explains is of one kind.
        """
        kept = (*self.of_grade[operation].values(), *self.failures[operation])
        texts = [canonical(failure.case.input) for failure in kept]
        left = [Left.UNEXPLAINED if text in unexplained else Left.OLDER if text in older else None for text in texts]
        groups = grouped(kept, left, is_named=is_named)
        only_older = self.on_older_only(operation)
        tells = {id(one): (_grade(one), text in only_older, size(one)) for one, text in zip(kept, texts, strict=True)}
        first = {key: min(members, key=lambda one: tells[id(one)]) for key, members in groups.items()}
        kinds = self.failure_kinds[operation]

        def telling(key: Group) -> tuple[bool, bool, Grade, int, bool, int, str]:
            verdict, why, kind = key
            unasked = verdict is Errored and kind.endswith(GAVE_UP)
            cases = kinds.cases(verdict, [kind])
            return verdict is Errored, unasked, _grade(first[key]), why or 0, bool(kind), -cases, kind

        in_order = {key: groups[key] for key in sorted(groups, key=telling)}
        return [(first[key], cases) for key, cases in counted(in_order, kinds)]

    def releases(self, failure: Differs | Errored, older: Collection[str] = ()) -> int:
        """On how many releases cases failed as this one did.

        Args:
            failure: The case.
            older: The inputs, as canonical JSON, that differ on older releases only: they are counted apart.
        """
        operation, theirs = failure.case.operation, canonical(failure.case.input)
        if theirs not in older:
            return self.failure_kinds[operation].releases(failure)
        alike = (other for other in self.failures[operation] if canonical(other.case.input) in older)
        return len({line for other in alike for line in other.lines})

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

    def observations(self, operation: str) -> list[tuple[str, JSON, Answer, Reply]]:
        """What was seen of an operation, failing and agreeing, for `faults.diagnose`; on the newest releases last."""
        newest = self._newest(operation)
        failing = [
            (f.lines, (operation, f.case.input, f.expected, f.got))
            for f in self.failures[operation]
            if isinstance(f, Differs)
        ]
        agreeing = [(a.lines, (operation, a.case.input, a.answer, a.answer)) for a in self.agreeing[operation]]
        return [seen for _, seen in sorted([*failing, *agreeing], key=lambda one: not newest.isdisjoint(one[0]))]

    def on_older_only(self, operation: str) -> frozenset[str]:
        """The inputs, as canonical JSON, that differ on other than the newest releases; none if these all agree."""
        newest, now = self._newest(operation), {True: set[str](), False: set[str]()}
        for failure in self.failures[operation]:
            if isinstance(failure, Differs):
                now[not newest.isdisjoint(failure.lines)].add(canonical(failure.case.input))
        return frozenset(now[False] - now[True]) if now[True] else frozenset()

    def _newest(self, operation: str) -> set[str]:
        """Of each product the newest release on which an operation was compared."""
        by_family = {Line.parse(line).family: line for line in self.lines_of(operation)}
        return set(by_family.values())

    def kit_is_at_fault(self) -> bool:
        """Whether references disagreed with each other."""
        return any(isinstance(f, Errored) and f.dissenter for fs in self.failures.values() for f in fs)


def is_alike(one: Differs | Errored, other: Differs | Errored) -> bool:
    """Whether two failures of one input are the same, on whatever releases."""
    if isinstance(one, Differs) and isinstance(other, Differs):
        here, there = one.got, other.got
        if isinstance(here, Value | Error) and isinstance(there, Value | Error):
            is_same = same(here, there, messages=True)
        else:
            is_same = here == there
        return is_same and one.reference == other.reference and same(one.expected, other.expected, messages=True)
    return isinstance(one, Errored) and replace(one, lines=()) == replace(other, lines=())


def _length(verdict: Verdict) -> int:
    return len(canonical(verdict.case.input))


def _grade(failure: Differs | Errored) -> Grade:
    return failure.grade if isinstance(failure, Differs) else Grade.WRONG


def in_order(lines: Iterable[str]) -> list[str]:
    """Lines by family and version."""
    return [str(line) for line in sorted(map(Line.parse, lines))]


def size(failure: Differs | Errored) -> tuple[bool, bool, bool, int, str]:
    """Orders failures by how much they tell: what was asked, what can occur, wrong values, and short inputs first."""
    text = canonical(failure.case.input)
    unasked = isinstance(failure, Errored) and failure.reason.endswith(GAVE_UP)
    values = isinstance(failure, Differs) and isinstance(failure.expected, Value) and isinstance(failure.got, Value)
    is_odd = has_lone_surrogate(text) or not registry.operation(failure.case.operation).is_realistic(failure.case.input)
    return unasked, is_odd, not values, len(text), text
