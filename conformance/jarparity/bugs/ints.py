"""Java's 32-bit arithmetic on Python's integers."""

from __future__ import annotations

from typing import Final

from jarparity.bugs.rules import ThrownError
from jarparity.utf16 import signed

MASK: Final = 0xFFFFFFFF
INT_MIN: Final = -(1 << 31)


def rotate_left(word: int, by: int) -> int:
    """Of an unsigned 32-bit word."""
    return (word << by | word >> 32 - by) & MASK


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


def fold(long: int) -> int:
    """`Long.hashCode`: both words of a 64-bit integer, signed."""
    return signed(long ^ long >> 32)


def bit_mix(word: int, *, signed_shifts: bool = False) -> int:
    """Murmur3's avalanche over an unsigned word; optionally with `>>` where Java has `>>>`."""

    def shifted(value: int, by: int) -> int:
        return (signed(value) >> by if signed_shifts else value >> by) & MASK

    word ^= shifted(word, 16)
    word = word * 0x85EBCA6B & MASK
    word ^= shifted(word, 13)
    word = word * 0xC2B2AE35 & MASK
    return word ^ shifted(word, 16)
