"""The bulk operations of the conformance kit: packed columns in, int32 out.

A column is little-endian. Fixed-width kinds are an array; `utf8` and `binary` are `rows + 1` int32 offsets
followed by the bytes; `ints` is rows of several int32 side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from copartition import _arguments
from copartition._bulk import columns, ints, placement, ranges
from copartition._bulk.kernels import Kernels, kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from copartition._bulk.columns import Block

_FIXED = {"long": "<i8", "integer": "<i4", "double": "<f8"}
_OFFSET = np.dtype("<i4")


def port_bulk(operation: str, kind: str, parameters: Mapping[str, Any], data: np.ndarray, rows: int) -> ints.Int32s:
    """The answers to a whole column.

    Args:
        operation: The operation's name, one of `OPERATIONS`.
        kind: What a row is: `long`, `integer`, `double`, `boolean`, `utf8`, `binary` or `ints`.
        parameters: The operation's input fields that are the same for all rows.
        data: The packed column, uint8.
        rows: How many rows.

    Returns:
        int32, flat: one per row, or start and end of each for `flink.key-group.range-of-operator`.

    Raises:
        NotImplementedError: There is no bulk form of this operation.
        ValueError: The operation takes no column of this kind, or its size is not that of its rows.
    """
    answer = OPERATIONS.get(operation)
    if answer is None:
        raise NotImplementedError(f"no bulk form of {operation}")
    return answer(kernels(), _Packed(kind, data, rows), parameters)


class _Packed:
    """A packed column, checked when it is opened."""

    def __init__(self, kind: str, data: np.ndarray, rows: int) -> None:
        self.kind, self.rows = kind, rows
        self.data = np.asarray(data).reshape(-1).view(np.uint8)

    def blocks(self) -> Iterator[Block]:
        """The rows as keys."""
        if self.kind in {"utf8", "binary"}:
            head = _OFFSET.itemsize * (self.rows + 1)
            offsets = self._array(self.data[:head], _OFFSET, self.rows + 1)
            yield from columns.packed_blocks(0, "utf8" if self.kind == "utf8" else "binary", offsets, self.data[head:])
        elif self.kind == "boolean":
            yield from columns.read(self._array(self.data, np.dtype(np.uint8), self.rows).view(np.bool_)).blocks(
                "utf16"
            )
        elif self.kind in _FIXED:
            yield from columns.read(self._array(self.data, np.dtype(_FIXED[self.kind]), self.rows)).blocks("utf16")
        else:
            raise ValueError(f"a column of {self.kind!r} holds no keys")

    def hashes(self) -> np.ndarray:
        """The rows as a fresh int32 array."""
        if self.kind != "integer":
            raise ValueError(f"a column of {self.kind!r}, where hash codes are integers")
        return self._array(self.data, np.dtype("<i4"), self.rows).astype(np.int32)

    def fields(self, *order: int) -> tuple[np.ndarray, ...]:
        """The fields of `ints` rows, in this order."""
        if self.kind != "ints":
            raise ValueError(f"a column of {self.kind!r}, where each row is several integers")
        rows = self._array(self.data, np.dtype("<i4"), self.rows * len(order)).reshape(self.rows, len(order))
        return tuple(rows[:, index] for index in order)

    @staticmethod
    def _array(data: np.ndarray, dtype: np.dtype[Any], size: int) -> np.ndarray:
        if len(data) != size * dtype.itemsize:
            raise ValueError(f"a column of {size} x {dtype} has {size * dtype.itemsize} bytes, not {len(data)}")
        return np.require(data.view(dtype), requirements=["C", "A"])


_Answer: TypeAlias = "Callable[[Kernels, _Packed, Mapping[str, Any]], ints.Int32s]"


def _int(parameters: Mapping[str, Any], name: str) -> int:
    return _arguments.int32(name, parameters[name])


def _each_block(hashes: np.ndarray, change: Callable[[np.ndarray], None]) -> ints.Int32s:
    """The hashes, changed in place block by block."""
    for start in range(0, len(hashes), columns.BLOCK_ROWS):
        change(hashes[start : start + columns.BLOCK_ROWS])
    return hashes


def _of_hash(chosen: Kernels, packed: _Packed, parameters: Mapping[str, Any]) -> ints.Int32s:
    max_parallelism = _int(parameters, "maxParallelism")
    return _each_block(packed.hashes(), lambda block: placement.place(chosen, block, max_parallelism))


OPERATIONS: dict[str, _Answer] = {
    "flink.math.murmur-hash": lambda chosen, packed, _: _each_block(packed.hashes(), chosen.murmur),
    "flink.key-group.of-hash": _of_hash,
    "flink.key-group.of-key": lambda chosen, packed, parameters: placement.flink(
        chosen, packed.blocks(), packed.rows, _int(parameters, "maxParallelism")
    ),
    "flink.key-group.operator-of-key": lambda chosen, packed, parameters: placement.flink(
        chosen, packed.blocks(), packed.rows, _int(parameters, "maxParallelism"), _int(parameters, "parallelism")
    ),
    "flink.key-group.operator-of-group": lambda _, packed, __: ranges.operators(packed.rows, packed.fields(1, 2, 0)),
    "flink.key-group.range-of-operator": lambda _, packed, __: ranges.of_operators(
        packed.rows, packed.fields(0, 1, 2)
    ).reshape(-1),
    "kafka.partitioner.murmur2": lambda chosen, packed, _: placement.kafka(chosen, packed.blocks(), packed.rows),
    "kafka.partitioner.partition-for-key": lambda chosen, packed, parameters: placement.kafka(
        chosen, packed.blocks(), packed.rows, _int(parameters, "partitions")
    ),
}
"""The operations that have a bulk form."""
