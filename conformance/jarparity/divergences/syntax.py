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
    from collections.abc import Callable, Collection

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"""
    r"""|(?P<sign>==|!=|<=|>=|[<>().,%+*-]))"""
)
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_QUANTIFIERS: Final = ("any", "all", "count")
_WORDS: Final = frozenset({"and", "or", "not", "in", *FUNCTIONS, *_CONSTANTS, *_QUANTIFIERS})
_ELEMENT: Final = "it"
"""The element itself, within `any`, `all` and `count`; elsewhere the whole input."""

_A_VALUE: Final = "a field, a number, a text or a bracket"
DEEPEST: Final = 50
"""How deep brackets and calls may stand in each other."""

MOST: Final = 100
"""How many signs of arithmetic there may be: each nests what stands before it."""


class RegionError(ValueError):
    """A text is no region; the message says where, and what was expected."""


def parse(text: str, known: Collection[str] | None = None) -> Region:
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
        known: Names of all fields of the input and of its parts; None where any name may be one.

    Raises:
        RegionError: The text is none, or names a field that no input has: it would be null for ever.
    """
    reader = _Reader(text)
    region = reader.region()
    if reader.token:
        reader.expected("`and`, `or`, a comparison or the end")
    if known is None:
        return region
    for name in reader.fields:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(sorted(known))}"
            raise RegionError(f"{text}: no input has a field {name!r}; {hint}")
    return region


class _Reader:
    """One text, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = self.signs = 0
        self.fields: list[str] = []
        self.kind = self.token = ""
        self.start = 0
        self._next()

    def region(self) -> Region:
        return self._deeper(lambda: self._chain("or", any, lambda: self._chain("and", all, self._one)))

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
        parts = [part()]
        while self._taken(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else holding(every, parts)

    def _one(self) -> Region:
        negations = 0
        while self._taken("not"):
            negations += 1
        found = self._compared()
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
            left = applied(ARITHMETIC[sign], left, part())
        return left

    def _value(self) -> Region:
        if self._taken("("):
            found = self.region()
            self._require(")")
            return found
        if self._taken("-"):
            return applied(ARITHMETIC["-"], constant(0), self._deeper(self._value))
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
            of = self.region()
            if word in FUNCTIONS:
                found = applied(FUNCTIONS[word], of)
            else:
                self._require(",")
                found = quantified(word, of, self.region())
            self._require(")")
            return found
        if word in _WORDS:
            self.expected(_A_VALUE)
        return self._field()

    def _field(self) -> Region:
        names = [self.token]
        self._next()
        while self._taken("."):
            if self.kind != "name":
                self.expected("the name of a field")
            names.append(self.token)
            self._next()
        if names[0] == _ELEMENT:
            return field(names[1:])
        self.fields.append(names[0])
        return field(names)

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
                raise RegionError(f"{self.text}: nothing starts with {self.token!r}, at character {self.start + 1}")
            self.kind = self.token = ""
            return
        self.kind = found.lastgroup or ""
        self.token = found[self.kind]
        self.start = self.place + found.start(self.kind)
        self.place += found.end()
