"""What is profiled, and what is to be shown, checked before Spark starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarparity.originals import silent
from jarparity.spark.blocks import KINDS
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.shipping import ship

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
        progress: Notified of each step while originals are fetched and built.
    """

    frame: DataFrame
    name: str
    key: Key
    progress: Progress = silent

    @property
    def columns(self) -> str:
        """The key's columns in words."""
        return ", ".join(self.key.columns)

    def originals(self, placements: Sequence[Placement], column: Column) -> list[Column]:
        """Where the originals put a key, as `Shipped.placement` has it: a column a placement.

        Raises:
            OriginalsError: The originals can't be had.
        """
        lines = [placement.line for placement in placements]
        shipped = ship(self.frame.sparkSession, lines, progress=self.progress)
        return [shipped.placement(placement, self.key.type, column) for placement in placements]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be profiled.

    Attributes:
        placements: Keyed operators of Flink, with their parallelism, and topics of Kafka.
        tries: By name of a setting, other values to try: `{"parallelism": (2, 8)}`; without it, some parallelisms
            around the present one.
        size_column: The column of each row's size in bytes, or None.
        distinct: Whether distinct keys are counted, and top keys exactly. That shuffles the keys.
        top: How many frequent keys are shown.
        port: Who places the keys and says which subtask owns a key group: `module:attribute`, by default copartition.
        by_original: Whether the originals place the keys.
    """

    placements: tuple[Placement, ...]
    tries: Mapping[str, Sequence[int]] = field(default_factory=dict)
    size_column: str | None = None
    distinct: bool = False
    top: int = 10
    port: str | None = None
    by_original: bool = False

    def __post_init__(self) -> None:
        if not self.placements:
            raise SparkPipelineError("name a placement to profile")
        for placement in self.placements:
            if missing := placement.missing():
                name = missing.partition("=")[0]
                raise SparkPipelineError(
                    f"placement {placement}: a profile needs its {name}: {placement.without_line},{missing}"
                )
        for name, values in self.tries.items():
            having = [placement for placement in self.placements if name in placement.numbers]
            if values and not having:
                raise SparkPipelineError(f"other values of {name} can't be tried: no placement has that setting")
            for placement in having:
                for value in values:
                    if conflict := placement.form.conflict(placement.having(name, value).numbers):
                        raise SparkPipelineError(f"{name}={value} can't be tried with {placement}: {conflict}")

    def check_key(self, key: Key, placement: Placement) -> None:
        """Refuses keys that have no place, or that a port can't be asked for in whole columns.

        Raises:
            SparkPipelineError: The message says why, or what can be done.
        """
        placement.check_key(key)
        if not self.by_original and key.type not in KINDS:
            raise SparkPipelineError(
                f"column {', '.join(key.columns)}: a port is asked for keys of type {', '.join(KINDS)}, "
                f"not {key.type}: let the originals place them, by --by original"
            )

    def name(self, placement: Placement) -> str:
        """A placement in words; with the line where the originals are asked."""
        return str(placement) if self.by_original else placement.without_line

    def layouts(self, placement: Placement) -> list[Placement]:
        """The slots on which a placement's keys are counted: the present ones first, then those to try."""
        counted = placement.owned()
        others = [other for other in self.tries.get(counted.slots_name, ()) if other != counted.slots]
        return [counted, *(counted.having(counted.slots_name, other) for other in others)]
