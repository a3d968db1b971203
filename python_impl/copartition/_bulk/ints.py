"""Java's int arithmetic on arrays, and arrays that must fit a Java int."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from copartition._bulk.columns import BLOCK_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

Int32s: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int32]]"
"""What every bulk function answers."""

_INT = np.iinfo(np.int32)


def quotients(dividends: np.ndarray, divisors: np.ndarray | np.int32, out: np.ndarray) -> None:
    """Java's `dividend / divisor` of int32s, cut off towards 0; no divisor is 0.

    Doubles divide exactly enough: a quotient of two int32s that is no integer stands further from the next
    one than any rounding error, and one that is an integer has no rounding error.
    """
    exact = np.divide(dividends, divisors, dtype=np.float64)
    # Through int64, because MIN_VALUE / -1 is 2^31, which wraps around in Java.
    out[:] = exact.astype(np.int64)


def columns(**named: ArrayLike) -> tuple[int, tuple[np.ndarray, ...]]:
    """Integers, which stand for every row, and arrays of integers.

    Returns:
        The number of rows, and the columns (of any integer type whose values fit 32 bits).

    Raises:
        TypeError: One is not made of signed integers.
        ValueError: One has masked values or some that do not fit 32 bits, or the lengths differ.
    """
    arrays = {name: _column(name, values) for name, values in named.items()}
    lengths = {name: len(array) for name, array in arrays.items() if array.ndim}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length:,}" for name, length in lengths.items())
        raise ValueError(f"the lengths differ: {told}; give arrays of one length, or an integer for every row")
    rows = next(iter(lengths.values()), 1)
    return rows, tuple(np.broadcast_to(array, (rows,)) for array in arrays.values())


def _column(name: str, values: ArrayLike) -> np.ndarray:
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values, which are no integers")
    array = np.asarray(values)
    if not array.size and not isinstance(values, np.ndarray):
        return array.astype(np.int32)  # a list without any says nothing of its type
    if array.dtype.kind != "i":
        raise TypeError(f"{name} is an array of {array.dtype}; give signed integers")
    if array.ndim > 1:
        raise ValueError(f"{name} has {array.ndim} dimensions; give one")
    if array.dtype.itemsize > _INT.bits // 8 and array.size and not _fits(array):
        raise ValueError(f"{name} has values that are no 32-bit integers")
    return array


def blocks(rows: int, arrays: tuple[np.ndarray, ...]) -> Iterator[tuple[slice, list[np.ndarray]]]:
    """Cuts columns into blocks of contiguous int32 copies."""
    for start in range(0, rows, BLOCK_ROWS):
        piece = slice(start, min(start + BLOCK_ROWS, rows))
        yield piece, [np.array(array[piece], np.int32) for array in arrays]


def _fits(array: np.ndarray) -> bool:
    return bool(_INT.min <= array.min() and array.max() <= _INT.max)
