"""Strings: their hash codes and their order, as Java has them and as ports get them wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jarparity.bugs.ints import MASK
from jarparity.utf16 import signed, units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jarparity.bugs.rules import KeyRules, Rules


def hash_of(text: str, rules: KeyRules) -> int:
    """`String.hashCode()`, or what the rules make of it."""
    match rules.string:
        case "units":
            return _polynomial(units(text))
        case "code-points":
            return _polynomial(map(ord, text))
        case "utf-8":
            return _polynomial(utf_8(text))
        case "utf-8-signed":
            return _polynomial(byte - 256 if byte > 127 else byte for byte in utf_8(text))  # noqa: PLR2004 - int8
        case "fnv-1a":
            return fnv_1a(utf_8(text))
        case "python":
            return _python_2(text)


def compare(a: str, b: str, rules: Rules) -> int:
    """The sign of `String.compareTo`."""
    match rules.compare:
        case "units":
            x, y = units(a), units(b)
        case "code-points":
            x, y = tuple(map(ord, a)), tuple(map(ord, b))
        case "signed-units":
            x, y = (tuple(unit - 65536 if unit > 32767 else unit for unit in units(s)) for s in (a, b))  # noqa: PLR2004 - int16
    return (x > y) - (x < y)


def utf_8(text: str) -> bytes:
    """UTF-8 as Java encodes it: a lone surrogate becomes a question mark."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass").encode("utf-8", "replace")


def polynomial(numbers: Iterable[int], start: int) -> int:
    """`31 * h + n` over the numbers, signed."""
    code = start
    for number in numbers:
        code = 31 * code + number & MASK
    return signed(code)


def fnv_1a(data: bytes) -> int:
    """FNV-1a of 32 bits, signed."""
    code = 0x811C9DC5
    for byte in data:
        code = (code ^ byte) * 0x01000193 & MASK
    return signed(code)


def _polynomial(numbers: Iterable[int]) -> int:
    return polynomial(numbers, 0)


def _python_2(text: str) -> int:
    """The unsalted hash of CPython 2, cut to 32 bits."""
    data = utf_8(text)
    if not data:
        return 0
    code = data[0] << 7
    for byte in data:
        code = (1000003 * code ^ byte) & (1 << 64) - 1
    return signed(code ^ len(data))
