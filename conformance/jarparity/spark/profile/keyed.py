"""A data set with its key, and the originals' answers to it as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jarparity.originals import silent
from jarparity.spark.shipping import Question, ship

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyspark.sql import Column, DataFrame

    from jarparity.originals import Progress
    from jarparity.spark.key_types import Key
    from jarparity.spark.placements import Placement


@dataclass(frozen=True, slots=True)
class Keyed:
    """A data set with its key.

    Attributes:
        frame: The data.
        name: What the user calls it: a path, or a table.
        key: The key of each row.
        say: Told what goes on while originals are fetched and built.
    """

    frame: DataFrame
    name: str
    key: Key
    say: Progress = silent

    @property
    def columns(self) -> str:
        """The key's columns in words."""
        return ", ".join(self.key.columns)

    def originals(self, placements: Sequence[Placement], column: Column) -> list[Column]:
        """Where the originals put a key: an int column a placement, null where the key is null or an original throws.

        Args:
            placements: Each with the line that is asked.
            column: The key, as `Key.column` gives it.

        Raises:
            OriginalsError: The originals can't be had.
        """
        shipped = ship(self.frame.sparkSession, {placement.line for placement in placements}, progress=self.say)
        return [
            shipped.placement(Question(p.line, p.operation, p.parameters, self.key.type, p.field), column)
            for p in placements
        ]
