"""Java's fixed-width integer arithmetic on Python's unbounded integers.

Everywhere `int32` and `int64` are signed, in two's complement, and overflow wraps silently, as in Java.
"""

from __future__ import annotations

from typing import Final

from copartition.errors import ArithmeticException

MIN_INT: Final = -(1 << 31)
MAX_INT: Final = (1 << 31) - 1
MIN_LONG: Final = -(1 << 63)
MAX_LONG: Final = (1 << 63) - 1

MASK_32: Final = 0xFFFF_FFFF
MASK_64: Final = 0xFFFF_FFFF_FFFF_FFFF


def int32(value: int) -> int:
    """The signed 32-bit integer with the low 32 bits of `value`: Java's `(int) value`."""
    return ((value & MASK_32) ^ 0x8000_0000) - 0x8000_0000


def int64(value: int) -> int:
    """The signed 64-bit integer with the low 64 bits of `value`: Java's `(long) value`."""
    return ((value & MASK_64) ^ 0x8000_0000_0000_0000) - 0x8000_0000_0000_0000


def divide(dividend: int, divisor: int) -> int:
    """Java's `dividend / divisor`, rounded towards zero.

    The result is not wrapped: `MIN_INT / -1` is the one quotient that needs `int32` (or `int64`).

    Raises:
        ArithmeticException: "/ by zero", as the JVM says it.
    """
    if divisor == 0:
        raise ArithmeticException("/ by zero")
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def remainder(dividend: int, divisor: int) -> int:
    """Java's `dividend % divisor`: it has the sign of the dividend.

    Raises:
        ArithmeticException: "/ by zero", as the JVM says it.
    """
    if divisor == 0:
        raise ArithmeticException("/ by zero")
    rest = abs(dividend) % abs(divisor)
    return -rest if dividend < 0 else rest


def fold_64(value: int) -> int:
    """`java.lang.Long.hashCode(value)`: the upper half xor the lower half, as int32."""
    return int32(value ^ (value >> 32))
