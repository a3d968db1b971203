"""From blocks of keys to key groups, operators and partitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from copartition._bulk.columns import Fixed, Null, Packed
from copartition._bulk.hash_codes import hash_codes
from copartition.errors import ArithmeticException, NullPointerException

if TYPE_CHECKING:
    from collections.abc import Iterable

    from copartition._bulk.columns import Block
    from copartition._bulk.ints import Int32s
    from copartition._bulk.kernels import Kernels

_SERIALIZED = {"Long": ">i8", "Integer": ">i4", "Short": ">i2", "Double": ">f8", "Float": ">f4"}


def flink(
    kernels: Kernels, blocks: Iterable[Block], rows: int, max_parallelism: int, parallelism: int | None = None
) -> Int32s:
    """Each key's key group, or with a parallelism its operator's index.

    Raises:
        ArithmeticException: The maximum parallelism is 0.
        NullPointerException: A key is null.
        IdentityHashedKey: The keys are byte strings.
        ValueError: A string is not valid UTF-8.
    """
    out = np.empty(rows, np.int32)
    for block in blocks:
        answers = out[block.start : block.start + block.rows]
        hash_codes(kernels, block, answers)
        place(kernels, answers, max_parallelism, parallelism)
    return out


def place(kernels: Kernels, hashes: np.ndarray, max_parallelism: int, parallelism: int | None = None) -> None:
    """Turns hash codes into key groups, or into operators' indexes, in place.

    Raises:
        ArithmeticException: The maximum parallelism is 0.
    """
    kernels.murmur(hashes)
    remainders(kernels, hashes, max_parallelism)
    if parallelism is not None:
        kernels.scale(hashes, parallelism, max_parallelism)


def remainders(kernels: Kernels, values: np.ndarray, divisor: int) -> None:
    """Java's `%` of values that are not negative, in place.

    Raises:
        ArithmeticException: The divisor is 0, and there is something to divide.
    """
    if divisor == 0 and len(values):
        raise ArithmeticException("/ by zero")
    kernels.remainders(values, divisor)


def kafka(kernels: Kernels, blocks: Iterable[Block], rows: int, partitions: int | None = None) -> Int32s:
    """Each serialized key's murmur2 hash, or with a number of partitions its partition.

    Raises:
        ArithmeticException: There are 0 partitions.
        NullPointerException: A key is null.
        TypeError: Kafka has no serializer of the rows' type.
    """
    out = np.empty(rows, np.int32)
    for block in blocks:
        key = serialized(block)
        answers = out[key.start : key.start + key.rows]
        kernels.murmur2(key.offsets, key.data, answers)
        if partitions is not None:
            kernels.positive(answers)
            remainders(kernels, answers, partitions)
    return out


def serialized(block: Block) -> Packed:
    """The bytes that Kafka's own serializer of the type makes of each key (UTF-8 and bytes: as they stand).

    Raises:
        NullPointerException: The block is a null key.
        TypeError: Kafka has no serializer of the rows' type.
    """
    match block:
        case Null(start):
            raise NullPointerException(
                f"row {start} is null: murmur2 takes no null; a producer spreads such records by itself"
            )
        case Packed():
            return block
        case Fixed(java="Boolean"):
            return _fixed_rows(block, block.values)
        case Fixed(java=java) if java in _SERIALIZED:
            values = block.values
            if java == "Double":  # DoubleSerializer writes doubleToLongBits: every NaN is the canonical one
                values = np.where(np.isnan(values), np.nan, values)
            return _fixed_rows(block, values.astype(_SERIALIZED[java]))
        case _:
            raise TypeError(f"Kafka has no serializer of {block.java}: give the keys' bytes as a binary array")


def _fixed_rows(block: Fixed, values: np.ndarray) -> Packed:
    data = values.view(np.uint8)
    data.flags.writeable = False
    offsets = np.arange(block.rows + 1, dtype=np.int64) * values.dtype.itemsize
    offsets.flags.writeable = False
    return Packed(block.start, "binary", offsets, data)
