"""Flink's key-group arithmetic over whole columns.

A column is a numpy array, an Arrow array or stream (pyarrow, polars, …: whatever offers Arrow's PyCapsules),
or any object with a typed buffer. Its type says which Java type the keys are: int64 is `Long`, int32
`Integer`, int16 `Short`, int8 `Byte`, float64 `Double`, float32 `Float`, bool `Boolean`, and strings are
`String`; `-1` as an Integer and as a Long go to different key groups. Every function works block by block, so
its temporary memory is bounded.

A float column of pandas in which a row is NaN is refused: pandas makes doubles of integers with a null among them, so
the keys' type is lost. Give a column of dtype `Int64`; in Spark take Arrow's columns, by `mapInArrow`.

numpy itself forgets trailing NULs of an `S` or `U` array's elements; where keys may end in one, use Arrow's strings, or
an object array.

`kernels` chooses who computes: `numba` where it is installed (the extra `fast`), else `numpy`; the
environment variable `COPARTITION_KERNELS` does the same. The answers are identical.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar

import numpy as np

from copartition import _arguments
from copartition._bulk import columns, ints, placement, ranges
from copartition._bulk import composite_keys as composite
from copartition._bulk.kernels import kernels as choose
from copartition.errors import WrongTypeError
from copartition.flink.serializers.key_group_prefix import prefix_length
from copartition.flink.serializers.scalars import VOID_NAMESPACE
from copartition.flink.serializers.type_serializer import Length, TypeSerializer
from copartition.flink.state import VOID

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from copartition._bulk.bytes_column import BytesColumn
    from copartition._bulk.ints import Int32s
    from copartition._bulk.kernels import Name

N = TypeVar("N")


def key_groups(
    array: Any,  # noqa: ANN401 - a column of any kind, see the module
    max_parallelism: SupportsIndex,
    *,
    kernels: Name | None = None,
) -> Int32s:
    """The key group of each key: `KeyGroupRangeAssignment.assignToKeyGroup`.

    Args:
        array: The keys, one dimension.
        max_parallelism: The number of key groups, 1 to 32768 in a real job; any int is answered as in Java.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per key: 0 to `max_parallelism - 1`.

    Raises:
        NullPointerException: A key is null; the message names the first such row.
        IdentityHashedKey: The keys are byte strings, which Java hashes by identity.
        ArithmeticException: `max_parallelism` is 0.
        TypeError: The array's type is no Java key type.
        ValueError: An Arrow string is not valid UTF-8, or `max_parallelism` is no 32-bit integer.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    column = columns.read(array)
    return placement.flink(choose(kernels), column.blocks("utf16"), column.rows, groups)


def operator_indexes(
    array: Any,  # noqa: ANN401 - a column of any kind, see the module
    max_parallelism: SupportsIndex,
    parallelism: SupportsIndex,
    *,
    kernels: Name | None = None,
) -> Int32s:
    """The operator that owns each key: `KeyGroupRangeAssignment.assignKeyToParallelOperator`.

    Args:
        array: The keys, one dimension.
        max_parallelism: The number of key groups.
        parallelism: The number of parallel operators, at most `max_parallelism` in a real job.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per key: 0 to `parallelism - 1`.

    Raises:
        NullPointerException: A key is null; the message names the first such row.
        IdentityHashedKey: The keys are byte strings, which Java hashes by identity.
        ArithmeticException: `max_parallelism` is 0.
        TypeError: The array's type is no Java key type.
        ValueError: An Arrow string is not valid UTF-8, or a number is no 32-bit integer.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    operators = _arguments.int32("parallelism", parallelism)
    column = columns.read(array)
    return placement.flink(choose(kernels), column.blocks("utf16"), column.rows, groups, operators)


def composite_keys(
    array: Any,  # noqa: ANN401 - a column of any kind, see the module
    max_parallelism: SupportsIndex,
    *,
    namespace: tuple[TypeSerializer[N], N] | None = None,
    windows: ArrayLike | None = None,
    kernels: Name | None = None,
) -> BytesColumn:
    """The key of each row in RocksDB and ForSt: key group, key, namespace, as `SerializedCompositeKeyBuilder` has them.

    Args:
        array: The keys, one dimension.
        max_parallelism: The number of key groups.
        namespace: The namespace of all rows, with its serializer: `(STRING, "win")`; without it there is none
            (`VoidNamespace`).
        windows: int64 of shape (rows, 2): start and end of each row's `TimeWindow`, in milliseconds.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        Each row's bytes; `column[0]` is one row, `column.to_arrow()` all.

    Raises:
        NullPointerException: A key is null; the message names the first such row.
        IdentityHashedKey: The keys are byte strings, which Java hashes by identity.
        ArithmeticException: `max_parallelism` is 0.
        TypeError: The array's type is no Java key type, or there are both `namespace` and `windows`.
        WrongTypeError: `namespace` is no pair of a serializer and a value.
        ValueError: An Arrow string is not valid UTF-8, `max_parallelism` is no 32-bit integer, or there are more or
            fewer windows than keys.

    Original: `SerializedCompositeKeyBuilder.setKeyAndKeyGroup` and `buildCompositeKeyNamespace`.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    column = columns.read(array)
    blocks = column.blocks("utf16")
    behind = _namespaces(namespace, windows, column.rows)
    return composite.composite_keys(choose(kernels), blocks, groups, prefix_length(groups), behind)


