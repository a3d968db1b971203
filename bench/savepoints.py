"""A canonical savepoint of very many small entries: Flink's own reader in Java, against columns."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench import java
from bench.benchmark import Benchmark, Contender, Target, timed
from copartition.flink import KeyGroupRange
from copartition.flink.bulk import composite_keys
from copartition.flink.savepoint import KeyedState, SavepointReader, StateKind, StreamHeader, write_savepoint
from copartition.flink.serializers import LONG, VOID_NAMESPACE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from copartition._bulk.ints import Int32s

_ENTRIES: Final = 10_000_000
_GROUPS: Final = 128
_JAVA: Final = "Java, FullSnapshotRestoreOperation"
_LAST: Final = 0x80


def benchmark(savepoints: Any) -> Benchmark:  # noqa: ANN401 - a Java class
    """Ten million values of long, by long keys."""
    data, offsets = _savepoint()
    array, places = java.array(np.frombuffer(data, np.uint8)), java.array(offsets)
    return Benchmark(
        "pairs of a canonical savepoint, read from memory",
        (
            _java(savepoints, array, places),
            timed("numba, columns", _ENTRIES, lambda: _columns(data)),
        ),
        (Target("numba, columns", 0.3, _JAVA),),
    )


def _java(savepoints: Any, data: Any, offsets: Any) -> Contender:  # noqa: ANN401 - Java's
    import jpype  # noqa: PLC0415 - an extra

    out = jpype.JArray(jpype.JInt)(3)
    return Contender(
        _JAVA, _ENTRIES, lambda: int(savepoints.read(data, offsets, out)) / 1e9, lambda: np.array(out, np.int32)
    )


def _columns(data: bytes) -> Int32s:
    pairs = size = last = 0
    for part in SavepointReader(io.BytesIO(data), _GROUPS).columns(kernels="numba"):
        pairs += len(part)
        size += len(part.keys.data) + len(part.values.data)
        last += int(part.values.data[part.values.offsets[1:] - 1].view(np.int8).sum(dtype=np.int64))
    return np.array([pairs, size, last]).astype(np.int32)


def _savepoint() -> tuple[bytes, NDArray[np.int64]]:
    """A stream, and where each key group begins: written as a whole, each pair with as many bytes as the others."""
    keys = np.random.default_rng(1).permutation(np.arange(_ENTRIES, dtype=np.int64) * 0x9E3779B97F4A7C1)
    column = composite_keys(keys, _GROUPS)
    bytes_of_keys = column.data.reshape(_ENTRIES, -1)
    bytes_of_keys = bytes_of_keys[np.argsort(bytes_of_keys[:, 0], kind="stable")]
    width = bytes_of_keys.shape[1]
    pairs = np.zeros((_ENTRIES, 4 + width + 4 + 8), np.uint8)
    pairs[:, 3], pairs[:, 4 : 4 + width], pairs[:, 7 + width] = width, bytes_of_keys, 8
    pairs[:, -8:] = np.arange(_ENTRIES, dtype=">i8").view(np.uint8).reshape(-1, 8)
    state = KeyedState("count", StateKind.VALUE, VOID_NAMESPACE, LONG)
    head = io.BytesIO()
    write_savepoint(head, StreamHeader(LONG, (state,)), KeyGroupRange(0, _GROUPS - 1), _GROUPS, ())
    parts, offsets, at = [head.getvalue()], [], len(head.getvalue())
    begins = np.searchsorted(bytes_of_keys[:, 0], np.arange(_GROUPS + 1))
    for begin, end in zip(begins[:-1].tolist(), begins[1:].tolist(), strict=True):
        offsets.append(at)
        pairs[end - 1, 4] |= _LAST
        parts.append(b"\0\0" + pairs[begin:end].tobytes() + b"\xff\xff")
        at += len(parts[-1])
    return b"".join(parts), np.array(offsets, np.int64)
