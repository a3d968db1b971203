"""Domains of columns: every input of an operation on integers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarparity import catalogue
from jarparity.check.volume import row_input
from jarparity.columns import Column
from jarparity.prove.blocks import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jarparity.answers import JSON
    from jarparity.operations import BulkInput

HASHES_A_BLOCK = 1 << 20
ROWS_A_BLOCK = 1 << 20
DENSE = 1024
"""Every max parallelism up to here is covered; above it the powers of two."""
LARGEST = 32768


class ColumnDomain(ABC):
    """Every input of an operation that takes columns and answers with int32 numbers.

    Attributes:
        operation: The operation's name.
        width: 32-bit integers in an answer.
        order: The order of inputs, in words that suffice to repeat it.
    """

    operation: str
    width: int
    order: str

    @abstractmethod
    def blocks(self) -> Sequence[Block]:
        """All blocks, in order."""

    @abstractmethod
    def column(self, block: Block) -> Column:
        """The inputs of a block."""

    @property
    def bulk(self) -> BulkInput:
        """How the operation takes a column.

        Raises:
            ValueError: It is declared without.
        """
        found = catalogue.operation(self.operation).bulk
        if found is None:
            raise ValueError(f"{self.operation} is declared without a bulk input")
        return found

    def document(self, block: Block, row: int) -> JSON:
        """One input of a block, as a single case has it."""
        return row_input(self.bulk, {}, self.column(block), row)

    def documents(self, block: Block) -> Sequence[JSON]:
        """The inputs of a block as single cases have them, in order."""
        bulk, column = self.bulk, self.column(block)
        return [row_input(bulk, {}, column, row) for row in range(block.rows)]


@dataclass(frozen=True)
class AllHashes(ColumnDomain):
    """All 2^32 values of an int, from the most negative up."""

    operation: str = "flink.math.murmur-hash"
    width: int = 1
    order: str = (
        "every int32 from -2147483648 up; a block is 1048576 values and is named by its first; "
        "its digest is the SHA-256 of the answers as little-endian int32"
    )

    def blocks(self) -> Sequence[Block]:
        """4,096 blocks of 1,048,576 hash codes."""
        return [Block(str(first), HASHES_A_BLOCK, (first,)) for first in range(-(1 << 31), 1 << 31, HASHES_A_BLOCK)]

    def column(self, block: Block) -> Column:
        """The hash codes of a block."""
        (first,) = block.arguments
        return Column.of_array("integer", np.arange(first, first + HASHES_A_BLOCK, dtype=np.int64).astype(np.int32))


def _parallelism_blocks() -> list[tuple[int, int, int]]:
    """(max parallelism, first and last parallelism) of each block."""
    found = [(maximum, 1, maximum) for maximum in range(1, DENSE + 1)]
    maximum = DENSE * 2
    while maximum <= LARGEST:
        step = ROWS_A_BLOCK // maximum
        found += [(maximum, first, first + step - 1) for first in range(1, maximum + 1, step)]
        maximum *= 2
    return found


def _name(maximum: int, first: int, last: int) -> str:
    return f"max-{maximum}/parallelism-{first}-{last}"


_PARALLELISM_ORDER = (
    "every max parallelism from 1 to 1024, a block each, then 2048, 4096, 8192, 16384 and 32768 in blocks of "
    "1048576 / max parallelism parallelisms; within a block parallelism rises from the first to the last named"
)


@dataclass(frozen=True)
class EveryKeyGroup(ColumnDomain):
    """Every key group at every parallelism, for each max parallelism covered."""

    operation: str = "flink.key-group.operator-of-group"
    width: int = 1
    order: str = (
        f"{_PARALLELISM_ORDER}, and for each the key group from 0 to max parallelism - 1; "
        "a digest is the SHA-256 of the operator indexes as little-endian int32"
    )

    def blocks(self) -> Sequence[Block]:
        """One for each of `_parallelism_blocks`."""
        return [Block(_name(m, a, b), (b - a + 1) * m, (m, a, b)) for m, a, b in _parallelism_blocks()]

    def column(self, block: Block) -> Column:
        """Rows of (key group, max parallelism, parallelism)."""
        maximum, first, last = block.arguments
        rows = np.empty((last - first + 1, maximum, 3), np.int32)
        rows[:, :, 0] = np.arange(maximum)
        rows[:, :, 1] = maximum
        rows[:, :, 2] = np.arange(first, last + 1)[:, None]
        return Column.of_rows(rows.reshape(-1, 3))


@dataclass(frozen=True)
class EveryOperator(ColumnDomain):
    """Every operator at every parallelism, for each max parallelism covered."""

    operation: str = "flink.key-group.range-of-operator"
    width: int = 2
    order: str = (
        f"{_PARALLELISM_ORDER}, and for each the operator index from 0 to parallelism - 1; "
        "a digest is the SHA-256 of start and end of each range, each as little-endian int32"
    )

    def blocks(self) -> Sequence[Block]:
        """One for each of `_parallelism_blocks`."""
        return [Block(_name(m, a, b), (a + b) * (b - a + 1) // 2, (m, a, b)) for m, a, b in _parallelism_blocks()]

    def column(self, block: Block) -> Column:
        """Rows of (max parallelism, parallelism, operator index)."""
        maximum, first, last = block.arguments
        parallelisms = np.arange(first, last + 1)
        rows = np.empty((block.rows, 3), np.int32)
        rows[:, 0] = maximum
        rows[:, 1] = np.repeat(parallelisms, parallelisms)
        starts = np.cumsum(parallelisms) - parallelisms
        rows[:, 2] = np.arange(block.rows) - np.repeat(starts, parallelisms)
        return Column.of_rows(rows)
