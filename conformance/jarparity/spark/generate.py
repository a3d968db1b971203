"""Key sets written by Spark: every task makes its part of the rows, and the set is the same for any number of tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jarparity.keysets.names import KeySetError
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.packages import ship_packages
from jarparity.spark.saying import explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.keysets.key_set import KeySet

FORMATS: Final = ("parquet", "csv", "json")
"""What can be written."""

_BLOCK: Final = 2**16
"""Rows made at once: a batch of Arrow, and small enough for its arrays to stay near the processor."""

_ROWS_A_TASK: Final = 5_000_000
"""Rows of a file at most, unless somebody says otherwise."""

_SQL_TYPES: Final = {
    "string": "string",
    "long": "bigint",
    "integer": "int",
    "short": "smallint",
    "byte": "tinyint",
    "double": "double",
    "float": "float",
    "boolean": "boolean",
    "bytes": "binary",
}
"""By Java type, Spark's type of its column."""

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
        # What Spark has to hand out are numbers of blocks; the rows come into being in the Python workers.
        numbers = session.range(0, blocks, 1, min(tasks, blocks))
        return numbers.mapInArrow(_maker(self.keys, self.rows, self.column), self._schema())

    def _schema(self) -> str:
        quoted = self.column.replace("`", "``")
        return f"`{quoted}` {_SQL_TYPES[self.keys.key_type]}"


def refuse_format(format_: str, kind: str, key_type: str) -> None:
    """Refuses a format that would not keep the keys as they are.

    Raises:
        SparkPipelineError: The message says which format does.
    """
    reason = None
    adversarial = kind == "adversarial"
    if format_ not in FORMATS:
        raise SparkPipelineError(f"format {format_!r}: one of {', '.join(FORMATS)}")
    if format_ != "parquet" and key_type == "bytes":
        reason = "has no bytes"
    elif format_ != "parquet" and adversarial and key_type in ("double", "float"):
        reason = "doesn't keep the bits of a NaN"
    elif format_ == "csv" and key_type == "string" and (adversarial or kind == "unicode"):
        reason = "doesn't keep line ends, quotes and blanks in keys as they are: write parquet or json"
    if reason:
        fix = "" if "write" in reason else ": write parquet"
        raise SparkPipelineError(f"{format_} {reason}{fix}")


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


def _maker(keys: KeySet, rows: int, column: str) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does: from the numbers of blocks to their keys."""

    def make(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa  # noqa: PLC0415 - on the executor

        for batch in batches:
            for number in batch.column(0).to_pylist():
                start = number * _BLOCK
                yield pa.RecordBatch.from_arrays([keys.rows(start, min(rows, start + _BLOCK))], [column])

    return make
