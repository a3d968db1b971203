"""Key sets written by Spark: every task makes its part of the rows, and the set is the same for any number of tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.keysets.names import KeySetError
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.key_types import SQL
from jarparity.spark.packages import ship_packages
from jarparity.spark.rows import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.keysets.key_set import KeySet

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
        rows: How many of its rows, from the first.
        column: The name of the column.
        tasks: How many tasks, and so files; 0 for as many as the cluster has cores, more for very many rows.
    """

    keys: KeySet
    rows: int
    column: str = "key"
    tasks: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.rows <= self.keys.rows_at_most:
            most = f"{self.keys.kind} keys of type {self.keys.key_type} are {self.keys.rows_at_most:,}"
            raise KeySetError(f"{self.rows:,} keys: {'at least 1' if self.rows < 1 else most}")

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

        for batch in numbers:
            for number in batch.column(0).to_pylist():
                start = number * _BLOCK
                keys = self.keys.rows(start, min(self.rows, start + _BLOCK))
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
