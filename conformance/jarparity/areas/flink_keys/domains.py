"""The whole domain of `flink.math.murmur-hash`: every int."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.columns import Column
from jarparity.domains import Block, ColumnDomain

if TYPE_CHECKING:
    from collections.abc import Sequence


HASHES_A_BLOCK = 1 << 20


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


DOMAINS: Final = (AllHashes(),)
