"""Java's fixed-width integer arithmetic on Python's unbounded integers.

Everywhere `int32` and `int64` are signed, in two's complement, and overflow wraps silently, as in Java.

numpy's integers become plain ones first: their own arithmetic has fewer bits, and `abs` of the least one is negative.
"""

from __future__ import annotations

import operator
from typing import Final, SupportsIndex

from copartition.errors import ArithmeticException, WrongTypeError

MIN_INT: Final = -(1 << 31)
MAX_INT: Final = (1 << 31) - 1
MIN_LONG: Final = -(1 << 63)
MAX_LONG: Final = (1 << 63) - 1

MASK_32: Final = 0xFFFF_FFFF
MASK_64: Final = 0xFFFF_FFFF_FFFF_FFFF


def int32(value: SupportsIndex) -> int:
    """The signed 32-bit integer with the low 32 bits of `value`: Java's `(int) value`.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
    """
    if type(value) is not int:
        value = _plain("value", value)
    return ((value & MASK_32) ^ 0x8000_0000) - 0x8000_0000


def int64(value: SupportsIndex) -> int:
    """The signed 64-bit integer with the low 64 bits of `value`: Java's `(long) value`.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
    """
    if type(value) is not int:
        value = _plain("value", value)
    return ((value & MASK_64) ^ 0x8000_0000_0000_0000) - 0x8000_0000_0000_0000


def divide(dividend: SupportsIndex, divisor: SupportsIndex) -> int:
    """Java's `dividend / divisor`, rounded towards zero.

    The result is not wrapped: `MIN_INT / -1` is the one quotient that needs `int32` (or `int64`).

    Raises:
        ArithmeticException: "/ by zero", as the JVM says it.
        WrongTypeError: One of them is no integer (a bool is none).
    """
    if type(dividend) is not int or type(divisor) is not int:
        dividend, divisor = _plain("dividend", dividend), _plain("divisor", divisor)
    if divisor == 0:
        raise ArithmeticException("/ by zero")
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def remainder(dividend: SupportsIndex, divisor: SupportsIndex) -> int:
    """Java's `dividend % divisor`: it has the sign of the dividend.

    Raises:
        ArithmeticException: "/ by zero", as the JVM says it.
        WrongTypeError: One of them is no integer (a bool is none).
    """
    if type(dividend) is not int or type(divisor) is not int:
        dividend, divisor = _plain("dividend", dividend), _plain("divisor", divisor)
    if divisor == 0:
        raise ArithmeticException("/ by zero")
    rest = abs(dividend) % abs(divisor)
    return -rest if dividend < 0 else rest


def fold_64(value: int) -> int:
    """`java.lang.Long.hashCode(value)`: the upper half xor the lower half, as int32."""
    return int32(value ^ (value >> 32))


def _plain(name: str, value: SupportsIndex) -> int:
    # Not `_arguments`, which imports this module, and knows no integers of any size.
    if isinstance(value, bool):
        raise WrongTypeError(f"{name} must be an integer, not {value}")
    try:
        return operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{name} must be an integer, not {type(value).__name__}") from None