def _namespaces(
    namespace: tuple[TypeSerializer[N], N] | None, windows: ArrayLike | None, rows: int
) -> composite.Namespaces:
    if windows is None:
        serializer, value = (VOID_NAMESPACE, VOID) if namespace is None else _pair(namespace)
        data = np.frombuffer(serializer.to_bytes(value), np.uint8).reshape(1, -1)
        return composite.Namespaces(data, varies=serializer.length is Length.VARIABLE)
    if namespace is not None:
        raise TypeError("windows are namespaces: give namespace or windows, not both")
    ends = np.asarray(windows)
    if ends.shape != (rows, 2) or ends.dtype.kind != "i":
        raise ValueError(f"windows must be integers of shape ({rows}, 2), and are {ends.dtype} of {ends.shape}")
    return composite.Namespaces(np.ascontiguousarray(ends.astype(">i8")).view(np.uint8).reshape(rows, -1))


def _pair(namespace: object) -> tuple[TypeSerializer[Any], Any]:
    match namespace:
        case (TypeSerializer() as serializer, value):
            return serializer, value
    given = type(namespace).__name__
    raise WrongTypeError(f'namespace must be a pair of a serializer and a value, not {given}: write (STRING, "win")')


def murmur_hashes(hashes: ArrayLike, *, kernels: Name | None = None) -> Int32s:
    """Flink's murmur of each hash code: `MathUtils.murmurHash`.

    Args:
        hashes: int32 hash codes.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per hash code, never negative.

    Raises:
        TypeError: They are no signed integers.
        ValueError: One does not fit 32 bits.
    """
    chosen = choose(kernels)
    rows, arrays = ints.columns(hashes=hashes)
    out = np.empty(rows, np.int32)
    for piece, (block,) in ints.blocks(rows, arrays):
        chosen.murmur(block)
        out[piece] = block
    return out


def key_groups_of_hashes(hashes: ArrayLike, max_parallelism: SupportsIndex, *, kernels: Name | None = None) -> Int32s:
    """The key group of each hash code: `KeyGroupRangeAssignment.computeKeyGroupForKeyHash`.

    Args:
        hashes: int32 hash codes.
        max_parallelism: The number of key groups.
        kernels: `numpy` or `numba`; see the module.

    Returns:
        int32, one per hash code.

    Raises:
        ArithmeticException: `max_parallelism` is 0.
        TypeError: The hash codes are no signed integers.
        ValueError: A number does not fit 32 bits.
    """
    groups = _arguments.int32("max_parallelism", max_parallelism)
    chosen = choose(kernels)
    rows, arrays = ints.columns(hashes=hashes)
    out = np.empty(rows, np.int32)
    for piece, (block,) in ints.blocks(rows, arrays):
        placement.place(chosen, block, groups)
        out[piece] = block
    return out


def operators_of_key_groups(max_parallelism: ArrayLike, parallelism: ArrayLike, key_groups: ArrayLike) -> Int32s:
    """The operator that owns each key group: `KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup`.

    Each argument is an int or an array of ints; arrays have one length.

    Args:
        max_parallelism: The number of key groups.
        parallelism: The number of parallel operators.
        key_groups: The key groups.

    Returns:
        int32, one per row; with Java's wrap-around where `key_group * parallelism` needs more than 32 bits.

    Raises:
        ArithmeticException: A maximum parallelism is 0; the message names the first such row.
        TypeError: An argument is not made of signed integers.
        ValueError: A number does not fit 32 bits, or the lengths differ.
    """
    rows, arrays = ints.columns(max_parallelism=max_parallelism, parallelism=parallelism, key_groups=key_groups)
    return ranges.operators(rows, arrays)


def ranges_of_operators(max_parallelism: ArrayLike, parallelism: ArrayLike, operators: ArrayLike) -> Int32s:
    """The key groups of each operator: `KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex`.

    Each argument is an int or an array of ints; arrays have one length.

    Args:
        max_parallelism: The number of key groups.
        parallelism: The number of parallel operators.
        operators: The operators' indexes.

    Returns:
        int32 of shape (rows, 2): the first and the last key group of each.

    Raises:
        IllegalArgumentException: What the original throws for the first row it refuses; a note names the row.
        TypeError: An argument is not made of signed integers.
        ValueError: A number does not fit 32 bits, or the lengths differ.
    """
    rows, arrays = ints.columns(max_parallelism=max_parallelism, parallelism=parallelism, operators=operators)
    return ranges.of_operators(rows, arrays)
