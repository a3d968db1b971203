"""Golden data sets: keys with the originals' answers and a port's beside them, a row each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.originals import silent
from jarparity.ports.load import DEFAULT
from jarparity.spark.asked_port import ask_port, port_of_worker
from jarparity.spark.blocks import KINDS, read_blocks
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.packages import ship_packages
from jarparity.spark.saying import explained
from jarparity.spark.shipping import Question, ship

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from jarparity.originals import Originals, Progress
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement

_SIDES: Final = ("original", "port")


@dataclass(frozen=True, slots=True)
class Answered:
    """What stands beside each key.

    Attributes:
        placements: Where both sides put it.
        key_type: The keys' Java type.
        column: The name of the keys' column.
        port: The port's name, `module:attribute`; None for our own.

    Raises:
        SparkPipelineError: Keys of this type have no such form.
    """

    placements: tuple[Placement, ...]
    key_type: str
    column: str
    port: str | None = None

    def __post_init__(self) -> None:
        if self.key_type not in KINDS:
            raise SparkPipelineError(f"answers stand beside keys of type {', '.join(KINDS)}; not {self.key_type}")

    def frame(self, keys: DataFrame, originals: Originals | None = None, progress: Progress = silent) -> DataFrame:
        """The keys with two int columns for each placement; null where the port gave no place.

        Args:
            keys: One column, the key, without nulls.
            originals: Where the JARs are; by default the kit's own lock and the user's cache.
            progress: Told what goes on.

        Raises:
            OriginalsError: JARs are missing, or are not the locked ones.
        """
        session = keys.sparkSession
        shipped = ship(session, dict.fromkeys(one.line for one in self.placements), originals, progress)
        folder = ship_packages(session, ["jarparity", (self.port or DEFAULT).partition(":")[0]])
        questions = [Question(p.line, p.operation, p.parameters, self.key_type, p.field) for p in self.placements]
        (key,) = keys.schema.fields
        quoted = self.column.replace("`", "``")
        columns = [f"`{quoted}` {key.dataType.simpleString()}"]
        columns += [f"{name} int" for placement in self.placements for name in names(placement)]
        return shipped.blocks(questions, keys).mapInArrow(
            lambda batches: self.rows(batches, folder), ", ".join(columns)
        )

    def rows(self, batches: Iterator[Any], folder: str | None) -> Iterator[Any]:
        """What a task does: blocks in, rows out.

        Args:
            batches: `pyarrow.RecordBatch`es of blocks.
            folder: Where the port's module is, if `ship_packages` says so.
        """
        import pyarrow as pa  # noqa: PLC0415 - on the executor

        port = port_of_worker(self.port, folder)
        for batch in batches:
            for block in read_blocks(self.key_type, batch):
                found = {self.column: _keys(block)}
                for index, placement in enumerate(self.placements):
                    said = ask_port(port, placement, block)
                    lost = np.zeros(block.rows, np.bool_)
                    lost[[*said.replies]] = True
                    original, ours = names(placement)
                    found[original] = pa.array(block.original(index))
                    found[ours] = pa.array(said.answers, mask=lost)
                yield pa.RecordBatch.from_arrays(list(found.values()), list(found))

    def differing(self, session: SparkSession, folder: str, format_: str) -> list[int]:
        """How many rows of a written data set differ, in the order of the placements.

        Raises:
            SparkPipelineError: It can't be read.
        """
        from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

        counts = []
        for placement in self.placements:
            original, ours = map(f.col, names(placement))
            # Without a type of its own, as in CSV, a number is a text; equal it is all the same.
            counts.append(f.sum(f.when(original.eqNullSafe(ours), 0).otherwise(1)))
        with explained(f"{folder} can't be read again"):
            options = {"header": "true"} if format_ == "csv" else {}
            (row,) = session.read.format(format_).options(**options).load(folder).agg(*counts).collect()
        return [count or 0 for count in row]


def names(placement: Placement) -> tuple[str, str]:
    """The columns of a placement: what the original says, and what the port says."""
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
