"""Whole columns through the bridge to the real JARs, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench import keys
from bench.benchmark import Benchmark, Target, timed
from copartition.flink.bulk import key_groups
from jarparity.columns import Column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.lines import Line
    from jarparity.references import LiveReference

_OPERATION = "flink.key-group.of-key"
_MAX_PARALLELISM = 128
_LEAST = {"jpype": (50.0, 10.0), "gateway": (1.0, 1.0)}
"""Million longs and strings per second."""


def benchmarks(reference: LiveReference, line: Line) -> Iterator[Benchmark]:
    """int64 keys and strings through one route."""
    strings = keys.strings(ascii_only=True)
    columns = (
        ("int64 keys", Column.of_array("long", keys.longs())),
        ("strings", Column.of_packed("utf8", strings.offsets, strings.data)),
    )
    for (name, column), least in zip(columns, _LEAST[reference.name], strict=True):
        yield _race(reference, line, name, column, least)


def _race(reference: LiveReference, line: Line, name: str, column: Column, least: float) -> Benchmark:
    parameters = {"maxParallelism": _MAX_PARALLELISM}
    plain = column.array() if column.kind == "long" else _texts(column)
    return Benchmark(
        f"{name} through {reference.name} to the JAR and back",
        (
            timed(reference.name, column.rows, lambda: reference.bulk(_OPERATION, line, parameters, column)),
            timed("the port itself", column.rows, lambda: key_groups(plain, _MAX_PARALLELISM)),
        ),
        (Target(reference.name, least),),
    )


def _texts(column: Column) -> object:
    import pyarrow as pa  # noqa: PLC0415 - only for strings

    offsets, data = column.split()
    return pa.StringArray.from_buffers(column.rows, pa.py_buffer(offsets), pa.py_buffer(data))
