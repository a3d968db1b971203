"""The language of regions, read: `any(members, instance != null) and len(topics) > 1` becomes a `Region`.

It is closed: there are the words below and nothing else, and no text is ever run.
"""

from __future__ import annotations

import difflib
import json
import re
from typing import TYPE_CHECKING, Final, NoReturn

from jarparity.divergences.regions import (
    ARITHMETIC,
    COMPARISONS,
    FUNCTIONS,
    Region,
    applied,
    constant,
    field,
    holding,
    quantified,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from jarparity.divergences.shapes import Shape

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"""
    r"""|(?P<sign>==|!=|<=|>=|[<>().,%+*-]))"""
)
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_QUANTIFIERS: Final = ("any", "all", "count")
_WORDS: Final = frozenset({"and", "or", "not", "in", *FUNCTIONS, *_CONSTANTS, *_QUANTIFIERS})
_OF_LISTS: Final = (("array", "object"), "a list or an object")
_TAKES: Final = {
    **dict.fromkeys(_QUANTIFIERS, _OF_LISTS),
    "len": (("array", "object", "string"), "a list, an object or a text"),
    "number": (("integer", "number", "string"), "a text or a number"),
}
"""The types of what each takes, as schemas name them, and in words."""

_ELEMENT: Final = "it"
"""The element itself, within `any`, `all` and `count`; elsewhere the whole input."""

_A_VALUE: Final = "a field, a number, a text or a bracket"
DEEPEST: Final = 50
"""How deep brackets and calls may stand in each other."""

_INSTEAD: Final = {
    "=": "write `==`",
    "'": 'a text stands in double quotes: write "…"',
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`, or `!=`",
    "/": "there is no division: compare with a product, `a >= 2 * b`",
    "[": "there are no literals of lists: write `a == 1 or a == 2`",
    "{": "there are no literals of lists: write `a == 1 or a == 2`",
}
"""What other languages have, and what is written here."""

_OF_A_LANGUAGE: Final = {"None": "null", "nil": "null", "undefined": "null", "True": "true", "False": "false"}
"""Constants of other languages, and what is written here."""

MOST: Final = 100
"""How many signs of arithmetic there may be: each nests what stands before it."""


class RegionError(ValueError):
    """A text is no region; the message says where, and what was expected."""


def parse(text: str, shape: Shape | None = None) -> Region:
    """Reads a region.

        region      = both {"or" both}
        both        = one {"and" one}
        one         = "not" one | sum [("==" | "!=" | "<" | "<=" | ">" | ">=" | "in") sum]
        sum         = product {("+" | "-") product}
        product     = value {("*" | "%") value}
        value       = "-" value | integer | "text" | "true" | "false" | "null" | "(" region ")" | field
                    | "len" "(" region ")" | "number" "(" region ")"
                    | ("any" | "all" | "count") "(" region "," region ")"
        field       = name {"." name}

    Args:
        text: The region.
        shape: What an input may be; None where any field may be there, and be anything.

    Raises:
        RegionError: The text is none, or has a condition that never holds: it is a number or a text, names a field
            that no input has, or takes the length of a number, which would be null for ever.
    """
    reader = _Reader(text, shape)
    region = reader.condition(reader.region)
    if reader.token:
        reader.expected("`and`, `or`, a comparison or the end")
    return region


class _Reader:
    """One text, read from left to right."""

    def __init__(self, text: str, shape: Shape | None) -> None:
        self.text = text
        self.shape = shape
        self.place = 0
        self.depth = self.signs = 0
        self.kind = self.token = ""
        self.start = 0
        self._next()

    def region(self) -> Region:
        return self._deeper(lambda: self._chain("or", any, lambda: self._chain("and", all, self._one)))

    def condition(self, part: Callable[[], Region]) -> Region:
        """A part whose value has to be able to be true."""
        start = self.start
        found = part()
        self._require_condition(found, start)
        return found

    def expected(self, what: str) -> NoReturn:
        found = f"{self.token!r} at character {self.start + 1}" if self.token else "the end"
        raise RegionError(f"{self.text}: {what} expected, and there is {found}")

    def _deeper(self, part: Callable[[], Region]) -> Region:
        self.depth += 1
        if self.depth > DEEPEST:
            raise RegionError(f"{self.text[:60]}…: brackets and calls stand in each other more than {DEEPEST} deep")
        found = part()
        self.depth -= 1
        return found

    def _chain(self, word: str, every: Callable[..., bool], part: Callable[[], Region]) -> Region:
        start = self.start
        parts = [part()]
        while self.kind == "name" and self.token == word:
            if len(parts) == 1:
                self._require_condition(parts[0], start)
            self._next()
            parts.append(self.condition(part))
        return parts[0] if len(parts) == 1 else holding(every, parts)

    def _require_condition(self, found: Region, start: int) -> None:
        if not found.may_hold:
            part = self.text[start : self.start].strip()
            if (self.kind, self.token) == ("name", "is"):
                raise RegionError(f"{self.text}: there is no `is`: write `{part} == …` or `{part} != …`")
            raise RegionError(f"{self.text}: `{part}` is not a condition: compare it, such as `{part} == …`")

    def _one(self) -> Region:
        negations = 0
        while self._taken("not"):
            negations += 1
        found = self.condition(self._compared) if negations else self._compared()
        return applied(lambda value: value is not True, found) if negations % 2 else found

    def _compared(self) -> Region:
        left = self._sum()
        for sign, holds in COMPARISONS.items():
            if self._taken(sign):
                return applied(holds, left, self._sum())
        return left

    def _sum(self) -> Region:
        return self._calculated(lambda: self._calculated(self._value, "*%"), "+-")

    def _calculated(self, part: Callable[[], Region], signs: str) -> Region:
        left = part()
        while self.kind == "sign" and self.token in signs:
            sign = self.token
            self.signs += 1
            if self.signs > MOST:
                raise RegionError(f"{self.text[:60]}…: more than {MOST} signs of arithmetic")
            self._next()
            left = applied(ARITHMETIC[sign], left, part(), may_hold=False)
        return left

    def _value(self) -> Region:
        if self._taken("("):
            found = self.region()
            self._require(")")
            return found
        if self._taken("-"):
            return applied(ARITHMETIC["-"], constant(0), self._deeper(self._value), may_hold=False)
        kind, token = self.kind, self.token
        if kind in ("number", "text"):
            self._next()
            return constant(self._literal(token))
        if kind != "name":
            self.expected(_A_VALUE)
        return self._named(token)

    def _named(self, word: str) -> Region:
        if word in _CONSTANTS:
            self._next()
            return constant(_CONSTANTS[word])
        if word in FUNCTIONS or word in _QUANTIFIERS:
            self._next()
            self._require("(")
            start = self.start
            of = self.region()
            self._require_taken(word, of, start)
            if word in FUNCTIONS:
                found = applied(FUNCTIONS[word], of, may_hold=False)
            else:
                self._require(",")
                found = quantified(word, of, self._of_elements(of))
            self._require(")")
            return found
        if word in _WORDS:
            self.expected(_A_VALUE)
        return self._field()

    def _require_taken(self, word: str, of: Region, start: int) -> None:
        """Of anything else it would be null, or of no elements, for ever."""
        types, taken = _TAKES[word]
        if of.shape is not None and not of.shape.may_be(*types):
            part = self.text[start : self.start].strip()
            raise RegionError(f"{self.text}: `{word}` takes {taken}, and `{part}` is none in any input")

    def _field(self) -> Region:
        names = [self.token]
        self._next()
        while self._taken("."):
            if self.kind != "name":
                self.expected("the name of a field")
            names.append(self.token)
            self._next()
        path = names[1:] if names[0] == _ELEMENT else names
        return field(path, self._shape(path))

    def _of_elements(self, of: Region) -> Region:
        """A condition on the elements of a list, or the values of an object."""
        whole, self.shape = self.shape, of.shape and of.shape.elements()
        found = self.condition(self.region)
        self.shape = whole
        return found

    def _shape(self, names: list[str]) -> Shape | None:
        """What a field may be.

        Raises:
            RegionError: No input has it; the message names the nearest.
        """
        shape = self.shape
        for place, name in enumerate(names):
            if shape is None:
                return None
            inner = shape.field(name)
            if not inner.is_there:
                self._refuse_field(names, place, shape)
            shape = inner
        return shape

    def _refuse_field(self, names: list[str], place: int, owner: Shape) -> NoReturn:
        path, before = ".".join(names[: place + 1]), ".".join(names[:place])
        if names[place] in _OF_A_LANGUAGE:
            raise RegionError(f"{self.text}: no input has a field {path!r}; write `{_OF_A_LANGUAGE[names[place]]}`")
        near = difflib.get_close_matches(names[place], owner.fields, n=1)
        if near:
            hint = f"did you mean {'.'.join([*names[:place], near[0]])}?"
        elif owner.is_list:
            element = f"{names[place]} …"
            hint = f"{before or 'it'} is a list: write any({before or 'it'}, {element}), or {before or 'it'}.first"
        else:
            hint = f"there are {', '.join(sorted(owner.fields))}" if owner.fields else f"{before or 'it'} has no fields"
        raise RegionError(f"{self.text}: no input has a field {path!r}; {hint}")

    def _literal(self, token: str) -> int | str:
        try:
            found: int | str = json.loads(token)
        except ValueError as error:
            raise RegionError(f"{self.text}: {token} is no text or number of JSON: {error}") from None
        return found

    def _taken(self, token: str) -> bool:
        if self.kind in ("sign", "name") and self.token == token:
            self._next()
            return True
        return False

    def _require(self, token: str) -> None:
        if not self._taken(token):
            self.expected(f"`{token}`")

    def _next(self) -> None:
        rest = self.text[self.place :]
        found = _TOKEN.match(rest)
        if found is None:
            if rest.strip():
                self.kind, self.token = "", rest.strip()[0]
                self.start = self.place + len(rest) - len(rest.lstrip())
                problem = f"nothing starts with {self.token!r}, at character {self.start + 1}"
                hint = f"; {_INSTEAD[self.token]}" if self.token in _INSTEAD else ""
                raise RegionError(f"{self.text}: {problem}{hint}")
            self.kind = self.token = ""
            self.start = len(self.text)
            return
        self.kind = found.lastgroup or ""
        self.token = found[self.kind]
        self.start = self.place + found.start(self.kind)
        self.place += found.end()
