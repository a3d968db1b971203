"""The comparison, as it runs in Spark's Python processes: blocks in, differing keys and counts out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from jarparity.answers import Error, Value, canonical, same
from jarparity.spark.blocks import KINDS, Rows, read_blocks
from jarparity.spark.key_types import SQL
from jarparity.spark.worker_port import WorkerPort, described, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jarparity.answers import Answer, Reply
    from jarparity.spark.blocks import Block
    from jarparity.spark.placements import Placement
    from jarparity.spark.worker_port import Places

DIFFERENCE, COUNTS = "difference", "counts"
"""What a row of the findings is."""


@dataclass(frozen=True, slots=True)
class KeyComparison:
    """What every task compares.

    Attributes:
        placements: Where the originals put keys, in the order of the blocks' answers.
        key_type: The keys' Java type.
        port: The port that is compared with them.
    """

    placements: tuple[Placement, ...]
    key_type: str
    port: WorkerPort = field(default_factory=WorkerPort)

    @property
    def rows(self) -> Rows:
        """The findings' columns. Keys without a column of their own are a line of JSON."""
        return Rows.of(
            finding="string",
            placement="string",
            line="string",
            key=SQL[self.key_type] if self.key_type in KINDS else "string",
            original="int",
            original_threw="string",
            port="int",
            port_said="string",
            rows="bigint",
            nulls="bigint",
            differing="bigint",
        )

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        """For each block and placement a row of counts, and one for each key that differs.

        Args:
            batches: `pyarrow.RecordBatch`es of blocks.
        """
        self.port.open()
        for batch in batches:
            for block in read_blocks(self.key_type, batch):
                for index, placement in enumerate(self.placements):
                    yield self._findings(placement, block, index)

    def _findings(self, placement: Placement, block: Block, index: int) -> Any:  # noqa: ANN401 - a RecordBatch
        differing = list(_differing(block, index, self.port.places(placement, block)))
        at = [row for row, _, _ in differing]
        documents = [] if block.is_packed else block.documents()
        keys = block.values(at) if block.is_packed else [canonical(documents[row]) for row in at]
        where = str(placement), str(placement.line)
        counts = COUNTS, *where, None, None, None, None, None, block.rows, block.nulls, len(differing)
        differences = (
            (DIFFERENCE, *where, key, *_side(original), *_side(reply), None, None, None)
            for key, (_, original, reply) in zip(keys, differing, strict=True)
        )
        return self.rows.batch([counts, *differences])


def _differing(block: Block, index: int, places: Places) -> Iterator[tuple[int, Answer, Reply]]:
    """The keys of a block that differ, by row, with the answers of both sides."""
    if block.is_packed:
        original = block.original(index)
        differs = original != places.answers
        # A reply that is not an int32 never equals an original's int32.
        differs[[*places.replies]] = True
        for row in np.flatnonzero(differs).tolist():
            yield row, Value(int(original[row])), places.reply(row)
        return
    for row, answer in enumerate(block.original_answers(index)):
        reply = places.reply(row)
        if not (isinstance(reply, Value | Error) and same(answer, reply)):
            yield row, answer, reply


def _side(reply: Reply) -> tuple[int | None, str | None]:
    """The place, or what was answered in place of one."""
    place = place_of(reply)
    return place, described(reply) if place is None else None
