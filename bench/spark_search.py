"""The search on two cores of Spark against the same search in one process: the same chunks, cases and lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from bench.benchmark import Benchmark, Target, timed
from jarparity import registry
from jarparity.cases import Case
from jarparity.check.asking import Comparison
from jarparity.check.drawing import chunks
from jarparity.ports.load import open_port
from jarparity.spark.search import search
from jarparity.spark.search_tasks import Search
from jarparity.verdicts import Agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import SparkSession

    from jarparity.lines import Line
    from jarparity.originals import Originals
    from jarparity.references import LiveReference

_SEED: Final = 20261121
_CASES: Final = 1000
_ONE, _TWO = "one process", "Spark, two cores"
_OPERATIONS: Final = (
    "flink.key-group.operator-of-key",
    "flink.state.keyed-operator",
    "flink.watermark.valve",
    "kafka.partitioner.partition-for-key",
    "kafka.assignor.sticky",
    "kafka.assignor.rebalances",
)
"""Keys, groups and histories of two families."""


def benchmark(
    session: SparkSession, reference: LiveReference, lines: Sequence[Line], originals: Originals
) -> Benchmark:
    """Both searches; what they must agree on is how many answers of releases each operation was compared with.

    Args:
        session: With two cores.
        reference: The originals in this process.
        lines: Those that are asked.
        originals: Where the JARs are.
    """
    operations = [registry.operation(name) for name in _OPERATIONS]
    wanted = Search(_OPERATIONS, tuple(map(str, lines)), _SEED, _CASES)
    port = open_port()

    def alone() -> np.ndarray:
        agreed: Counter[str] = Counter()
        for chunk in chunks(operations, _CASES):
            cases = [Case(chunk.operation.name, str(i), document) for i, document in enumerate(chunk.draw(_SEED))]
            for verdict in Comparison(chunk.operation, port, reference, lines).verdicts(cases):
                if not isinstance(verdict, Agrees):
                    raise TypeError(f"the port differs: {verdict}")
                agreed[chunk.operation.name] += len(verdict.lines)
        return _row(agreed)

    def together() -> np.ndarray:
        tally = search(session, wanted, originals=originals)
        return _row({name: counts[Agrees.name] for name, counts in tally.by_operation.items()})

    rows = len(_OPERATIONS) * _CASES
    contenders = (timed(_ONE, rows, alone), timed(_TWO, rows, together))
    return Benchmark(f"differential search, {rows:,} cases of six operations", contenders, (Target(_TWO, 1.8, _ONE),))


def _row(counts: dict[str, int]) -> np.ndarray:
    return np.array([counts[name] for name in _OPERATIONS], np.int32)
