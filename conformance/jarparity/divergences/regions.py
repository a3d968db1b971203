"""Regions of an operation's inputs: predicates that say of every input whether it is inside, and never throw.

What is not there is null; what doesn't fit together (a text less than a number, a remainder by 0) is null or false.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from jarparity.answers import Value, same

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.divergences.shapes import Shape

_DECIMAL = re.compile(r"-?[0-9]{1,400}")


@dataclass(frozen=True, slots=True)
class Region:
    """A part of an expression.

    Attributes:
        of: Gives its value for an input, or for an element of a list in one.
        shape: What a field may be; None where that isn't known, or it is no field.
        may_hold: Whether its value may be true.
    """

    of: Callable[[JSON], JSON]
    shape: Shape | None = None
    may_hold: bool = True


def constant(value: int | str | bool | None) -> Region:  # noqa: FBT001 - any constant of JSON
    """A number, a text, true, false or null."""
    return Region(lambda _: value, may_hold=isinstance(value, bool))


def field(names: Sequence[str], shape: Shape | None = None) -> Region:
    """A field, or a field of a field; no names at all are the document itself. In a list, `first` is element 0.

    Args:
        names: From the outermost on.
        shape: What it may be, where that is known.
    """

    def of(document: JSON) -> JSON:
        for name in names:
            if isinstance(document, dict):
                document = document.get(name)
            elif isinstance(document, list) and name in ("first", "last") and document:
                document = document[0 if name == "first" else -1]
            else:
                return None
        return document

    return Region(of, shape, shape is None or shape.may_be_true)


def applied(function: Callable[..., JSON], *parts: Region, may_hold: bool = True) -> Region:
    """One of the functions below, of the parts' values.

    Args:
        function: Which.
        parts: Its arguments.
        may_hold: Whether it may give true.
    """
    return Region(lambda document: function(*(part.of(document) for part in parts)), may_hold=may_hold)


def holding(every: Callable[..., bool], parts: Sequence[Region]) -> Region:
    """Whether all parts hold, or any does: `every` is Python's `all` or `any`."""
    return Region(lambda document: every(part.of(document) is True for part in parts))


def quantified(word: str, part: Region, holds: Region) -> Region:
    """`any`, `all` or `count` of the elements of a list, or the values of an object; of what is no list, of nothing."""

    def of(document: JSON) -> JSON:
        value = part.of(document)
        elements = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        count = sum(holds.of(element) is True for element in elements)
        if word == "count":
            return count
        return count > 0 if word == "any" else count == len(elements)

    return Region(of, may_hold=word != "count")


def _within(left: JSON, right: JSON) -> bool:
    if isinstance(right, str):
        return isinstance(left, str) and left in right
    if isinstance(right, list):
        return any(same(Value(left), Value(element)) for element in right)
    return isinstance(right, dict) and isinstance(left, str) and left in right


def _is_number(value: JSON) -> bool:
    return type(value) is int


def _ordered(compare: Callable[[JSON, JSON], bool]) -> Callable[[JSON, JSON], bool]:
    """An order of two numbers or two texts; false of anything else."""

    def holds(left: JSON, right: JSON) -> bool:
        texts = isinstance(left, str) and isinstance(right, str)
        return (texts or (_is_number(left) and _is_number(right))) and compare(left, right)

    return holds


def _calculated(calculate: Callable[[int, int], int]) -> Callable[[JSON, JSON], JSON]:
    """Of two whole numbers; null where one of the two is none, and for a remainder by 0."""

    def result(left: JSON, right: JSON) -> JSON:
        possible = _is_number(left) and _is_number(right) and (right or calculate is not operator.mod)
        return calculate(left, right) if possible else None

    return result


def _length(value: JSON) -> JSON:
    """How many elements a list has, fields an object, characters a text; null for anything else."""
    return len(value) if isinstance(value, list | dict | str) else None


def _number(value: JSON) -> JSON:
    """The number that a decimal text says, as 64-bit integers are texts in inputs; null where it says none."""
    if isinstance(value, str):
        return int(value) if _DECIMAL.fullmatch(value) else None
    return value if _is_number(value) else None


COMPARISONS: Final[Mapping[str, Callable[[JSON, JSON], bool]]] = {
    "==": lambda left, right: same(Value(left), Value(right)),
    "!=": lambda left, right: not same(Value(left), Value(right)),
    "<=": _ordered(operator.le),
    ">=": _ordered(operator.ge),
    "<": _ordered(operator.lt),
    ">": _ordered(operator.gt),
    "in": _within,
}
"""`==` and `!=` of any two values, by type and value; an order of two numbers or two texts; `in` a list or text."""

ARITHMETIC: Final = {
    "+": _calculated(operator.add),
    "-": _calculated(operator.sub),
    "*": _calculated(operator.mul),
    "%": _calculated(operator.mod),
}
"""Of whole numbers; a remainder has the sign of the divisor."""

FUNCTIONS: Final = {"len": _length, "number": _number}
