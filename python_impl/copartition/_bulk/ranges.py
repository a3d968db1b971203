"""Which operator owns a key group, and which key groups an operator owns, over columns of parameters."""

from __future__ import annotations

import numpy as np

from copartition._bulk import ints
from copartition.errors import ArithmeticException, IllegalArgumentException

_UPPER_BOUND = 1 << 15
"""`KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM`."""


def operators(rows: int, columns: tuple[np.ndarray, ...]) -> ints.Int32s:
    """Java's `keyGroup * parallelism / maxParallelism` of each row.

    Args:
        rows: How many.
        columns: Maximum parallelism, parallelism and key group.

    Raises:
        ArithmeticException: A maximum parallelism is 0; the message names the row.
    """
    out = np.empty(rows, np.int32)
    for piece, (max_parallelism, parallelism, key_group) in ints.blocks(rows, columns):
        if not max_parallelism.all():
            raise ArithmeticException(f"/ by zero (row {piece.start + int(np.argmin(max_parallelism != 0))})")
        ints.quotients(key_group * parallelism, max_parallelism, out[piece])
    return out


def of_operators(rows: int, columns: tuple[np.ndarray, ...]) -> ints.Int32s:
    """The first and the last key group of each row.

    Args:
        rows: How many.
        columns: Maximum parallelism, parallelism and operator.

    Raises:
        IllegalArgumentException: The original refuses a row; the message is its own, a note names the row.
    """
    out = np.empty((rows, 2), np.int32)
    for piece, (max_parallelism, parallelism, operator) in ints.blocks(rows, columns):
        valid = (parallelism > 0) & (parallelism <= max_parallelism) & (max_parallelism <= _UPPER_BOUND)
        divisors = np.where(valid, parallelism, np.int32(1))
        first, last = out[piece, 0], out[piece, 1]
        ints.quotients(operator * max_parallelism + parallelism - np.int32(1), divisors, first)
        ints.quotients((operator + np.int32(1)) * max_parallelism - np.int32(1), divisors, last)
        valid &= (first >= 0) & (first <= last)
        if not valid.all():
            row = int(np.argmin(valid))
            error = _refusal(int(max_parallelism[row]), int(parallelism[row]))
            error.add_note(f"row {piece.start + row}: operator {operator[row]}")
            raise error
    return out


def _refusal(max_parallelism: int, parallelism: int) -> IllegalArgumentException:
    for number in (parallelism, max_parallelism):
        if not 0 < number <= _UPPER_BOUND:
            return IllegalArgumentException(f"Operator parallelism not within bounds: {number}")
    if max_parallelism < parallelism:
        return IllegalArgumentException("Maximum parallelism must not be smaller than parallelism.")
    return IllegalArgumentException()  # from KeyGroupRange, whose check says nothing
