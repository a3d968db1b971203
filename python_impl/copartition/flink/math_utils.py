"""`org.apache.flink.util.MathUtils`: the hash that spreads keys over key groups, and powers of two."""

from __future__ import annotations

from typing import SupportsIndex

from copartition import _arguments
from copartition.java.ints import MASK_32, int32

_SIGN = 1 << 31


def murmur_hash(code: SupportsIndex) -> int:
    """`MathUtils.murmurHash(int)`: one word through MurmurHash3, made non-negative.

    A negative result is negated, and the one that has no negative, -2**31, becomes 0; the hash code
    -2089875627 is the only one that gets there.

    Args:
        code: A hash code, int32.

    Returns:
        0 to 2**31 - 1.

    Raises:
        ValueError: `code` doesn't fit 32 bits.
    """
    mixed = (_arguments.int32("code", code) & MASK_32) * 0xCC9E2D51 & MASK_32
    mixed = (mixed << 15 | mixed >> 17) * 0x1B873593 & MASK_32
    mixed = (mixed << 13 | mixed >> 19) * 5 + 0xE6546B64 & MASK_32
    mixed = bit_mix(mixed ^ 4)
    return mixed if mixed < _SIGN else -mixed & MASK_32 & ~_SIGN


def bit_mix(word: int) -> int:
    """`MathUtils.bitMix(int)` on unsigned 32 bits: the finish of MurmurHash3."""
    word = (word ^ word >> 16) * 0x85EBCA6B & MASK_32
    word = (word ^ word >> 13) * 0xC2B2AE35 & MASK_32
    return word ^ word >> 16


def round_up_to_power_of_two(x: SupportsIndex) -> int:
    """`MathUtils.roundUpToPowerOfTwo(int)`: the smallest power of two that isn't smaller.

    As in Java there is no error: 0 and negative numbers give 0 (-2**31 itself), and above 2**30 the answer is
    the overflow, -2**31.

    Args:
        x: The number, int32.

    Raises:
        ValueError: `x` doesn't fit 32 bits.
    """
    below = int32(_arguments.int32("x", x) - 1)
    return 0 if below < 0 else int32(1 << below.bit_length())
