"""Golden data sets: keys with the originals' answers and a port's beside them, a row each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.originals import silent
from jarparity.spark.blocks import KINDS, read_blocks
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.rows import quoted
from jarparity.spark.shipping import ship
from jarparity.spark.worker_port import WorkerPort

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.originals import Originals, Progress
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement

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
