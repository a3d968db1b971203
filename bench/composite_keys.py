"""Composite keys of whole columns: Flink's own builder in a Java loop, against numpy and numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bench import java, keys
from bench.benchmark import Benchmark, Contender, Target, timed
from copartition._bulk import numpy_kernels
from copartition.flink.bulk import composite_keys
from copartition.flink.serializers import STRING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from copartition._bulk.bytes_column import BytesColumn
    from copartition._bulk.kernels import Name

_JAVA = "Java, SerializedCompositeKeyBuilder"


def benchmarks(loops: Any) -> Iterator[Benchmark]:  # noqa: ANN401 - a Java class
    """int64 keys; strings, without and with lengths behind their parts."""
    longs = keys.longs()[: keys.STRINGS]
    yield Benchmark(
        "composite keys of int64 keys",
        (
            java.loop(_JAVA, loops.compositeLongs, len(longs), java.array(longs), 128),
            timed("numba", len(longs), lambda: composite_keys(longs, 128, kernels="numba"), _told),
            timed("numpy", len(longs), lambda: composite_keys(longs, 128, kernels="numpy"), _told),
        ),
        (Target("numba", 1.0, _JAVA),),
    )
    yield _strings(loops, "ASCII strings", "", keys.strings(ascii_only=True))
    yield _strings(loops, "ASCII strings in a namespace of strings", "win", keys.strings(ascii_only=True))
    yield _strings(loops, "UTF-8 strings, 1 in 4 not ASCII", "", keys.strings(ascii_only=False))


def _strings(loops: Any, name: str, namespace: str, strings: keys.Strings) -> Benchmark:  # noqa: ANN401 - Java's
    rows = len(strings.texts)
    column = pa.StringArray.from_buffers(rows, pa.py_buffer(strings.offsets), pa.py_buffer(strings.data))
    data, offsets = java.array(strings.data), java.array(strings.offsets)
    behind = (STRING, namespace) if namespace else None

    def bulk(kernels: Name) -> Contender:
        return timed(kernels, rows, lambda: composite_keys(column, 128, namespace=behind, kernels=kernels), _told)

    return Benchmark(
        f"composite keys of {name}",
        (
            java.loop(_JAVA, loops.compositeStrings, rows, data, offsets, 128, namespace),
            bulk("numba"),
            bulk("numpy"),
        ),
        (Target("numba", 1.0, _JAVA),),
    )


def _told(column: BytesColumn) -> NDArray[np.int32]:
    """`Arrays.hashCode(byte[])` of each row: as a string's hash code, but of signed bytes, and from 1 on."""
    codes = np.empty(len(column), np.int32)
    numpy_kernels.utf16_hashes(column.offsets, column.data.view(np.int8).astype(np.uint32), codes)
    powers = np.cumprod(np.full(int(np.diff(column.offsets).max()), 31, np.uint32), dtype=np.uint32)
    return (codes.view(np.uint32) + powers[np.diff(column.offsets) - 1]).view(np.int32)
