"""Key sets written by Spark: every task makes its part of the rows, and the set is the same for any number of tasks.

Golden data sets: keys with the originals' answers and a port's beside them, a row each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.keysets.names import KeySetError
from jarparity.originals import silent
from jarparity.spark.blocks import KINDS, quoted, read_blocks
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.key_types import SQL
from jarparity.spark.shipping import ship
from jarparity.spark.worker_port import WorkerPort, ship_packages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.keysets.key_set import KeySet
    from jarparity.originals import Originals, Progress
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement


FORMATS: Final = ("parquet", "csv", "json")
"""What can be written."""

_BLOCK: Final = 2**16
"""Rows made at once: a batch of Arrow, and small enough for its arrays to stay near the processor."""

_ROWS_A_TASK: Final = 5_000_000
"""Rows of a file at most, where the number of tasks is not given."""

_OPTIONS: Final = {"csv": {"header": "true"}}


@dataclass(frozen=True, slots=True)
class Written:
    """What is to be written.

    Attributes:
        keys: The key set.
        rows: How many of its rows.
        column: The name of the column.
        tasks: How many tasks, and so files; 0 for as many as the cluster has cores, more for very many rows.
        first: The first of its rows.
    """

    keys: KeySet
    rows: int
    column: str = "key"
    tasks: int = 0
    first: int = 0

    def __post_init__(self) -> None:
        if not (self.rows > 0 and self.first + self.rows <= self.keys.rows_at_most):
            most = f"{self.keys.kind} keys of type {self.keys.key_type} are {self.keys.rows_at_most:,}"
            raise KeySetError(f"{self.first + self.rows:,} keys: {'at least 1' if self.rows < 1 else most}")

    def frame(self, session: SparkSession) -> DataFrame:
        """The rows, made when they are asked for. Any action on it makes them again, and the same."""
        ship_packages(session, ["jarparity"])
        blocks = -(-self.rows // _BLOCK)
        cores = session.sparkContext.defaultParallelism
        tasks = self.tasks or max(cores, -(-self.rows // _ROWS_A_TASK))
        # Spark hands out only the numbers of blocks; the Python workers make the rows.
        numbers = session.range(0, blocks, 1, min(tasks, blocks))
        return numbers.mapInArrow(self.batches, f"{quoted(self.column)} {SQL[self.keys.key_type]}")

    def batches(self, numbers: Iterator[Any]) -> Iterator[Any]:
        """What a task does: from `pyarrow.RecordBatch`es of numbers of blocks to their keys."""
        import pyarrow as pa  # noqa: PLC0415 - on the executor

        end = self.first + self.rows
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                start = self.first + number * _BLOCK
                keys = self.keys.rows(start, min(end, start + _BLOCK))
                yield pa.RecordBatch.from_arrays([keys], [self.column])


def refuse_format(format_: str, kind: str, key_type: str) -> None:
    """Refuses a format that would not keep the keys as they are.

    Raises:
        SparkPipelineError: The message says which format does.
    """
    if format_ not in FORMATS:
        raise SparkPipelineError(f"format {format_!r}: one of {', '.join(FORMATS)}")
    reason = ""
    if format_ != "parquet" and key_type == "bytes":
        reason = "has no bytes: write parquet"
    elif format_ != "parquet" and kind == "adversarial" and key_type in ("double", "float"):
        reason = "doesn't keep the bits of a NaN: write parquet"
    elif format_ == "csv" and key_type == "string" and kind in ("adversarial", "unicode"):
        reason = "doesn't keep line ends, quotes and blanks in keys as they are: write parquet or json"
    if reason:
        raise SparkPipelineError(f"{format_} {reason}")


def write(frame: DataFrame, target: str, format_: str, *, overwrite: bool = False) -> None:
    """Writes a folder of files, whole or not at all: `_SUCCESS` in it says that every task has ended.

    Args:
        frame: What to write; a task that fails is run again, and its first output left out.
        target: The folder.
        format_: One of `FORMATS`.
        overwrite: Whether a folder that is there gives way.

    Raises:
        SparkPipelineError: It can't be written, or is there already.
    """
    with explained(f"{target} can't be written as {format_}"):
        mode = "overwrite" if overwrite else "errorifexists"
        frame.write.format(format_).options(**_OPTIONS.get(format_, {})).mode(mode).save(target)


_SIDES: Final = ("original", "port")


@dataclass(frozen=True, slots=True)
class Answered:
    """The answers beside each key.

    Attributes:
        placements: Where both sides put it.
        key_type: The keys' Java type.
        column: The name of the keys' column.
        port: The port.

    Raises:
        SparkPipelineError: Keys of this type have no such form.
    """

    placements: tuple[Placement, ...]
    key_type: str
    column: str
    port: WorkerPort = field(default_factory=WorkerPort)

    def __post_init__(self) -> None:
        if self.key_type not in KINDS:
            raise SparkPipelineError(f"answers need keys of type {', '.join(KINDS)}; not {self.key_type}")

    def frame(self, keys: DataFrame, originals: Originals | None = None, progress: Progress = silent) -> DataFrame:
        """The keys with two int columns for each placement; null where the port gave no place.

        Args:
            keys: One column, the key, without nulls.
            originals: Where the JARs are; by default the kit's own lock and the user's cache.
            progress: Notified of each step.

        Raises:
            OriginalsError: JARs are missing, or are not the locked ones.
        """
        shipped = ship(keys.sparkSession, [placement.line for placement in self.placements], originals, progress)
        (key,) = keys.schema.fields
        columns = [f"{quoted(self.column)} {key.dataType.simpleString()}"]
        columns += [f"{name} int" for placement in self.placements for name in names(placement)]
        blocks = shipped.blocks(self.placements, self.key_type, keys)
        return blocks.mapInArrow(self.task(self.port.shipped(keys.sparkSession)), ", ".join(columns))

    def task(self, port: WorkerPort) -> Callable[[Iterator[Any]], Iterator[Any]]:
        """What a task does: from `pyarrow.RecordBatch`es of blocks to rows."""

        def rows(batches: Iterator[Any]) -> Iterator[Any]:
            import pyarrow as pa  # noqa: PLC0415 - on the executor

            for batch in batches:
                for block in read_blocks(self.key_type, batch):
                    found = {self.column: _keys(block)}
                    for index, placement in enumerate(self.placements):
                        places = port.places(placement, block)
                        missing = np.zeros(block.rows, np.bool_)
                        missing[[*places.replies]] = True
                        original, ours = names(placement)
                        found[original] = pa.array(block.original(index))
                        found[ours] = pa.array(places.answers, mask=missing)
                    yield pa.RecordBatch.from_arrays(list(found.values()), list(found))

        return rows

    def differing(self, session: SparkSession, folder: str, format_: str) -> list[int]:
        """How many rows of a written data set differ, in the order of the placements.

        Raises:
            SparkPipelineError: It can't be read.
        """
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        # CSV is read as text; equal numbers are equal texts, too.
        equal = (f.col(original).eqNullSafe(f.col(ours)) for original, ours in map(names, self.placements))
        counts = [f.count_if(~each) for each in equal]
        with explained(f"{folder} can't be read again"):
            options = {"header": "true"} if format_ == "csv" else {}
            (row,) = session.read.format(format_).options(**options).load(folder).agg(*counts).collect()
        return list(row)


def names(placement: Placement) -> tuple[str, str]:
    """The columns of a placement: the original's answer, and the port's."""
    stem = re.sub(r"[^a-z0-9]+", "_", str(placement))
    original, port = (f"{stem}_{side}" for side in _SIDES)
    return original, port


def _keys(block: Block) -> Any:  # noqa: ANN401 - pyarrow has no types
    import pyarrow as pa  # noqa: PLC0415 - on the executor

    column = block.column
    if column.kind in ("utf8", "binary"):
        offsets, data = column.split()
        kind = pa.utf8() if column.kind == "utf8" else pa.binary()
        return pa.Array.from_buffers(kind, column.rows, [None, pa.py_buffer(offsets), pa.py_buffer(data)])
    values = column.array()
    return pa.array(values.astype(np.bool_) if column.kind == "boolean" else values)
