"""Reading a user's data: Parquet, CSV, JSON or a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jarparity.spark import csv_lines
from jarparity.spark.errors import SparkPipelineError, explained

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyarrow.parquet import ColumnSchema
    from pyspark.sql import DataFrame, SparkSession

FORMATS: Final = ("parquet", "csv", "json", "table")
"""What can be read."""

_SUFFIXES: Final = {".parquet": "parquet", ".csv": "csv", ".json": "json", ".jsonl": "json", ".ndjson": "json"}
_COMPRESSIONS: Final = (".gz", ".bz2", ".zst", ".snappy", ".lz4")
_OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "csv": csv_lines.READER,
    "json": {"mode": "FAILFAST"},
}


@dataclass(frozen=True, slots=True)
class Source:
    """Where a user's data is.

    Attributes:
        name: A path (a file, a folder, a glob, `s3a://…`), or a table's name.
        format: One of `FORMATS`.
        schema: Columns and types, as in `CREATE TABLE`: `id BIGINT, name STRING`. Without it, columns of CSV are
            strings: `007` read as a number would be another key.
        options: More of Spark's options for this format, such as `sep`.
    """

    name: str
    format: str
    schema: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        name: str,
        format_: str | None = None,
        schema: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Source:
        """A source, with its format from its name where none is given.

        Raises:
            SparkPipelineError: The format doesn't follow from the name, or there is no such format.
        """
        found = format_ or _format(name)
        if found not in FORMATS:
            raise SparkPipelineError(f"format {found!r}: it must be one of {', '.join(FORMATS)}")
        if found == "table" and (schema or options):
            raise SparkPipelineError("a table has its schema and needs no options: leave them out")
        return cls(name, found, schema, dict(options or {}))

    def look(self, columns: Sequence[str] = ()) -> None:
        """Looks at files on this machine, before Spark starts.

        Args:
            columns: Columns that must be there; checked in Parquet only, which has their names.

        Raises:
            SparkPipelineError: There is nothing, or it can't be read, or a column is missing.
        """
        if self.format == "table" or "://" in self.name:
            return
        path = Path(self.name.removeprefix("file:"))
        if any(sign in self.name for sign in "*?[{"):
            return  # a glob of Spark's, which says itself when nothing matches
        if not path.exists():
            raise SparkPipelineError(
                f"there is no {path}: name a file, a folder or a glob, or give --data-format table"
            )
        if self.schema is None:
            _refuse_nothing(path)
        if self.format == "parquet" and self.schema is None:
            _look_at_parquet(path, columns)

    def read(self, session: SparkSession) -> DataFrame:
        """The data; nothing is read yet but its schema, and of CSV whether all its lines are what Spark takes them for.

        Raises:
            SparkPipelineError: It can't be read, or the table or schema is wrong; the message says what Spark says.
        """
        with explained(f"{self.name} can't be read as {self.format}"):
            if self.format == "table":
                return session.read.table(self.name)
            if self.format == "csv":
                csv_lines.refuse_broken(session, self.name, self.options)
            reader = session.read.format(self.format).options(**{**_OPTIONS.get(self.format, {}), **self.options})
            reader = reader.schema(self.schema) if self.schema else reader
            frame = reader.load(self.name)
            if self.format == "csv" and csv_lines.refuse_other_names(session, self.name, self.options, frame.columns):
                return reader.option("enforceSchema", "false").load(self.name)
            return frame


def _format(name: str) -> str:
    path = Path(name.rstrip("/").removeprefix("file:"))
    suffixes = [suffix for suffix in path.suffixes if suffix not in _COMPRESSIONS]
    if suffixes and (found := _SUFFIXES.get(suffixes[-1])):
        return found
    if path.is_dir():
        inside = {found for child in path.rglob("*") if (found := _SUFFIXES.get(child.suffix))}
        if len(inside) == 1:
            return inside.pop()
    raise SparkPipelineError(
        f"{name} doesn't tell its format: give --data-format {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
    )


def _refuse_nothing(path: Path) -> None:
    """Of an empty file and of a folder without a file Spark says that there is no such column, or no schema."""
    if path.is_file() and not path.stat().st_size:
        raise SparkPipelineError(f"{path} is empty: it has no row, and no names of columns")
    # Spark passes such files over.
    if path.is_dir() and all(child.name[0] in "._" or not child.is_file() for child in path.rglob("*")):
        raise SparkPipelineError(f"there is no file in {path} that Spark would read")


def _look_at_parquet(path: Path, columns: Sequence[str]) -> None:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    file = path if path.is_file() else next((child for child in sorted(path.rglob("*.parquet"))), None)
    if file is None:
        return
    try:
        schema = parquet.read_metadata(file).schema
        names = schema.to_arrow_schema().names
    except (OSError, pa.ArrowException) as error:
        raise SparkPipelineError(f"{file} can't be read as parquet: {error}") from error
    # A folder like `day=7` is a column, too.
    names += [part.partition("=")[0] for part in file.relative_to(path).parts[:-1] if "=" in part]
    if missing := [name for name in columns if name not in names]:
        raise SparkPipelineError(f"there is no column {missing[0]!r}; there are {', '.join(names)}")
    for number in range(len(schema.names)):
        _refuse_nanoseconds(file, schema.column(number), columns)


def _refuse_nanoseconds(file: Path, column: ColumnSchema, keys: Sequence[str]) -> None:
    """Spark says that this is an illegal type, of the whole file. It does read those of Parquet's old type, INT96."""
    type_ = str(column.logical_type)
    if not (type_.startswith("Timestamp(") and "timeUnit=nanoseconds" in type_):
        return
    name, path = column.path.partition(".")[0], column.path
    by_pandas = f", in pandas by df[{name!r}].dt.as_unit('us')" if name == path else ""
    said = (
        f"{file}: column {path} has nanoseconds (datetime64[ns] in pandas), which Spark can't read. Write it with "
        f"microseconds{by_pandas}"
    )
    if name not in keys:
        raise SparkPipelineError(f"{said}, or leave it out: --schema names the columns that are read")
    java = "Instant or java.sql.Timestamp" if "isAdjustedToUTC=true" in type_ else "LocalDateTime"
    raise SparkPipelineError(
        f"{said}: its keys are then {java} in Java. If the job's keys are numbers, such as milliseconds, write those"
    )
