"""Plain JSON: what a callable port returns, made into exactly the types that JSON has."""

from __future__ import annotations

import marshal
import math
import sys
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON

MAX_DEPTH = 200
"""Nesting at most; an answer that contains itself ends here."""


DIGITS = 4300
"""Of an integer at most: Python makes no text of a longer one."""

_BEYOND: int = 10**DIGITS

_CONTAINERS = frozenset({list, dict})
_UNCHANGED = frozenset({str, bool, type(None)})
_PLAIN = frozenset({int}) | _UNCHANGED | _CONTAINERS
"""JSON's own types, which most of what comes has; a float may be none of JSON's."""

_MANY = 10_000
"""Parts of a level up to which it isn't asked whether they are the same."""

_NAMES = frozenset({str})
"""Types of fields' names that are as they have to be."""

_Place: TypeAlias = "tuple[_Place | None, str | int]"
"""A part of the answer: the part around it, and its name or number there. Made into text only for a message."""


class NotPlainError(TypeError):
    """The value has no JSON form; the message says where it is and what to return instead."""


def plain(value: Any) -> JSON:  # noqa: ANN401 - anything may come back
    """The value in JSON's own types.

    numpy's integers and booleans become Python's, tuples become lists, and subclasses of `int` and `str`
    (enum members, `numpy.str_`) lose their class. Nothing else is converted: a float that happens to be
    whole stays a float and so differs from Java's int, which is what a port's author wants to know.

    Args:
        value: What a port returned.

    Raises:
        NotPlainError: A part of the value has no JSON form.
    """
    if type(value) in _CONTAINERS and _is_plain(value):
        return copied(value)
    return _plain(value, (None, "the answer"), 0)


def _is_plain(value: Any) -> bool:  # noqa: ANN401 - what a port returned
    """Whether it has nothing but JSON's own types; seen level by level, for a call a part would take twice as long."""
    parts = [value]
    for _ in range(MAX_DEPTH):
        if not _all_plain(parts):
            return False
        if len(parts) > _MANY:  # a list that is in many others, or in itself, is looked into once
            parts = list({id(part): part for part in parts}.values())
        parts, around = [], parts
        for part in around:
            if type(part) is list:
                parts += part
            elif type(part) is dict:
                if not _NAMES.issuperset(map(type, part)):
                    return False
                parts += part.values()
        if not parts:
            return True
    return False


def _all_plain(parts: Sequence[Any]) -> bool:
    """Whether all parts are of JSON's own types, and no integer is too long."""
    kinds = set(map(type, parts))
    if not _PLAIN.issuperset(kinds):
        return False
    if int not in kinds:
        return True
    integers = parts if len(kinds) == 1 else [part for part in parts if type(part) is int]
    return min(integers) > -_BEYOND and max(integers) < _BEYOND


def _plain(value: Any, place: _Place, depth: int) -> JSON:  # noqa: ANN401, PLR0911 - anything; one for each type of JSON
    if depth > MAX_DEPTH:
        raise NotPlainError(f"{_path(place)[:80]}… is nested deeper than {MAX_DEPTH} levels, or contains itself")
    if type(value) in _UNCHANGED:
        return value
    match value:
        case dict():
            return _plain_object(value, place, depth)
        case int():
            return _plain_int(value, place)
        case str():
            return str.__str__(value)
        case float() if math.isfinite(value):
            return float(value)
        case list() | tuple():
            return _plain_array(value, place, depth)
        case _ if _is_numpys(value, "bool_"):
            return bool(value)
        case _ if _is_numpys(value, "integer"):
            return int(value)
        case _:
            raise NotPlainError(f"{_path(place)} is {_described(value)}; {_fix(value)}")


def _plain_int(value: int, place: _Place) -> int:
    if not -_BEYOND < value < _BEYOND:
        raise NotPlainError(f"{_path(place)} is an integer of more than {DIGITS:,} digits; return it as a text")
    return int(value)


def _is_numpys(value: object, name: str) -> bool:
    """Whether a value is of this class of numpy, which takes long to import: whoever has such a value has done it."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, name))


def _plain_array(value: Sequence[Any], place: _Place, depth: int) -> list[JSON]:
    return [_plain(part, (place, i), depth + 1) for i, part in enumerate(value)]


def _plain_object(value: Mapping[Any, Any], place: _Place, depth: int) -> dict[str, JSON]:
    if not _NAMES.issuperset(map(type, value)):
        for name in value:
            if not isinstance(name, str):
                raise NotPlainError(
                    f"{_path(place)} has the field {name!r}, a {type(name).__name__}; JSON's field names are str"
                )
        value = {str.__str__(name): part for name, part in value.items()}
    return {name: _plain(part, (place, name), depth + 1) for name, part in value.items()}


def _path(place: _Place) -> str:
    parent, name = place
    if parent is None:
        return str(name)
    return _path(parent) + (f"[{name}]" if isinstance(name, int) else f".{name}")


def _described(value: object) -> str:
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return f"{value!r}" if isinstance(value, float) else f"of type {name}"


def _fix(value: object) -> str:  # noqa: PLR0911 - one for each usual mistake
    match value:
        case bytes() | bytearray() | memoryview():
            return "return bytes as a lower-case hex string: value.hex()"
        case float():
            return "JSON has no such number: return the IEEE bits as a hex string"
        case _ if _is_numpys(value, "ndarray"):
            return "return a list: value.tolist()"
        case _ if _is_numpys(value, "floating"):
            return "return an int, or float(value) where Java has a floating-point number"
        case set() | frozenset():
            return "return a list in the order that the original gives"
        case _ if hasattr(value, "__await__"):
            return "callables are called, not awaited: run the coroutine inside"
        case _:
            return "return None, bool, int, float, str, or lists and string-keyed dicts of these"


def copied(document: JSON) -> JSON:
    """A copy of a JSON document: ports get one, for they may write into it."""
    # marshal knows just the types that JSON has, and copies five times as fast as Python can.
    return marshal.loads(marshal.dumps(document))  # noqa: S302 - our own bytes, of this moment
