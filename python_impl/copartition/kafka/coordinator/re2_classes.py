"""Classes of characters as RE2 has them, each as ranges of code points."""

from __future__ import annotations

import string
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from copartition.kafka.coordinator.unicode_6 import categories, ranges_by_category

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAST: Final = 0x10FFFF
_LAST_CASED: Final = 0x1FFFF
"""Beyond, no letter has another case."""
_ASCII: Final = 0x7F
_LAST_FOLDED: Final = 0x1044F
"""Beyond, a range in brackets stays as it is, whatever the case."""
_ALIKE_TO_NONE: Final = (0x130, 0x131, *range(0x1C80, 0x1C89))
"""Letters that are no cases of others to RE2: the i with a dot that stays, the one without, and small Cyrillic ones
whose capitals have another small letter. Of the last, RE2/J looks for cases for ever."""
_CASED_LATER: Final = (
    *((0x1C89, 0x1C8A), (0x2C2F, 0x2C2F), (0x2C5F, 0x2C5F), (0xA7C0, 0xA7C1), (0xA7CB, 0xA7F1)),
    *((0x10570, 0x105BF), (0x10D50, 0x10D8F), (0x16EA0, 0x16EDF)),
)
"""Letters that Unicode has since 14.0, and Java 17 hasn't."""
_CATEGORY_NAMES: Final = (
    "C Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs"
)
_SCRIPT_NAMES: Final = (
    "Arabic Armenian Avestan Balinese Bamum Batak Bengali Bopomofo Brahmi Braille Buginese Buhid "
    "Canadian_Aboriginal Carian Cham Cherokee Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari "
    "Egyptian_Hieroglyphs Ethiopic Georgian Glagolitic Gothic Greek Gujarati Gurmukhi Han Hangul Hanunoo "
    "Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian Javanese "
    "Kaithi Kannada Katakana Kayah_Li Kharoshthi Khmer Lao Latin Lepcha Limbu Linear_B Lisu Lycian Lydian "
    "Malayalam Mandaic Meetei_Mayek Mongolian Myanmar New_Tai_Lue Nko Ogham Ol_Chiki Old_Italic "
    "Old_Persian Old_South_Arabian Old_Turkic Oriya Osmanya Phags_Pa Phoenician Rejang Runic Samaritan "
    "Saurashtra Shavian Sinhala Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet "
    "Tamil Telugu Thaana Thai Tibetan Tifinagh Ugaritic Unknown Vai Yi"
)
_CATEGORIES: Final = frozenset(_CATEGORY_NAMES.split())
_WITH_OTHER_CASES: Final = frozenset(("Ll", "Lt", "Lu", "Mn"))
"""Categories that are others where case doesn't count."""
_PAIR: Final = 2

SCRIPTS: Final = frozenset(_SCRIPT_NAMES.split())
"""Names of scripts that RE2/J knows."""


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
    """With what is alike but for its case, as RE2 reads it in brackets."""
    more: set[int] = set()
    for low, last in ranges:
        high = min(last, _LAST_FOLDED)
        cased = range(low, high + 1) if high <= _ASCII else (code for code in _alike() if low <= code <= high)
        for code in cased:
            more.update(_ascii_alike(code) if code <= _ASCII else _alike()[code])
    return ranges + Ranges((code, code) for code in sorted(more))


def any_case(code: int) -> Ranges:
    """A character that stands for itself, and what is alike to it but for its case."""
    alike = _ascii_alike(code) if code <= _ASCII else _alike().get(code, frozenset((code,)))
    return Ranges((other, other) for other in sorted(alike))


def _ascii_alike(code: int) -> frozenset[int]:
    """What is alike to an ASCII character but for its case: the sign for kelvin and the long s aren't ASCII."""
    char = chr(code)
    beyond = {"k": 0x212A, "s": 0x17F}.get(char.lower())
    both = frozenset((ord(char.lower()), ord(char.upper())))
    return both if beyond is None else both | {beyond}


@cache
def _alike() -> Mapping[int, frozenset[int]]:
    """By code point all those that are alike to it but for their case, itself among them, if there are any."""
    found: dict[int, frozenset[int]] = {}
    alone = {*_ALIKE_TO_NONE, *(code for low, high in _CASED_LATER for code in range(low, high + 1))}
    for code in range(_LAST_CASED + 1):
        if code in alone:
            continue
        char = chr(code)
        for text in (char.lower(), char.upper()):
            if text != char and len(text) == 1 and (other := ord(text)) not in alone:
                alike = found.get(code, frozenset((code,))) | found.get(other, frozenset((other,)))
                found.update(dict.fromkeys(alike, alike))
    return found


@lru_cache(maxsize=64)
def unicode_class(name: str, *, fold: bool) -> Ranges | None:
    """The code points of a general category, such as L or Lu, as RE2/J's tables have them; None for another name."""
    if name == "Any":
        return Ranges(((0, _LAST),))
    if name not in _CATEGORIES:
        return None
    ranges = [each for category, own in ranges_by_category().items() if category.startswith(name) for each in own]
    if fold and name in _WITH_OTHER_CASES:
        codes = (code for low, high in ranges for code in range(low, high + 1))
        ranges += [(alike, alike) for code in codes for alike in _in_tables(code)]
    found: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return Ranges(found)


def _in_tables(code: int) -> frozenset[int]:
    """What RE2/J's tables of categories have as alike to a code point but for its case.

    Of a capital and its small letter they have the small one only, so that Lu becomes both, and Ll stays as it is but
    for K, S and what else has more than two forms.
    """
    alike = _alike().get(code, frozenset()) & categories().keys()
    if len(alike) != _PAIR:
        return alike
    first, second = map(chr, sorted(alike))
    is_pair = (first.lower(), second.title()) == (second, first) or (first.title(), second.lower()) == (second, first)
    return frozenset((ord(chr(code).lower()),)) if is_pair else alike
