"""What of a file of vectors is another, beside what may be: ids, sources, provenance, messages, the order of lines."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from jarparity import catalogue
from jarparity.answers import canonical, same

if TYPE_CHECKING:
    from jarparity.answers import Answer
    from jarparity.cases import Case, Vector
    from jarparity.fixtures.format import Header
    from jarparity.fixtures.reading import FixtureFile

_FREE: Final = frozenset({"id", "source", "kit", "seed"})
"""Fields of cases and headers that may be others: which kit made a file, from which seed, is its provenance."""


def what_is_other(before: FixtureFile, now: FixtureFile) -> str | None:
    """Names the first field that says something and is another; None where there is none.

    A message of an error says something only where the operation's messages are compared.
    """
    if name := _other_field(before.header, now.header):
        return f"`{name}` of the header"
    messages = catalogue.operation(now.header.operation).messages
    known = {canonical(vector.case.input): vector for vector in before.vectors}
    for vector in now.vectors:
        was = known.pop(canonical(vector.case.input), None)
        if was is None:
            return f"the input of {vector.case.id}"
        if what := _other_field(was.case, vector.case) or _other_answer(was, vector, messages=messages):
            return f"{what} of {vector.case.id}"
    return None


def _other_field(before: Header | Case, now: Header | Case) -> str | None:
    names = (field.name for field in dataclasses.fields(now) if field.name not in _FREE)
    return next((name for name in names if getattr(before, name) != getattr(now, name)), None)


def _other_answer(before: Vector, now: Vector, *, messages: bool) -> str | None:
    was, its = _by_line(before), _by_line(now)
    if was.keys() != its.keys() or _groups(before) != _groups(now):
        return "lines"
    return next((f"answer of {name}" for name in was if not same(was[name], its[name], messages=messages)), None)


def _groups(vector: Vector) -> list[list[str]]:
    return sorted(sorted(recorded.lines) for recorded in vector.answers)


def _by_line(vector: Vector) -> dict[str, Answer]:
    return {line: recorded.answer for recorded in vector.answers for line in recorded.lines}
