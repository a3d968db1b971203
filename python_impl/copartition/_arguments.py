"""Checks of what Java's own types would make impossible."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from copartition.java.ints import MAX_INT, MAX_LONG, MIN_INT, MIN_LONG


class WrongTypeError(TypeError, ValueError):
    """An argument of another type than it must have, named in the message.

    Python's own functions raise a TypeError then; who passes on what he has read from elsewhere catches a ValueError.
    """


def int32(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int of 32 bits.

    Args:
        name: What the caller calls it, for messages.
        value: The number; numpy's integers and `copartition.java.Integer` are welcome.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It doesn't fit Java's int.
    """
    if type(value) is int and MIN_INT <= value <= MAX_INT:
        return value
    return _within(name, value, MIN_INT, MAX_INT, bits=32)


def int64(name: str, value: SupportsIndex) -> int:
    """`value` as a plain int of 64 bits.

    Args:
        name: What the caller calls it, for messages.
        value: The number; numpy's integers and `copartition.java.Long` are welcome.

    Raises:
        WrongTypeError: It is no integer (a bool is none).
        ValueError: It doesn't fit Java's long.
    """
    if type(value) is int and MIN_LONG <= value <= MAX_LONG:
        return value
    return _within(name, value, MIN_LONG, MAX_LONG, bits=64)


def _within(name: str, value: SupportsIndex, low: int, high: int, *, bits: int) -> int:
    if isinstance(value, bool):
        raise WrongTypeError(f"{name} must be an integer, not {value}")
    try:
        number = operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} must be a {bits}-bit integer, not {number}")
    return number
