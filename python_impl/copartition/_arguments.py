"""Checks of what Java's own types would make impossible."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from copartition.java.ints import MAX_INT, MIN_INT


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
    if isinstance(value, bool):
        raise WrongTypeError(f"{name} must be an integer, not {value}")
    try:
        number = operator.index(value)
    except TypeError:
        raise WrongTypeError(f"{name} must be an integer, not {type(value).__name__}") from None
    if not MIN_INT <= number <= MAX_INT:
        raise ValueError(f"{name} must be a 32-bit integer, not {number}")
    return number
