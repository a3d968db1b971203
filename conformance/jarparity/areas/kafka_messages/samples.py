"""Values of fields that cases are made of: one of each type, no two of which look alike as bytes."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jarparity.answers import JSON
    from jarparity.areas.kafka_messages.fields import Field

_SAMPLES: Final[dict[str, JSON]] = {
    "bool": True,
    "int8": 3,
    "int16": -300,
    "uint16": 40000,
    "int32": 70000,
    "int64": "1234605616436508552",
    "float64": "3ff199999999999a",
    "string": "é😀",
    "bytes": "0102ff",
    "records": "0304fe",
    "uuid": "AQIDBAUGBwgJCgsMDQ4PEA",
}
_TOO_LONG: Final = "a" * (1 << 15)


def words(name: str) -> str:
    """A name of several words as ids have them."""
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).lower()


def all_of(fields: Iterable[Field]) -> JSON:
    """A struct of which every field is set, and every list has two items."""
    return {field.name: _sample(field) for field in fields}


def told_apart(fields: Iterable[Field], version: int, count: Iterator[int], items: int = 2) -> JSON:
    """A struct with all that a version has, in which no two values are alike.

    Args:
        fields: The struct's.
        version: The version.
        count: Numbers the values.
        items: How many items lists have; those in their items have one.
    """
    return {field.name: _numbered(field, version, count, items) for field in fields if version in field.versions}


def alone(field: Field, *, lengths: bool) -> Iterator[tuple[str, JSON]]:
    """By name what a field is set to while all others have their defaults.

    Args:
        field: Which.
        lengths: Whether a text is also as long as it may be, longer, and of the lengths at which a varint grows.
    """
    yield "set", _sample(field)
    if field.can_be_null:
        yield "null", None
    if field.is_list:
        yield "empty", []
        yield "one", _sample(field)[:1]
    if field.type == "string" and not field.is_list and lengths:
        yield "too-long", _TOO_LONG
        yield "longest", _TOO_LONG[1:]
        for length in (126, 127, 128):
            yield f"of-{length}", "a" * length
    if field.type in {"int32", "int64"} and not field.is_list:
        for name, number in (("minus-one", -1), ("zero", 0)):
            yield name, str(number) if field.type == "int64" else number


def _sample(field: Field) -> JSON:
    one = all_of(field.fields) if field.fields else _SAMPLES[field.type]
    return [one, one] if field.is_list else one


def _numbered(field: Field, version: int, count: Iterator[int], items: int) -> JSON:
    def one() -> JSON:
        if field.fields:
            return told_apart(field.fields, version, count, 1 if field.is_list else items)
        return _NUMBERED.get(field.type, _added)(_SAMPLES[field.type], next(count) % 100)

    return [one() for _ in range(items)] if field.is_list else one()


def _added(sample: JSON, number: int) -> JSON:
    return sample + number


def _id(_: JSON, number: int) -> JSON:
    return urlsafe_b64encode(bytes(range(1, 16)) + bytes((number,))).decode().rstrip("=")


_NUMBERED: Final[dict[str, Callable[[JSON, int], JSON]]] = {
    "bool": lambda _, number: number % 3 > 0,
    "bytes": lambda sample, number: f"{sample}{number:02x}",
    "float64": lambda sample, number: f"{sample[:-2]}{number:02x}",
    "int64": lambda sample, number: str(int(sample) + number),
    "records": lambda sample, number: f"{sample}{number:02x}",
    "string": lambda sample, number: f"{sample}{number}",
    "uuid": _id,
}
"""How a sample and a number become a value of a type; of others they are added."""
