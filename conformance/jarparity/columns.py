"""Columns: many keys in one buffer, so that a whole batch crosses a bridge at once.

A column is little-endian and packed. Fixed-width kinds are an array; `utf8` and `binary` are `rows + 1` int32
offsets followed by the bytes (Arrow's layout); `ints` is rows of several int32 side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jarparity.answers import JSON
    from jarparity.operations import BulkInput

Kind: TypeAlias = Literal["long", "integer", "double", "boolean", "utf8", "binary", "ints"]

DTYPES: dict[str, np.dtype[np.generic]] = {
    "long": np.dtype("<i8"),
    "integer": np.dtype("<i4"),
    "double": np.dtype("<f8"),
    "boolean": np.dtype("u1"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Packed keys.

    Attributes:
        kind: What a row is.
        rows: How many rows.
        data: The packed bytes, uint8, one dimension.
    """

    kind: Kind
    rows: int
    data: np.ndarray

    @classmethod
    def of_array(cls, kind: Kind, values: np.ndarray) -> Column:
        """A fixed-width column from a numpy array of the kind's dtype (no copy where it already has it).

        Raises:
            ValueError: The kind has no fixed width, or the array has more than one dimension.
        """
        if kind not in DTYPES or values.ndim != 1:
            raise ValueError(f"kind {kind!r} with {values.ndim} dimensions: give one dimension of a fixed-width kind")
        packed = np.ascontiguousarray(values, DTYPES[kind])
        return cls(kind, len(packed), packed.view(np.uint8))

    @classmethod
    def of_rows(cls, values: np.ndarray) -> Column:
        """An `ints` column from a two-dimensional int32 array, a row each.

        Raises:
            ValueError: The array has not two dimensions.
        """
        if values.ndim != 2:  # noqa: PLR2004 - rows and fields
            raise ValueError(f"an ints column takes rows of fields, got {values.ndim} dimensions")
        packed = np.ascontiguousarray(values, "<i4")
        return cls("ints", len(packed), packed.reshape(-1).view(np.uint8))

    @classmethod
    def of_bytes(cls, kind: Kind, values: Sequence[bytes]) -> Column:
        """A `utf8` or `binary` column from byte strings."""
        offsets = np.zeros(len(values) + 1, "<i4")
        np.cumsum(np.fromiter(map(len, values), np.int32, len(values)), out=offsets[1:])
        return cls.of_packed(kind, offsets, np.frombuffer(b"".join(values), np.uint8))

    @classmethod
    def of_packed(cls, kind: Kind, offsets: np.ndarray, data: np.ndarray) -> Column:
        """A `utf8` or `binary` column from Arrow's offsets (starting at 0) and bytes."""
        packed = np.concatenate([np.ascontiguousarray(offsets, "<i4").view(np.uint8), data])
        return cls(kind, len(offsets) - 1, packed)

    def split(self) -> tuple[np.ndarray, np.ndarray]:
        """Offsets and bytes of a `utf8` or `binary` column."""
        head = 4 * (self.rows + 1)
        return self.data[:head].view("<i4"), self.data[head:]

    def array(self) -> np.ndarray:
        """The values of a fixed-width column."""
        return self.data.view(DTYPES[self.kind])


def row_input(bulk: BulkInput, parameters: Mapping[str, JSON], column: Column, row: int) -> dict[str, JSON]:
    """The input of one row of a column, as a single case has it."""
    if isinstance(bulk.column, tuple):
        values = column.data.view("<i4").reshape(column.rows, -1)[row].tolist()
        return {**dict(zip(bulk.column, values, strict=True)), **parameters}
    value = _value(column, row)
    written = int(value) if bulk.document is None else bulk.document(column.kind, value)
    return {bulk.column: written, **parameters}


def _value(column: Column, row: int) -> Any:  # noqa: ANN401 - numpy's number, or bytes
    if column.kind in ("utf8", "binary"):
        offsets, data = column.split()
        return data[offsets[row] : offsets[row + 1]].tobytes()
    return column.array()[row]
