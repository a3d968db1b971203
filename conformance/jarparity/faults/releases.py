"""Which other release of the original a failing port answers as: the recorded answers of every line are at hand.

Many ports were written after a release of their time, and stayed there. Their answers are not wrong, they are old.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from jarparity import registry
from jarparity.answers import Error, Value, canonical, same
from jarparity.lines import Line
from jarparity.references.golden import GoldenReference

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.faults.diagnosis import Observation

ENOUGH: Final = 3
"""Telling cases that have to agree."""

_SHARE: Final = 0.9
"""Of the telling cases so many must: a port of an old release has some faults of its own."""


@dataclass(frozen=True, slots=True)
class OtherRelease:
    """A release whose answers the port gives, where they are not those that it should give.

    Attributes:
        line: The release.
        agreeing: On how many telling inputs the port gives its answer.
        telling: Observed inputs to which the release answers otherwise than the line that was asked.
        tickets: What changed the answers since.
        unexplained: The inputs, as canonical JSON, of the failures to which the release gives another answer than the
            port. What it answers to an input that isn't recorded is not known, so none of those is here.
    """

    line: Line
    agreeing: int
    telling: int
    tickets: tuple[str, ...]
    unexplained: frozenset[str] = frozenset()


def other_release(observations: Iterable[Observation]) -> OtherRelease | None:
    """The release that a port of one operation answers as; None where its answers are no release's.

    Where answers have grades, two are one if every member has the same partitions, in any order of a list: but only
    where the two releases differ in more than that order. The release has to explain at least half of the failures.
    """
    counts: dict[Line, list[int]] = {}
    seen = [(name, document, true, got) for name, document, true, got in observations if isinstance(got, Value | Error)]
    for name, document, expected, got in seen:
        for lines, answer in _recorded(name).get(canonical(document), ()):
            if not _alike(name, answer, expected):
                agrees = _alike(name, answer, got)
                for line in lines:
                    count = counts.setdefault(line, [0, 0])
                    count[0] += agrees
                    count[1] += 1
    fitting = [
        (agreeing / telling, agreeing, line)
        for line, (agreeing, telling) in counts.items()
        if agreeing >= ENOUGH and agreeing >= _SHARE * telling
    ]
    for _, agreeing, line in sorted(fitting, reverse=True):
        failing, unexplained = _failures(seen, line)
        if 2 * len(unexplained) <= failing:
            return OtherRelease(line, agreeing, counts[line][1], _tickets(seen[0][0], line), unexplained)
    return None


def is_answered_as_newest(observation: Observation) -> bool:
    """Whether a failing port gave the answer of the newest release, where an older one was asked."""
    name, document, expected, got = observation
    if not isinstance(got, Value | Error) or same(expected, got):
        return False
    newest = max(lines_of(name), key=lambda line: line.age, default=None)
    recorded = _recorded(name).get(canonical(document), ())
    return any(newest in lines and same(answer, got) for lines, answer in recorded)


def _failures(seen: Iterable[tuple[str, JSON, Answer, Answer]], line: Line) -> tuple[int, frozenset[str]]:
    """How many failures are recorded for the line, and the inputs of those that it doesn't explain."""
    failing: dict[str, bool] = {}
    for name, document, expected, got in seen:
        if not same(expected, got):
            text = canonical(document)
            for lines, answer in _recorded(name).get(text, ()):
                if line in lines:
                    is_telling = not _alike(name, answer, expected)
                    failing[text] = same(answer, got) or (is_telling and _alike(name, answer, got))
    return len(failing), frozenset(text for text, is_explained in failing.items() if not is_explained)


@cache
def lines_of(operation: str) -> tuple[Line, ...]:
    """The lines of which answers to an operation are recorded, sorted."""
    lines, _ = GoldenReference.default().extent(operation)
    return tuple(map(Line.parse, lines))


@cache
def _recorded(operation: str) -> Mapping[str, Sequence[tuple[Sequence[Line], Answer]]]:
    """By input the answers, each with its lines."""
    return {
        canonical(vector.case.input): [(tuple(map(Line.parse, r.lines)), r.answer) for r in vector.answers]
        for vector in GoldenReference.default().vectors(operation)
    }


def _alike(operation: str, one: Answer, other: Answer) -> bool:
    alike = registry.operation(operation).alike
    return same(one, other) or (alike is not None and alike(one, other))


def _tickets(operation: str, line: Line) -> tuple[str, ...]:
    found = (
        change["tickets"]
        for change in registry.area_of(operation).changes()
        if operation in change["operations"] and Line(change["family"], change["older"]) == line
    )
    return tuple(dict.fromkeys(ticket for tickets in found for ticket in tickets))
