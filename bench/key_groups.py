"""Keys to key groups: Flink's own method in a Java loop, against numpy, numba and plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bench import java, keys
from bench.benchmark import Benchmark, Target, timed
from copartition.flink import key_group
from copartition.flink.bulk import key_groups
from copartition.java import Long

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_PARALLELISM = (128, 720)


def benchmarks(loops: Any) -> Iterator[Benchmark]:  # noqa: ANN401 - a Java class
    """int64 keys, ASCII strings, strings with other letters."""
    yield from (_longs(loops, max_parallelism) for max_parallelism in _MAX_PARALLELISM)
    yield _strings(loops, "ASCII strings", keys.strings(ascii_only=True))
    yield _strings(loops, "UTF-8 strings, 1 in 4 not ASCII", keys.strings(ascii_only=False))


def _longs(loops: Any, max_parallelism: int) -> Benchmark:  # noqa: ANN401 - a Java class
    column = keys.longs()
    few = [Long(key) for key in column[: keys.PURE].tolist()]
    return Benchmark(
        f"int64 keys to one of {max_parallelism} key groups",
        (
            java.loop("Java, primitive loop", loops.longs, len(column), java.array(column), max_parallelism),
            timed("numba", len(column), lambda: key_groups(column, max_parallelism, kernels="numba")),
            timed("numpy", len(column), lambda: key_groups(column, max_parallelism, kernels="numpy")),
            timed("Python", len(few), lambda: np.array([key_group(k, max_parallelism) for k in few], np.int32)),
        ),
        (Target("numba", 3.0, "Java, primitive loop"),),
    )


def _strings(loops: Any, name: str, strings: keys.Strings) -> Benchmark:  # noqa: ANN401 - a Java class
    rows, few = len(strings.texts), strings.texts[: keys.PURE]
    column = pa.StringArray.from_buffers(rows, pa.py_buffer(strings.offsets), pa.py_buffer(strings.data))
    data, offsets = java.array(strings.data), java.array(strings.offsets)
    return Benchmark(
        f"{name} to one of 128 key groups",
        (
            java.loop("Java, hash not cached", loops.freshStrings, rows, data, offsets, 128),
            java.loop("Java, from UTF-8 bytes", loops.packedStrings, rows, data, offsets, 128),
            timed("numba", rows, lambda: key_groups(column, 128, kernels="numba")),
            timed("numpy", rows, lambda: key_groups(column, 128, kernels="numpy")),
            timed("Python", len(few), lambda: np.array([key_group(k, 128) for k in few], np.int32)),
        ),
        (Target("numba", 1.3, "Java, hash not cached"), Target("numpy", 0.3, "Java, hash not cached")),
    )
