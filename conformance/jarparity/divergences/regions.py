"""Regions of an operation's inputs: predicates that say of every input whether it is inside, and never throw.

What is not there is null; what doesn't fit together (a text less than a number, a remainder by 0) is null or false.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from jarparity.answers import Value, same

if TYPE_CHECKING:
    from jarparity.answers import JSON

ELEMENT: Final = "it"
"""The element itself, within `any`, `all` and `count`; elsewhere the whole input."""

_DECIMAL = re.compile(r"-?[0-9]{1,400}")


class Region(Protocol):
    """A part of an expression."""

    def of(self, document: JSON) -> JSON:
        """Its value for an input, or for an element of a list in one."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, true, false or null."""

    value: int | str | bool | None

    def of(self, _: JSON) -> JSON:
        """The constant."""
        return self.value


@dataclass(frozen=True, slots=True)
class Field:
    """A field, or a field of a field; no names at all are the document itself. In a list, `first` is element 0."""

    names: tuple[str, ...]

    def of(self, document: JSON) -> JSON:
        """The field's value; null where there is none."""
        for name in self.names:
            if isinstance(document, dict):
                document = document.get(name)
            elif isinstance(document, list) and name in ("first", "last") and document:
                document = document[0 if name == "first" else -1]
            else:
                return None
        return document


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold."""

    parts: tuple[Region, ...]

    def of(self, document: JSON) -> bool:
        """Whether they do."""
        return all(part.of(document) is True for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Any part holds."""

    parts: tuple[Region, ...]

    def of(self, document: JSON) -> bool:
        """Whether one does."""
        return any(part.of(document) is True for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    """The part doesn't hold."""

    part: Region

    def of(self, document: JSON) -> bool:
        """Whether it doesn't."""
        return self.part.of(document) is not True


@dataclass(frozen=True, slots=True)
class Comparison:
    """`==` and `!=` of any two values, by type and value; an order of two numbers or two texts; `in` a list or text."""

    sign: str
    left: Region
    right: Region

    def of(self, document: JSON) -> bool:
        """Whether it holds; false where the two can't be put in an order."""
        left, right = self.left.of(document), self.right.of(document)
        match self.sign:
            case "==":
                return same(Value(left), Value(right))
            case "!=":
                return not same(Value(left), Value(right))
            case "in":
                return _within(left, right)
        if not ((_is_number(left) and _is_number(right)) or (isinstance(left, str) and isinstance(right, str))):
            return False
        ordered = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
        return bool(ordered[self.sign])


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`+`, `-`, `*` and `%` (with the sign of the divisor) of whole numbers."""

    sign: str
    left: Region
    right: Region

    def of(self, document: JSON) -> JSON:
        """The number; null where one of the two is none, and for a remainder by 0."""
        left, right = self.left.of(document), self.right.of(document)
        if not (_is_number(left) and _is_number(right)):
            return None
        match self.sign:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
        return left % right if right else None


@dataclass(frozen=True, slots=True)
class Length:
    """How many elements a list has, fields an object, characters a text."""

    part: Region

    def of(self, document: JSON) -> JSON:
        """The number; null for anything else."""
        value = self.part.of(document)
        return len(value) if isinstance(value, list | dict | str) else None


@dataclass(frozen=True, slots=True)
class Number:
    """The number that a decimal text says: 64-bit integers are texts in inputs."""

    part: Region

    def of(self, document: JSON) -> JSON:
        """The number; null where it says none."""
        value = self.part.of(document)
        if isinstance(value, str):
            return int(value) if _DECIMAL.fullmatch(value) else None
        return value if _is_number(value) else None


@dataclass(frozen=True, slots=True)
class Quantified:
    """`any`, `all` or `count` of the elements of a list (or the values of an object) for which something holds."""

    word: str
    part: Region
    holds: Region

    def of(self, document: JSON) -> JSON:
        """Whether any or all do, or how many; of what is no list, nothing does."""
        value = self.part.of(document)
        elements = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        count = sum(self.holds.of(element) is True for element in elements)
        if self.word == "count":
            return count
        return count > 0 if self.word == "any" else count == len(elements)


def _within(left: JSON, right: JSON) -> bool:
    if isinstance(right, str):
        return isinstance(left, str) and left in right
    if isinstance(right, list):
        return any(same(Value(left), Value(element)) for element in right)
    return isinstance(right, dict) and isinstance(left, str) and left in right


def _is_number(value: JSON) -> bool:
    return type(value) is int
