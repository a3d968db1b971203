"""The UUID of a state backend, as a release reads it from text."""

from __future__ import annotations

import unicodedata
from hashlib import md5
from string import hexdigits
from typing import Final
from uuid import UUID

from copartition.java.ints import MAX_LONG

_BITS: Final = (32, 16, 16, 16, 48)
_LONGEST: Final = 36
_WIDE_LETTERS: Final = {chr(first + place): 10 + place for first in (0xFF21, 0xFF41) for place in range(6)}
"""The full-width letters that `Character.digit(char, 16)` takes for digits: A to F, and a to f."""


def backend_id(text: str) -> str:
    """`UUID.fromString(text)`, which takes short parts; the UUID made of the text's bytes where it refuses."""
    parts = text.split("-")
    if len(parts) == len(_BITS) and len(text) <= _LONGEST:
        numbers = [number for part in parts if (number := _long(part)) is not None]
        if len(numbers) == len(parts):
            whole = 0
            for number, bits in zip(numbers, _BITS, strict=True):
                whole = whole << bits | number & (1 << bits) - 1
            return str(UUID(int=whole))
    digest = md5(text.encode("utf-8", "replace"), usedforsecurity=False).digest()
    return str(UUID(bytes=digest, version=3))


def _long(part: str) -> int | None:
    """`Long.parseLong(part, 16)` of a text without "-"; None where it refuses. Digits of all scripts count."""
    digits = list(map(_digit, part.removeprefix("+")))
    if not digits:
        return None
    number = 0
    for digit in digits:
        if digit is None:
            return None
        number = number * 16 + digit
    return number if number <= MAX_LONG else None


def _digit(char: str) -> int | None:
    """`Character.digit(char, 16)`, which sees half of what is beyond the first plane."""
    if char in hexdigits:
        return int(char, 16)
    if char > "\uffff":
        return None
    return _WIDE_LETTERS.get(char, unicodedata.decimal(char, None))
