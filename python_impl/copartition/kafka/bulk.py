"""Kafka's partitioner over whole columns of keys.

A column is a numpy array, an Arrow array or stream (pyarrow, polars, …: whatever offers Arrow's PyCapsules),
or any object with a typed buffer. Byte strings (Arrow's binary; numpy's `V`, `S` and object arrays of bytes)
are the serialized keys. Everything else is serialized as Kafka's own serializer of its type does: strings as
UTF-8, int64, int32 and int16 as big-endian bytes, float64 and float32 as their IEEE bits, bool as one byte.

A float column of pandas in which a row is NaN is refused: pandas makes doubles of integers with a null among them, so
the keys' type is lost. Give a column of dtype `Int64`; in Spark take Arrow's columns, by `mapInArrow`.

numpy itself forgets trailing zero bytes of an `S` array's elements, and trailing NULs of a `U` array's; where keys may
end in one, use `V`, Arrow's types, or an object array. An `S` array in which one may be missing is refused where some
key has a zero byte before its last, as numbers have and texts don't.

`kernels` chooses who computes: `numba` where it is installed (the extra `fast`), else `numpy`; the
environment variable `COPARTITION_KERNELS` does the same. The answers are identical.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from copartition import _arguments
from copartition._bulk import columns, placement
from copartition._bulk.kernels import kernels as choose

if TYPE_CHECKING:
    from copartition._bulk.ints import Int32s
    from copartition._bulk.kernels import Name


def partitions(
    array: Any,  # noqa: ANN401 - a column of any kind, see the module
    n: SupportsIndex,
    *,
    kernels: Name | None = None,
) -> Int32s:
    """The partition of each key: `BuiltInPartitioner.partitionForKey` (before 3.3: `DefaultPartitioner`).

    Args:
        array: The keys, one dimension.
        n: How many partitions the topic has.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per key: 0 to `n - 1`.

    Raises:
        ArithmeticException: `n` is 0.
        NullPointerException: A key is null; the message names the row. (A producer never asks for a null key's
            partition: it spreads such records by itself.)
        TypeError: Kafka has no serializer of the array's type.
        ValueError: `n` is no 32-bit integer.
    """
    count = _arguments.int32("n", n)
    column = columns.read(array)
    return placement.kafka(choose(kernels), column.blocks("utf8"), column.rows, count)


def murmur2_hashes(
    array: Any,  # noqa: ANN401 - a column of any kind, see the module
    *,
    kernels: Name | None = None,
) -> Int32s:
    """Kafka's murmur2 of each key's bytes: `org.apache.kafka.common.utils.Utils.murmur2`.

    Args:
        array: The keys, one dimension.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per key.

    Raises:
        NullPointerException: A key is null; the message names the row.
        TypeError: Kafka has no serializer of the array's type.
    """
    column = columns.read(array)
    return placement.kafka(choose(kernels), column.blocks("utf8"), column.rows)
