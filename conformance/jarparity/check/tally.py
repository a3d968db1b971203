"""The tally of a run: its counts, and the failures worth showing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from jarparity import registry
from jarparity.answers import GAVE_UP, Error, Value, canonical, same
from jarparity.check.counts import Counts, in_order
from jarparity.check.events import BulkAgreement, CutShort, NotCompared
from jarparity.check.failure_kinds import FailureKinds, Left, counted, grouped
from jarparity.divergences.file import Watched
from jarparity.grades import Grade
from jarparity.lines import Line
from jarparity.original_faults import faults_of
from jarparity.values.utf16 import has_lone_surrogate
from jarparity.verdicts import Agrees, Differs, Errored, Skipped, Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

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
class Tally(Counts):
    """What a run has seen so far: the counts, and what is worth showing.

    Attributes:
        failures: By operation the failing cases.
        failure_kinds: By operation how many cases failed in which way.
        agreeing: By operation some of the cases that agree.
        smallest: By operation the failing case that tells most.
        of_grade: By operation and grade the failing case that tells most.
        cut_short: The operations whose search the time has ended.
        watched: The known divergences, judged.
        faults_met: By operation and name, the faults of the originals that drawn inputs have shown, and the port, too.
    """

    failures: dict[str, list[Differs | Errored]] = field(default_factory=lambda: defaultdict(list))
    failure_kinds: dict[str, FailureKinds] = field(default_factory=lambda: defaultdict(FailureKinds))
    agreeing: dict[str, list[Agrees]] = field(default_factory=lambda: defaultdict(list))
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
            case NotCompared(operation, lines, reference, cases, reason):
                self.skip(operation, reason, lines, reference, cases, drawn=False)
            case BulkAgreement(operation, lines, reference, rows, drawn):
                self.count(operation, Agrees.name, lines, reference, rows, drawn=drawn)
            case _:
                self._add(event)

    def more(self, like: Verdict, cases: int) -> None:
        """Counts further cases with the verdict, the lines and (of a skip) the reason of one that was added."""
        operation = like.case.operation
        if isinstance(like, Skipped):
            self.skip(operation, like.reason, like.lines, like.reference, cases, drawn=like.case.is_drawn)
            return
        self.count(operation, like.name, like.lines, like.reference, cases, drawn=like.case.is_drawn)
        if isinstance(like, Differs | Errored):
            self.failure_kinds[operation].add(like, cases)

    def _add(self, verdict: Verdict) -> None:
        if isinstance(verdict, Differs | Errored):
            is_first = self.failure_kinds[verdict.case.operation].is_new(verdict)
            self.more(verdict, 1)
            self._fail(verdict, is_first=is_first)
            return
        self.more(verdict, 1)
        if isinstance(verdict, Agrees):
            self._agree(verdict)

    def _fail(self, event: Differs | Errored, *, is_first: bool) -> None:
        """Keeps a failure; that of an input which fails alike on releases that were asked apart is one."""
        operation = event.case.operation
        failures, places = self.failures[operation], self._places[operation]
        for place in places.get(event.case.id, ()):
            before = failures[place]
            if is_alike(before, event):
                failures[place] = both = replace(before, lines=tuple(in_order({*before.lines, *event.lines})))
                self._put_in_place_of(before, both)
                return
        if self._tells_most(event) or is_first or len(failures) < KEPT:
            places.setdefault(event.case.id, []).append(len(failures))
            failures.append(event)

    def _put_in_place_of(self, before: Differs | Errored, both: Differs | Errored) -> None:
        operation = before.case.operation
        if self.smallest[operation] is before:
            self.smallest[operation] = both
        known = self.of_grade[operation]
        known.update({grade: both for grade, failure in known.items() if failure is before})

    def _agree(self, event: Agrees) -> None:
        operation = event.case.operation
        if len(self.agreeing[operation]) < AGREEING:
            self.agreeing[operation].append(event)
        for fault in faults_of(operation) if event.case.is_found else ():
            if fault.shown(event.case.input, event.answer):
                self.faults_met.setdefault((operation, fault.name), FaultMet(fault, event)).add(event)

    def _tells_most(self, failure: Differs | Errored) -> bool:
        """Whether it tells more than all before, in the operation or among those of its grade: then it is kept so."""
        operation, grade, its = failure.case.operation, _grade(failure), size(failure)
        before, of_grade = self.smallest.get(operation), self.of_grade[operation]
        is_smallest = before is None or its < size(before)
        if is_smallest:
            self.smallest[operation] = failure
        if grade in of_grade and its >= size(of_grade[grade]):
            return is_smallest
        of_grade[grade] = failure
        return True

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


def size(failure: Differs | Errored) -> tuple[bool, bool, bool, int, str]:
    """Orders failures by how much they tell: what was asked, what can occur, wrong values, and short inputs first."""
    text = canonical(failure.case.input)
    unasked = isinstance(failure, Errored) and failure.reason.endswith(GAVE_UP)
    values = isinstance(failure, Differs) and isinstance(failure.expected, Value) and isinstance(failure.got, Value)
    is_odd = has_lone_surrogate(text) or not registry.operation(failure.case.operation).is_realistic(failure.case.input)
    return unasked, is_odd, not values, len(text), text
