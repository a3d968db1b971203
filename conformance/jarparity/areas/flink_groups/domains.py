"""Domains of columns: every input of an operation on integers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.columns import Column
from jarparity.domains import Block, ColumnDomain

if TYPE_CHECKING:
    from collections.abc import Sequence


ROWS_A_BLOCK = 1 << 20
DENSE = 1024
"""Every max parallelism up to here is covered; above it the powers of two."""
LARGEST = 32768


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


DOMAINS: Final = (EveryKeyGroup(), EveryOperator())
