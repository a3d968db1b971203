"""Rows of bytes, one behind the other: what a bulk function answers with where a row is no number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class BytesColumn:
    """Rows of bytes.

    Attributes:
        offsets: int64: where each row begins in `data`, and where the last one ends.
        data: uint8.
    """

    offsets: NDArray[np.int64]
    data: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> bytes:
        """A row's bytes; a negative number counts from the end.

        Raises:
            IndexError: There is no such row.
        """
        at = row + len(self) if row < 0 else row
        if not 0 <= at < len(self):
            raise IndexError(f"the column has {len(self)} rows, and no row {row}")
        return self.data[self.offsets[at] : self.offsets[at + 1]].tobytes()

    def __iter__(self) -> Iterator[bytes]:
        return map(self.__getitem__, range(len(self)))

    def to_arrow(self) -> Any:  # noqa: ANN401 - pyarrow has no types
        """The same as a `pyarrow.LargeBinaryArray`, without a copy.

        Raises:
            ModuleNotFoundError: pyarrow is not installed.
        """
        import pyarrow as pa  # noqa: PLC0415 - an extra

        buffers = [None, pa.py_buffer(self.offsets), pa.py_buffer(self.data)]
        return pa.LargeBinaryArray.from_buffers(pa.large_binary(), len(self), buffers)
