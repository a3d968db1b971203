"""Rows of a savepoint on two cores of Spark: against one process, and two that gain what the machine allows."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.benchmark import Benchmark, Target, timed
from copartition.flink import operator_of_key, range_of_operator
from copartition.flink.checkpoint import (
    CheckpointMetadata,
    OperatorState,
    RelativeFileHandle,
    SavepointHandle,
    SubtaskState,
    encode_metadata,
)
from copartition.flink.operator_id import operator_id
from copartition.flink.savepoint import HeapStates, KeyedState, StateKind
from copartition.flink.serializers import LONG, STRING, VOID_NAMESPACE
from copartition.java import Long
from jarparity.spark.savepoint.reading import Savepoint, batches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray
    from pyspark.sql import DataFrame, SparkSession

    from copartition.advice.savepoint.rows import StreamPart

_ENTRIES: Final = 400_000
_SUBTASKS, _GROUPS = 8, 128
_UID: Final = "count"
_ALONE, _BOTH = "one process", "two processes"
_SPARK: Final = "Spark, two cores"


@contextmanager
def benchmark(session: SparkSession, folder: Path) -> Iterator[Benchmark]:
    """The same rows by one process, by two, and by Spark.

    There is no row for Spark on one core: its JVM takes another while Python reads.

    Args:
        session: With two cores.
        folder: Empty; the savepoint is written there.
    """
    _write(folder)
    savepoint = Savepoint.of(folder)
    parts = savepoint.parts.parts
    rows = savepoint.frame(session)
    # Spawned: a forked process would have Spark's sockets.
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        yield Benchmark(
            f"rows of a savepoint, {_ENTRIES:,} entries in {len(parts)} parts",
            (
                timed(_ALONE, _ENTRIES, lambda: _sum(map(_of_part, parts))),
                timed(_BOTH, _ENTRIES, lambda: _sum(processes.map(_of_part, parts))),
                timed(_SPARK, _ENTRIES, lambda: _of_frame(rows)),
            ),
            (Target(_SPARK, 0.85, _BOTH), Target(_SPARK, 1.6, _ALONE)),
        )


def _of_part(part: StreamPart) -> tuple[int, int]:
    """How many rows a part has, and the sum of their key groups."""
    found = [(len(batch), sum(batch.column("key_group").to_pylist())) for batch in batches(part, {part.operator: _UID})]
    return sum(count for count, _ in found), sum(total for _, total in found)


def _sum(parts: Iterator[tuple[int, int]]) -> NDArray[np.int32]:
    counts, totals = zip(*parts, strict=True)
    return np.array([sum(counts), sum(totals)], np.int32)


def _of_frame(rows: DataFrame) -> NDArray[np.int32]:
    # Each column that costs something is used: Spark leaves out a column that is not used.
    (found,) = rows.selectExpr("count(value)", "sum(key_group)").collect()
    return np.array(list(found), np.int32)


def _write(folder: Path) -> None:
    """A counter by user: state of eight subtasks, a file each."""
    counter = KeyedState("count", StateKind.VALUE, VOID_NAMESPACE, LONG)
    states = [
        HeapStates(_GROUPS, range_of_operator(_GROUPS, _SUBTASKS, subtask), STRING, [counter])
        for subtask in range(_SUBTASKS)
    ]
    for number in range(_ENTRIES):
        user = f"user_{number}"
        states[operator_of_key(user, _GROUPS, _SUBTASKS)].update("count", user, Long(number))
    subtasks = {}
    for subtask, state in enumerate(states):
        stream, name = state.savepoint(), f"part-{subtask}"
        (folder / name).write_bytes(stream.data)
        file = RelativeFileHandle(name, len(stream.data))
        subtasks[subtask] = SubtaskState(managed_keyed=SavepointHandle(stream.offsets, file))
    operator = OperatorState(operator_id(_UID), _SUBTASKS, _GROUPS, subtasks, uid=_UID)
    (folder / "_metadata").write_bytes(encode_metadata(CheckpointMetadata(1, (operator,))))
