"""The comparison, as it runs in Spark's Python processes: blocks in, differing keys and counts out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.answers import Error, Value, canonical, same
from jarparity.spark.asked_port import ask_port, described, port_of_worker
from jarparity.spark.blocks import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from jarparity.spark.asked_port import Said
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement

KEY_SQL: Final = {
    "string": "string",
    "bytes": "binary",
    "long": "bigint",
    "integer": "int",
    "double": "double",
    "boolean": "boolean",
}
"""How a differing key is written; keys of other types as a line of JSON."""

DIFFERENCE, COUNTS = "difference", "counts"
"""What a row of the findings is."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What every task compares.

    Attributes:
        placements: Where the originals put keys, in the order of the blocks' answers.
        key_type: The keys' Java type.
        port: The port's name, `module:attribute`; by default our own.
        folder: Where the driver found its module, if the executors are on the driver's machine.
    """

    placements: tuple[Placement, ...]
    key_type: str
    port: str | None = None
    folder: str | None = None

    @property
    def schema(self) -> str:
        """The findings' columns, as Spark writes them."""
        key = KEY_SQL.get(self.key_type, "string")
        return (
            f"finding string, placement string, line string, key {key}, original int, original_threw string, "
            "port int, port_said string, rows bigint, nulls bigint, differing bigint"
        )

    def findings(self, batches: Iterable[Any]) -> Iterator[Any]:
        """For each block and placement a row of counts, and one for each key that differs.

        Args:
            batches: `pyarrow.RecordBatch`es of blocks.
        """
        port = port_of_worker(self.port, self.folder)
        for batch in batches:
            for block in read_blocks(self.key_type, batch):
                for index, placement in enumerate(self.placements):
                    said = ask_port(port, placement, block)
                    found = _packed(block, index, said) if block.is_packed else _documents(block, index, said)
                    yield self._rows(placement, block, found)

    def _rows(self, placement: Placement, block: Block, found: _Differing) -> Any:  # noqa: ANN401 - a RecordBatch
        import pyarrow as pa  # noqa: PLC0415 - an extra

        count = len(found.rows)
        keys = block.values(found.rows) if block.is_packed else list(map(canonical, block.documents(found.rows)))
        nothing = [None] * count
        columns: dict[str, tuple[list[Any], pa.DataType]] = {
            "finding": ([COUNTS, *[DIFFERENCE] * count], pa.string()),
            "placement": ([str(placement)] * (count + 1), pa.string()),
            "line": ([str(placement.line)] * (count + 1), pa.string()),
            "key": ([None, *keys], _arrow(self.key_type)),
            "original": ([None, *found.original], pa.int32()),
            "original_threw": ([None, *found.original_threw], pa.string()),
            "port": ([None, *found.port], pa.int32()),
            "port_said": ([None, *found.port_said], pa.string()),
            "rows": ([block.rows, *nothing], pa.int64()),
            "nulls": ([block.nulls, *nothing], pa.int64()),
            "differing": ([count, *nothing], pa.int64()),
        }
        arrays = [pa.array(values, type_) for values, type_ in columns.values()]
        return pa.RecordBatch.from_arrays(arrays, list(columns))


@dataclass(frozen=True, slots=True)
class _Differing:
    """The keys of a block that differ, by row, and what both sides said to each."""

    rows: np.ndarray
    original: Sequence[int | None]
    original_threw: Sequence[str | None]
    port: Sequence[int | None]
    port_said: Sequence[str | None]


def _packed(block: Block, index: int, said: Said) -> _Differing:
    original = block.original(index)
    differs = original != said.answers
    # Whatever is no int is no answer of an original that gave one.
    differs[[*said.replies]] = True
    rows = np.flatnonzero(differs)
    replies = [said.replies.get(int(row)) for row in rows]
    return _Differing(
        rows,
        original[rows].tolist(),
        [None] * len(rows),
        [int(said.answers[row]) if reply is None else None for row, reply in zip(rows, replies, strict=True)],
        [None if reply is None else described(reply) for reply in replies],
    )


def _documents(block: Block, index: int, said: Said) -> _Differing:
    originals = block.original_answers(index)
    replies = [said.replies.get(row, Value(int(answer))) for row, answer in enumerate(said.answers)]
    rows = [
        row
        for row, (original, reply) in enumerate(zip(originals, replies, strict=True))
        if not (isinstance(reply, Value | Error) and same(original, reply))
    ]
    wrong = [(originals[row], replies[row], row in said.replies) for row in rows]
    return _Differing(
        np.array(rows, np.int64),
        [original.value if isinstance(original, Value) else None for original, _, _ in wrong],
        [described(original) if isinstance(original, Error) else None for original, _, _ in wrong],
        [None if odd else reply.value for _, reply, odd in wrong],  # type: ignore[union-attr] # a Value where not odd
        [described(reply) if odd else None for _, reply, odd in wrong],
    )


def _arrow(key_type: str) -> Any:  # noqa: ANN401 - a pyarrow.DataType
    import pyarrow as pa  # noqa: PLC0415 - an extra

    types = {
        "bytes": pa.binary(),
        "long": pa.int64(),
        "integer": pa.int32(),
        "double": pa.float64(),
        "boolean": pa.bool_(),
    }
    return types.get(key_type, pa.string())
