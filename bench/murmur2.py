"""Kafka's murmur2 over packed bytes: the original in a Java loop, against numpy, numba and plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bench import java, keys
from bench.benchmark import Benchmark, Target, timed
from copartition.kafka import murmur2
from copartition.kafka.bulk import murmur2_hashes

if TYPE_CHECKING:
    from collections.abc import Iterator


def benchmarks(loops: Any) -> Iterator[Benchmark]:  # noqa: ANN401 - a Java class
    """Keys of 10 to 20 bytes."""
    strings = keys.strings(ascii_only=True)
    rows, few = len(strings.texts), [text.encode() for text in strings.texts[: keys.PURE]]
    column = pa.BinaryArray.from_buffers(
        pa.binary(), rows, [None, pa.py_buffer(strings.offsets), pa.py_buffer(strings.data)]
    )
    data, offsets = java.array(strings.data), java.array(strings.offsets)
    yield Benchmark(
        "murmur2 of keys of 10 to 20 bytes",
        (
            java.loop("Java, packed bytes", loops.murmur2Packed, rows, data, offsets),
            java.loop("Java, an array each", loops.murmur2Arrays, rows, data, offsets),
            timed("numba", rows, lambda: murmur2_hashes(column, kernels="numba")),
            timed("numpy", rows, lambda: murmur2_hashes(column, kernels="numpy")),
            timed("Python", len(few), lambda: np.array([murmur2(key) for key in few], np.int32)),
        ),
        (Target("numba", 1.0, "Java, packed bytes"),),
    )
