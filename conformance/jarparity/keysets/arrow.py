"""numpy arrays as Arrow arrays: the buffers are handed over, not copied."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Bytes = npt.NDArray[np.uint8]


def fixed(values: npt.NDArray[Any]) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Numbers or booleans."""
    return pa.array(values)


def packed(lengths: npt.NDArray[np.int64], data: Bytes, *, text: bool) -> Any:  # noqa: ANN401 - as above
    """Strings or byte strings from their lengths and all their bytes in a row.

    Args:
        lengths: Bytes of each.
        data: The bytes; UTF-8 where they are text.
        text: Whether they are strings.
    """
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(pa.utf8() if text else pa.binary(), len(lengths), buffers)


def rectangle(rows: Bytes, *, text: bool) -> Any:  # noqa: ANN401 - as above
    """Strings or byte strings of one length: a row of the array each."""
    return packed(np.full(len(rows), rows.shape[1], np.int64), rows.reshape(-1), text=text)


def interleaved(parts: list[Any], of_row: npt.NDArray[Any]) -> Any:  # noqa: ANN401 - as above
    """One array of several: the n-th row that names a part has that part's n-th element.

    Args:
        parts: Arrays of one type; each as long as rows name it.
        of_row: Of every row, the number of its part.
    """
    order = np.argsort(of_row, kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return pa.concat_arrays(parts).take(pa.array(place))
