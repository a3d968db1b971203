"""Numbers as keys of every Java type: what an id looks like in a topic.

numpy arrays as Arrow arrays: the buffers are handed over, not copied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from jarparity.keysets import words

if TYPE_CHECKING:
    from jarparity.keysets.words import Words


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


_DTYPES: Final[dict[str, np.dtype[Any]]] = {
    "long": np.dtype(np.int64),
    "integer": np.dtype(np.int32),
    "short": np.dtype(np.int16),
    "byte": np.dtype(np.int8),
    "double": np.dtype(np.float64),
    "float": np.dtype(np.float32),
    "boolean": np.dtype(np.bool_),
}
"""The types of one width."""


def arrow_type(key_type: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Arrow's type of a Java type's keys."""
    if key_type == "string":
        return pa.utf8()
    return pa.binary() if key_type == "bytes" else pa.from_numpy_dtype(_DTYPES[key_type])


def spelled(ids: Words, key_type: str) -> Any:  # noqa: ANN401 - as above
    """Each id as a key: `user-42` for a string, eight bytes as Kafka's LongSerializer writes them for bytes.

    Args:
        ids: Below `CAPACITY[key_type]`.
        key_type: Java's type.
    """
    if key_type == "string":
        return pc.binary_join_element_wise("user-", pa.array(ids).cast(pa.utf8()), "")
    if key_type == "bytes":
        return rectangle(ids.astype(">u8").view(np.uint8).reshape(-1, 8), text=False)
    return fixed(ids.astype(_DTYPES[key_type]))


def uniform(random: Words, key_type: str) -> Any:  # noqa: ANN401 - as above
    """Each random word as a key, spread over the whole type.

    Doubles and floats are in [0, 1), strings are ids below 2^40, bytes are eight.
    """
    match key_type:
        case "string":
            return spelled(words.below(random, 2**40), key_type)
        case "double":
            return fixed(words.unit(random))
        case "float":
            return fixed((random >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24))
        case "boolean":
            return fixed(words.below(random, 2).astype(np.bool_))
        case "bytes":
            return spelled(random, key_type)
        case _:
            # The high bits, as the type's own two's complement.
            dtype = _DTYPES[key_type]
            shift = np.uint64(64 - 8 * dtype.itemsize)
            return fixed((random >> shift).astype(f"u{dtype.itemsize}").view(dtype))
