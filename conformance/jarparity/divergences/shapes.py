"""What a JSON Schema lets a part of an input be: which fields it may have, and whether it may be true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jarparity.answers import JSON

_CHOICES: Final = ("allOf", "anyOf", "oneOf")
_APPLIED: Final = frozenset({*_CHOICES, "$ref", "if", "then", "else"})
_SAYS_NOTHING: Final = frozenset({"description", "title", "$defs", "format"})
_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}
"""What a value of a type is to Python, as far as regions tell types apart."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an input: it is as one of some schemas says.

    Attributes:
        schemas: The schemas, without references; none at all where there is no such part.
        definitions: The schemas to which references lead.
    """

    schemas: tuple[Mapping[str, JSON], ...]
    definitions: Mapping[str, JSON]

    @classmethod
    def of(cls, schema: Mapping[str, JSON]) -> Shape:
        """The whole input."""
        definitions = schema.get("$defs", {})
        return cls(_all_alternatives([schema], definitions), definitions)

    @property
    def is_there(self) -> bool:
        """Whether any input has it."""
        return bool(self.schemas)

    @property
    def is_list(self) -> bool:
        """Whether it is a list wherever it is there."""
        return bool(self.schemas) and all(schema.get("type") == "array" for schema in self.schemas)

    def may_be(self, *types: str) -> bool:
        """Whether its value may be of one of these types, as schemas name them."""
        return any(_may_be(schema, name) for schema in self.schemas for name in types)

    @property
    def may_be_true(self) -> bool:
        """Whether its value may be true."""
        return any(_may_be_true(schema) for schema in self.schemas)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of its fields, as far as they are listed."""
        return tuple(dict.fromkeys(name for schema in self.schemas for name in schema.get("properties", {})))

    def field(self, name: str) -> Shape:
        """One of its fields; of a list, `first` and `last`."""
        return self._of(part for schema in self.schemas for part in _field(schema, name))

    def elements(self) -> Shape:
        """Its elements, if it is a list, and the values of its fields, if it is an object."""
        return self._of(part for schema in self.schemas for part in _elements(schema))

    def _of(self, parts: Iterable[JSON]) -> Shape:
        return Shape(_all_alternatives(parts, self.definitions), self.definitions)


def _all_alternatives(parts: Iterable[JSON], definitions: Mapping[str, JSON]) -> tuple[Mapping[str, JSON], ...]:
    """Each once: a key of keys would have three times as many at each level."""
    found: list[Mapping[str, JSON]] = []
    for one in (one for part in parts for one in _alternatives(part, definitions)):
        if one not in found:
            found.append(one)
    return tuple(found)


def _alternatives(schema: JSON, definitions: Mapping[str, JSON]) -> Iterator[Mapping[str, JSON]]:
    """The schemas that a schema refers to, and itself where it says anything by itself. False is none.

    Where a schema refers to others, these say which more fields there are.
    """
    if not isinstance(schema, dict):
        yield from ({},) if schema else ()
        return
    if not schema.keys() & _APPLIED:
        yield schema
    elif schema.keys() - _APPLIED - _SAYS_NOTHING:
        yield {"additionalProperties": False, **{name: schema[name] for name in schema if name not in _APPLIED}}
    parts = [part for choice in _CHOICES for part in schema.get(choice, ())]
    parts += [schema[name] for name in ("then", "else") if name in schema]
    if "$ref" in schema:
        parts.append(definitions[schema["$ref"].rpartition("/")[2]])
    for part in parts:
        yield from _alternatives(part, definitions)


def _types(schema: Mapping[str, JSON]) -> Iterable[str]:
    named = schema.get("type", ())
    return (named,) if isinstance(named, str) else named


def _named_values(schema: Mapping[str, JSON]) -> Iterator[JSON]:
    if "const" in schema:
        yield schema["const"]
    yield from schema.get("enum", ())


def _may_be(schema: Mapping[str, JSON], name: str) -> bool:
    if "type" in schema:
        return name in _types(schema)
    if "const" in schema or "enum" in schema:
        return any(type(value) in _TYPES[name] for value in _named_values(schema))
    return True


def _may_be_true(schema: Mapping[str, JSON]) -> bool:
    if "const" in schema or "enum" in schema:
        return any(value is True for value in _named_values(schema))
    return _may_be(schema, "boolean")


def _field(schema: Mapping[str, JSON], name: str) -> Iterator[JSON]:
    if _may_be(schema, "object"):
        listed = schema.get("properties", {})
        yield listed[name] if name in listed else schema.get("additionalProperties", True)
    if _may_be(schema, "array") and name in ("first", "last"):
        yield from _items(schema)


def _elements(schema: Mapping[str, JSON]) -> Iterator[JSON]:
    if _may_be(schema, "array"):
        yield from _items(schema)
    if _may_be(schema, "object"):
        yield from schema.get("properties", {}).values()
        yield schema.get("additionalProperties", True)


def _items(schema: Mapping[str, JSON]) -> Iterator[JSON]:
    yield from schema.get("prefixItems", ())
    yield schema.get("items", True)
