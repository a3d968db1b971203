"""Java's 32-bit arithmetic on Python's integers."""

from __future__ import annotations

from typing import Final

from jarparity.models import ThrownError
from jarparity.values.utf16 import signed

MASK: Final = 0xFFFFFFFF
INT_MIN: Final = -(1 << 31)
_LONG_MASK: Final = (1 << 64) - 1


def quotient(a: int, b: int) -> int:
    """Java's `/` of ints: towards zero; `MIN_VALUE / -1` is itself."""
    if b == 0:
        raise ThrownError("ArithmeticException")
    return signed(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))


def remainder(a: int, b: int) -> int:
    """Java's `%` of ints: the sign of the dividend."""
    if b == 0:
        raise ThrownError("ArithmeticException")
    return abs(a) % abs(b) * (-1 if a < 0 else 1)


def round_up(value: int) -> int:
    """`MathUtils.roundUpToPowerOfTwo`, with its overflow."""
    bits = signed(value - 1)
    for by in (1, 2, 4, 8, 16):
        bits |= bits >> by
    return signed(bits + 1)


def murmur(code: int) -> int:
    """`MathUtils.murmurHash`."""
    word = _rotated((code & MASK) * 0xCC9E2D51 & MASK, 15) * 0x1B873593 & MASK
    word = _rotated(word, 13) * 5 + 0xE6546B64 & MASK ^ 4
    for by, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        word = (word ^ word >> by) * factor & MASK
    number = signed(word)
    return abs(number) if number != INT_MIN else 0


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 32 - by) & MASK


def mixed_to_int(value: int) -> int:
    """`MathUtils.longToIntWithBitMixing`."""
    word = value & _LONG_MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _LONG_MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _LONG_MASK
    return signed(word ^ word >> 31)


def folded(value: int) -> int:
    """`Long.hashCode`."""
    return signed(value ^ (value & _LONG_MASK) >> 32)
