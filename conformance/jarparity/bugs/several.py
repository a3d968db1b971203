"""Several bugs at once: which set of them gives the answers that no single one does."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from jarparity.answers import same
from jarparity.bugs import model
from jarparity.bugs.rules import TRUE, NotModelledError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jarparity.answers import JSON, Answer
    from jarparity.bugs.bug import Bug
    from jarparity.bugs.rules import Rules

LOOKED_AT: Final = 300
"""Failing cases from which the set is chosen; all of them must then bear it out."""

_UP_TO: Final = 5
"""Bugs in a set; with more, anything can be explained."""


@dataclass(frozen=True, slots=True)
class Several:
    """Bugs that explain failures together.

    Attributes:
        bugs: Those that are worth a name, the one on which most cases hang first.
        hanging: For each how many cases the others alone leave unexplained.
        explained: How many cases they give the port's answers to.
    """

    bugs: tuple[Bug, ...]
    hanging: tuple[int, ...]
    explained: int


class ConflictError(ValueError):
    """Two bugs turn the same switch."""


def joined(bugs: Sequence[Bug]) -> Rules:
    """The rules with the switches of all of these bugs turned.

    Raises:
        ConflictError: Two of them turn one switch to different sides.
    """
    rules: Rules = TRUE
    for bug in bugs:
        rules = _join(rules, bug.rules, TRUE)
    return rules


def _join(one: Any, other: Any, true: Any) -> Any:  # noqa: ANN401 - rules, or a part of them, or a switch
    if other == true:
        return one
    if one in (true, other):
        return other
    if not is_dataclass(one) or isinstance(one, type):
        raise ConflictError(f"{one!r} and {other!r}")
    names = [field.name for field in fields(one)]
    parts = {name: _join(getattr(one, name), getattr(other, name), getattr(true, name)) for name in names}
    return replace(one, **parts)


def several(
    candidates: Sequence[Bug],
    failing: Sequence[tuple[str, JSON, Answer]],
    passing: Sequence[tuple[str, JSON, Answer]],
    enough: int,
) -> Several | None:
    """The set of bugs that together reproduce every case about which the model says something.

    Args:
        candidates: Bugs of the model. One that an agreeing case rules out alone may be there beside another.
        failing: Operation, input, and what the port answered.
        passing: The same, of cases in which the port was right.
        enough: At least so many cases must hang on a bug for it to be named; others help to explain.
    """
    looked_at = [*failing[:LOOKED_AT], *passing]
    chosen: list[Bug] = []
    best = _explained([], looked_at)
    while len(chosen) < min(_UP_TO, len(candidates)):
        better = None
        for bug in candidates:
            if bug not in chosen and (count := _explained([*chosen, bug], looked_at, best)) > best:
                best, better = count, bug
        if better is None:
            break
        chosen.append(better)
    if any(agrees is False for agrees in _agreements(chosen, [*failing, *passing])):
        return None
    explained = _explained(chosen, failing)
    hanging = {bug.tag: explained - _explained([one for one in chosen if one is not bug], failing) for bug in chosen}
    named = sorted((bug for bug in chosen if hanging[bug.tag] >= enough), key=lambda bug: -hanging[bug.tag])
    return Several(tuple(named), tuple(hanging[bug.tag] for bug in named), explained) if named else None


def _explained(bugs: Sequence[Bug], cases: Sequence[tuple[str, JSON, Answer]], most: int = -1) -> int:
    """How many answers these bugs together give; counted no further once it can't be more than `most`."""
    explained, left = 0, len(cases)
    for agrees in _agreements(bugs, cases):
        explained += agrees is True
        left -= 1
        if explained + left <= most:
            break
    return explained


def _agreements(bugs: Sequence[Bug], cases: Sequence[tuple[str, JSON, Answer]]) -> Iterator[bool | None]:
    """Case by case whether these bugs together give the answer; None where the model says nothing."""
    try:
        rules = joined(bugs)
    except ConflictError:
        yield from (False for _ in cases)
        return
    for operation, document, got in cases:
        try:
            yield same(model.answer(operation, document, rules), got)
        except NotModelledError:
            yield None
