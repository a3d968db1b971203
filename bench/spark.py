"""The pipeline on Spark, two cores: the whole check beside what any check has to do, and how both grow.

Plans of a check that are measured: the port and the originals on blocks of keys, which is what `jarparity spark check`
does; and row by row, the originals as a Java function of Spark beside the key in one `mapInArrow`.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.benchmark import Benchmark, Target, timed
from bench.kit import Limit
from jarparity.columns import Column
from jarparity.ports.load import open_port
from jarparity.spark.checking import Check, check
from jarparity.spark.placements import parse_placement
from jarparity.spark.profile.profiling import profile_of
from jarparity.spark.session import spark_session
from jarparity.spark.shipping import ship

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from pyspark.sql import DataFrame, SparkSession

    from jarparity.lines import Line

LITTLE_MEMORY = "512m"
"""What a check is given where memory is measured."""

KEYS, MANY = 10_000_000, 100_000_000
QUICK, QUICK_MANY = 1_000_000, 4_000_000
_OPERATION, _PARAMETERS = "flink.key-group.of-key", {"maxParallelism": 128}
_FLOOR, _CHECK = "mapInArrow, nothing done", "the check"
_PROFILE = "the profile"
_READ, _ORIGINAL = "reading alone", "the JAR as a Java UDF"


class SparkBench:
    """A session with key sets on disk, for as long as the context of `opened` lasts."""

    def __init__(self, session: SparkSession, folder: Path, line: Line) -> None:
        self._session, self._folder, self._line = session, folder, line
        self._shipped = ship(session, [line])
        self._groups = parse_placement(f"flink:max=128,line={line.version}")
        self._outputs = 0

    @classmethod
    @contextmanager
    def opened(cls, line: Line, memory: str = "2g") -> Iterator[SparkBench]:
        """Two cores of this machine; Java fills the memory that it gets before it collects what is not needed."""
        with (
            spark_session("local[2]", {"spark.driver.memory": memory}) as session,
            tempfile.TemporaryDirectory(prefix="jarparity-bench-") as folder,
        ):
            yield cls(session, Path(folder), line)

    def benchmarks(self, rows: int) -> Iterator[Benchmark]:
        """The check against the floor, and the original alone against reading alone."""
        self._write(rows)
        yield Benchmark(
            f"{rows:,} string keys on Spark: read, port, JAR, compare",
            (
                timed(_FLOOR, rows, lambda: self._sum(self._keys(rows).mapInArrow(_counted, "n long"))),
                timed(_CHECK, rows, lambda: self._checked(rows)),
                timed("the command, written", rows, lambda: self._compared(rows)),
                timed("by rows", rows, lambda: self._by_rows(rows)),
            ),
            (Target(_CHECK, 0.95, _FLOOR),),
        )
        yield Benchmark(
            f"{rows:,} string keys on Spark: the original alone",
            (
                timed(_READ, rows, lambda: self._read(rows)),
                timed(_ORIGINAL, rows, lambda: self._original(rows)),
            ),
            (Target(_ORIGINAL, 0.8, _READ),),
        )
        yield Benchmark(
            f"{rows:,} string keys on Spark: the profile of a Flink operator and of a Kafka topic",
            (
                timed(_FLOOR, rows, lambda: self._sum(self._keys(rows).mapInArrow(_counted, "n long"))),
                timed(_PROFILE, rows, lambda: self._profiled(rows)),
                timed("without top keys", rows, lambda: self._profiled(rows, top=0)),
                timed("placed by the originals", rows, lambda: self._profiled(rows, by_original=True)),
            ),
            (Target(_PROFILE, 0.6, _FLOOR),),
        )

    def limits(self, few: int, many: int) -> Iterator[Limit]:
        """What a key costs, and memory, where there are many more."""
        each: dict[int, float] = {}
        memory: dict[int, float] = {}
        for rows in (few, many):
            self._write(rows)
            self._compared(rows)
            start = time.perf_counter()
            self._compared(rows)
            each[rows] = (time.perf_counter() - start) / rows
            memory[rows] = sum(_peak(pid) for pid in _family(self._session.sparkContext._gateway.proc.pid))  # noqa: SLF001
        name = f"the check of {many:,} keys by that of {few:,}"
        yield Limit(f"{name}, seconds a key", "x", 1.1, each[many] / each[few])
        yield Limit(f"{name}, peak memory of the JVM and of Python's workers", "x", 1.25, memory[many] / memory[few])

    def _write(self, rows: int) -> None:
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        path = self._path(rows)
        if not Path(path).exists():
            key = f.concat(f.lit("user-"), f.col("id").cast("string")).alias("key")
            self._session.range(0, rows, 1, 8).select(key).write.parquet(path)

    def _path(self, rows: int) -> str:
        return str(self._folder / f"keys-{rows}.parquet")

    def _keys(self, rows: int) -> DataFrame:
        """A new one each time: a second action on the same would reuse what the first has shuffled."""
        return self._session.read.parquet(self._path(rows))

    def _checked(self, rows: int) -> NDArray[np.int32]:
        differing = check(self._keys(rows), "key", self._groups).count()
        return np.array([rows - differing], np.int32)

    def _compared(self, rows: int) -> NDArray[np.int32]:
        self._outputs += 1
        output = str(self._folder / f"findings-{self._outputs}")
        (found,) = Check.of(self._keys(rows), "key", self._groups).run(output)
        return np.array([found.rows - found.differing], np.int32)

    def _profiled(self, rows: int, **settings: Any) -> NDArray[np.int32]:  # noqa: ANN401 - as `Wanted` has them
        placements = [f"flink:max=128,parallelism=4,line={self._line.version}", "kafka:partitions=12"]
        return np.array([profile_of(self._keys(rows), "key", placements, **settings).data.rows], np.int32)

    def _by_rows(self, rows: int) -> NDArray[np.int32]:
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        original = self._shipped.placement(self._groups, "string", f.col("key")).alias("original")
        return self._sum(self._keys(rows).select("key", original).mapInArrow(_agreeing, "n long"))

    def _read(self, rows: int) -> NDArray[np.int32]:
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        total = self._keys(rows).select(f.sum(f.length("key"))).collect()[0][0]
        return np.array([rows if total > rows else 0], np.int32)

    def _original(self, rows: int) -> NDArray[np.int32]:
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        total = (
            self._keys(rows)
            .select(f.sum(self._shipped.placement(self._groups, "string", f.col("key"))))
            .collect()[0][0]
        )
        return np.array([rows if total > rows else 0], np.int32)

    @staticmethod
    def _sum(counts: DataFrame) -> NDArray[np.int32]:
        return np.array([counts.groupBy().sum("n").collect()[0][0]], np.int32)


def _counted(batches: Any) -> Iterator[Any]:  # noqa: ANN401 - pyarrow's
    for batch in batches:
        yield _row(batch.num_rows)


def _agreeing(batches: Any) -> Iterator[Any]:  # noqa: ANN401 - pyarrow's
    port = open_port()
    for batch in batches:
        _, offsets, data = batch.column(0).buffers()
        ends = np.frombuffer(offsets, np.int32, batch.num_rows + 1)
        column = Column.of_packed("utf8", ends, np.frombuffer(data, np.uint8))
        answers = port.bulk(_OPERATION, _PARAMETERS, column)
        yield _row(int((answers == batch.column(1).to_numpy()).sum()))


def _row(count: int) -> Any:  # noqa: ANN401 - a pyarrow.RecordBatch
    import pyarrow as pa  # noqa: PLC0415 - an extra

    return pa.RecordBatch.from_arrays([pa.array([count], pa.int64())], ["n"])


def _family(pid: int) -> Iterator[int]:
    """A process and all that came of it."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from _family(int(child))


def _peak(pid: int) -> float:
    """The most memory that a process ever had, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    # One that has just ended, and is not yet fetched by its parent, has none.
    return 1024.0 * sum(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
