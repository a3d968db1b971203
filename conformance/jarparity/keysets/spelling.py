"""Numbers as keys of every Java type: what an id looks like in somebody's topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from jarparity.keysets import arrow, words

if TYPE_CHECKING:
    from jarparity.keysets.words import Words

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
        return arrow.rectangle(ids.astype(">u8").view(np.uint8).reshape(-1, 8), text=False)
    return arrow.fixed(ids.astype(_DTYPES[key_type]))


def uniform(random: Words, key_type: str) -> Any:  # noqa: ANN401 - as above
    """Each random word as a key, spread over the whole type.

    Doubles and floats are in [0, 1), strings are ids below 2^40, bytes are eight.
    """
    match key_type:
        case "string":
            return spelled(words.below(random, 2**40), key_type)
        case "double":
            return arrow.fixed(words.unit(random))
        case "float":
            return arrow.fixed((random >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24))
        case "boolean":
            return arrow.fixed(words.below(random, 2).astype(np.bool_))
        case "bytes":
            return spelled(random, key_type)
        case _:
            # The high bits, as the type's own two's complement.
            dtype = _DTYPES[key_type]
            shift = np.uint64(64 - 8 * dtype.itemsize)
            return arrow.fixed((random >> shift).astype(f"u{dtype.itemsize}").view(dtype))
