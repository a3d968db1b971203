"""Java's hash codes of a block of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition._bulk.columns import Fixed, Null, Packed
from copartition.errors import IDENTITY_HASHED_BYTES, IdentityHashedKey, NullPointerException

if TYPE_CHECKING:
    import numpy as np

    from copartition._bulk.columns import Block
    from copartition._bulk.kernels import Kernels


def hash_codes(kernels: Kernels, block: Block, out: np.ndarray) -> None:
    """Writes each key's `hashCode()` to `out`.

    Raises:
        NullPointerException: A key is null; the message is Flink's, and names the row.
        IdentityHashedKey: The keys are byte strings.
        ValueError: A string is not valid UTF-8.
    """
    match block:
        case Null(start):
            raise NullPointerException(f"Assigned key must not be null! (row {start})")
        case Packed(kind="binary"):
            raise IdentityHashedKey(IDENTITY_HASHED_BYTES)
        case Packed(kind="utf16"):
            kernels.utf16_hashes(block.offsets, block.data, out)
        case Packed():
            invalid = kernels.utf8_hashes(block.offsets, block.data, out)
            if invalid >= 0:
                raise ValueError(f"row {block.start + invalid} is not valid UTF-8")
        case _:
            _fixed_hash_codes(kernels, block, out)


def _fixed_hash_codes(kernels: Kernels, block: Fixed, out: np.ndarray) -> None:
    match block.java:
        case "Long":
            kernels.long_hashes(block.values, out)
        case "Double":
            kernels.double_hashes(block.values, out)
        case "Float":
            kernels.float_hashes(block.values, out)
        case "Boolean":
            kernels.boolean_hashes(block.values, out)
        case _:  # Integer, Short and Byte hash to their value
            out[:] = block.values
