"""The search on two cores of Spark against the same search on one core: the same chunks, cases and lines."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.benchmark import Benchmark, Contender, MissingToolchainError, Target, timed
from jarparity.child_process.worker import Worker
from jarparity.spark.search import search
from jarparity.spark.search_tasks import Search
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import SparkSession

    from jarparity.lines import Line
    from jarparity.originals import Originals

_SEED: Final = 20261121
_CASES: Final = 400
_SECONDS: Final = 600.0
_ONE, _TWO = "one core", "Spark, two cores"
_OPERATIONS: Final = (
    "flink.key-group.operator-of-key",
    "flink.state.keyed-operator",
    "flink.watermark.valve",
    "kafka.partitioner.partition-for-key",
    "kafka.assignor.sticky",
    "kafka.assignor.rebalances",
)
"""Keys, groups and histories of two families."""


@contextmanager
def benchmark(session: SparkSession, lines: Sequence[Line], originals: Originals) -> Iterator[Benchmark]:
    """Both searches; what they must agree on is how many answers of releases each operation was compared with.

    Args:
        session: With two cores.
        lines: Those that are asked.
        originals: Where the JARs are.

    Raises:
        MissingToolchainError: A process can't be kept on one core here.
    """
    if not hasattr(os, "sched_setaffinity"):
        raise MissingToolchainError("a process is kept on one core on Linux only")
    names = list(map(str, lines))
    wanted = Search(_OPERATIONS, tuple(names), _SEED, _CASES)
    rows = len(_OPERATIONS) * _CASES
    with Worker.python("the search on one core", "bench.spark_search_alone") as worker:
        worker.ask("open", lines=names)
        kept: list[np.ndarray] = []

        def alone() -> float:
            found = worker.ask("search", _SECONDS, operations=list(_OPERATIONS), cases=_CASES, seed=_SEED)
            kept[:] = [_row(found["agreed"])]
            seconds: float = found["seconds"]
            return seconds

        def together() -> np.ndarray:
            tally = search(session, wanted, originals=originals)
            return _row({name: counts[Agrees.name] for name, counts in tally.by_operation.items()})

        contenders = (Contender(_ONE, rows, alone, lambda: kept[0]), timed(_TWO, rows, together))
        targets = (Target(_TWO, 1.9, _ONE),)
        yield Benchmark(f"differential search, {rows:,} cases of six operations", contenders, targets)


def _row(counts: dict[str, int]) -> np.ndarray:
    return np.array([counts[name] for name in _OPERATIONS], np.int32)
