"""`org.apache.flink.util.MathUtils`: the hash that spreads keys over key groups, powers of two, and the rest."""

from __future__ import annotations

from typing import SupportsIndex

from copartition import _arguments
from copartition.errors import ArithmeticException, IllegalArgumentException
from copartition.java.ints import MASK_32, MASK_64, MAX_INT, MIN_INT, int32, int64

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


def log2_floor(value: SupportsIndex) -> int:
    """`MathUtils.log2floor(int)`: the place of the highest bit; 31 for every negative number.

    Raises:
        ArithmeticException: `value` is 0.
        ValueError: `value` doesn't fit 32 bits.
    """
    word = _arguments.int32("value", value) & MASK_32
    if not word:
        raise ArithmeticException("Logarithm of zero is undefined.")
    return word.bit_length() - 1


def log2_strict(value: SupportsIndex) -> int:
    """`MathUtils.log2strict(int)`: as `log2_floor`, of powers of two alone; -2**31 passes for one.

    Raises:
        ArithmeticException: `value` is 0.
        IllegalArgumentException: `value` is no power of two.
        ValueError: `value` doesn't fit 32 bits.
    """
    number = _arguments.int32("value", value)
    floor = log2_floor(number)
    if int32(1 << floor) != number:
        raise IllegalArgumentException(f"The given value {number} is not a power of two.")
    return floor


def round_down_to_power_of_two(value: SupportsIndex) -> int:
    """`MathUtils.roundDownToPowerOf2(int)`: the highest bit alone: 0 of 0, -2**31 of every negative number.

    Raises:
        ValueError: `value` doesn't fit 32 bits.
    """
    word = _arguments.int32("value", value) & MASK_32
    return int32(1 << word.bit_length() >> 1)


def checked_down_cast(value: SupportsIndex) -> int:
    """`MathUtils.checkedDownCast(long)`: the same number, if it fits 32 bits.

    Raises:
        IllegalArgumentException: It doesn't.
        ValueError: `value` doesn't fit 64 bits either.
    """
    number = _arguments.int64("value", value)
    if not MIN_INT <= number <= MAX_INT:
        raise IllegalArgumentException(f"Cannot downcast long value {number} to integer.")
    return number


def is_power_of_two(value: SupportsIndex) -> bool:
    """`MathUtils.isPowerOf2(long)`: whether at most one bit is set; so 0 and -2**63 pass, too.

    Raises:
        ValueError: `value` doesn't fit 64 bits.
    """
    word = _arguments.int64("value", value) & MASK_64
    return word & word - 1 == 0


def jenkins_hash(code: SupportsIndex) -> int:
    """`MathUtils.jenkinsHash(int)`: Jenkins' mix of one word; a negative result has all its bits turned.

    Raises:
        ValueError: `code` doesn't fit 32 bits.
    """
    word = _arguments.int32("code", code) & MASK_32
    word = word + 0x7ED55D16 + (word << 12) & MASK_32
    word = word ^ 0xC761C23C ^ word >> 19
    word = word + 0x165667B1 + (word << 5) & MASK_32
    word = (word + 0xD3A2646C ^ word << 9) & MASK_32
    word = word + 0xFD7046C5 + (word << 3) & MASK_32
    word = word ^ 0xB55A4F09 ^ word >> 16
    return word if word < _SIGN else ~word & MASK_32


def long_to_int_with_bit_mixing(value: SupportsIndex) -> int:
    """`MathUtils.longToIntWithBitMixing(long)`: the low half of a mixed 64-bit word.

    Raises:
        ValueError: `value` doesn't fit 64 bits.
    """
    word = _arguments.int64("value", value) & MASK_64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK_64
    return int32(word ^ word >> 31)


def flip_sign_bit(value: SupportsIndex) -> int:
    """`MathUtils.flipSignBit(long)`: after it unsigned order is signed order, and the other way round.

    Raises:
        ValueError: `value` doesn't fit 64 bits.
    """
    return int64(_arguments.int64("value", value) ^ 1 << 63)


def divide_round_up(dividend: SupportsIndex, divisor: SupportsIndex) -> int:
    """`MathUtils.divideRoundUp(int, int)`: the quotient of numbers that are not negative, rounded up.

    Raises:
        IllegalArgumentException: `dividend` is negative, or else `divisor` isn't positive.
        ValueError: A number doesn't fit 32 bits.
    """
    whole, part = _arguments.int32("dividend", dividend), _arguments.int32("divisor", divisor)
    if whole < 0:
        raise IllegalArgumentException("Negative dividend is not supported.")
    if part <= 0:
        raise IllegalArgumentException("Negative or zero divisor is not supported.")
    return -(-whole // part)
