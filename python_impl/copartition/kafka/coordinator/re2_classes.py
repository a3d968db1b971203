"""Classes of characters as RE2 has them, each as ranges of code points."""

from __future__ import annotations

import string
import unicodedata
from functools import lru_cache
from typing import Final

_LAST: Final = 0x10FFFF
_FOLDED_BEYOND: Final = ((ord("k"), 0x212A), (ord("s"), 0x17F))
"""What is alike but for its case to an ASCII letter, and isn't ASCII: the sign for kelvin and the long s."""


class Ranges(tuple[tuple[int, int], ...]):
    """Ranges of code points, first and last, in any order; they may overlap."""

    __slots__ = ()

    def __add__(self, others: object) -> Ranges:
        return Ranges((*self, *others)) if isinstance(others, Ranges) else NotImplemented


def _of(text: str) -> Ranges:
    return Ranges((ord(char), ord(char)) for char in text)


_DIGITS: Final = Ranges(((0x30, 0x39),))
_LOWER: Final = Ranges(((0x61, 0x7A),))
_UPPER: Final = Ranges(((0x41, 0x5A),))
_WORD: Final = _DIGITS + _LOWER + _UPPER + _of("_")

PERL: Final = {"d": _DIGITS, "s": _of("\t\n\f\r "), "w": _WORD}
r"""By letter the classes of `\d`, `\s` and `\w`."""

_POSIX: Final = {
    "alnum": _DIGITS + _LOWER + _UPPER,
    "alpha": _LOWER + _UPPER,
    "ascii": Ranges(((0, 0x7F),)),
    "blank": _of("\t "),
    "cntrl": Ranges(((0, 0x1F), (0x7F, 0x7F))),
    "digit": _DIGITS,
    "graph": Ranges(((0x21, 0x7E),)),
    "lower": _LOWER,
    "print": Ranges(((0x20, 0x7E),)),
    "punct": _of(string.punctuation),
    "space": _of("\t\n\v\f\r "),
    "upper": _UPPER,
    "word": _WORD,
    "xdigit": _DIGITS + Ranges(((0x41, 0x46), (0x61, 0x66))),
}


def posix(name: str, *, fold: bool) -> Ranges | None:
    """The class that `[:name:]` stands for within brackets; None where there is none."""
    absent = name.startswith("^")
    ranges = _POSIX.get(name[absent:])
    if ranges is None:
        return None
    if fold:
        ranges = with_other_case(ranges)
    return negated(ranges) if absent else ranges


def negated(ranges: Ranges) -> Ranges:
    """All other code points."""
    left = []
    start = 0
    for low, high in sorted(ranges):
        if start < low:
            left.append((start, low - 1))
        start = max(start, high + 1)
    if start <= _LAST:
        left.append((start, _LAST))
    return Ranges(left)


def with_other_case(ranges: Ranges) -> Ranges:
    """With the letters that are alike but for their case; of ASCII letters alone, as names of topics have no others."""
    more = list(ranges)
    for low, high in ranges:
        for first, last, other in ((0x41, 0x5A, 0x20), (0x61, 0x7A, -0x20)):
            start, end = max(low, first), min(high, last)
            if start <= end:
                more.append((start + other, end + other))
    folded = Ranges(more)
    return folded + Ranges(
        (beyond, beyond) for letter, beyond in _FOLDED_BEYOND if any(low <= letter <= high for low, high in folded)
    )


@lru_cache(maxsize=64)
def unicode_class(name: str, *, fold: bool) -> Ranges | None:
    """The code points of a general category, such as L or Lu, as Python's Unicode has them; None for another name."""
    if name == "Any":
        return Ranges(((0, _LAST),))
    codes = {code for code in range(_LAST + 1) if unicodedata.category(chr(code)).startswith(name)} if name else set()
    if fold:
        cased = {case for code in codes for case in (chr(code).lower(), chr(code).upper())}
        codes.update(ord(char) for char in cased if len(char) == 1)
    found: list[tuple[int, int]] = []
    for code in sorted(codes):
        if found and found[-1][1] == code - 1:
            found[-1] = (found[-1][0], code)
        else:
            found.append((code, code))
    if not found:
        return None
    return with_other_case(Ranges(found)) if fold else Ranges(found)
