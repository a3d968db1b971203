"""What a profile is to show, checked before Spark starts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import FLINK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jarparity.spark.placements import Placement


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be profiled.

    Attributes:
        placements: Keyed operators of Flink, with their parallelism, and topics of Kafka.
        parallelisms: Other parallelisms to try; by default some around the present one.
        maximums: Other maximum parallelisms to try.
        partitions: Other numbers of partitions to try.
        size_column: The column of each row's size in bytes, or None.
        distinct: Whether distinct keys are counted, and top keys exactly. That shuffles the keys.
        top: How many frequent keys are shown.
        port: Who places the keys and says whose the key groups are: `module:attribute`, by default copartition.
        by_original: Whether the originals place the keys.
    """

    placements: tuple[Placement, ...]
    parallelisms: tuple[int, ...] = ()
    maximums: tuple[int, ...] = ()
    partitions: tuple[int, ...] = ()
    size_column: str | None = None
    distinct: bool = False
    top: int = 10
    port: str | None = None
    by_original: bool = False

    def __post_init__(self) -> None:
        if not self.placements:
            raise SparkPipelineError("name a placement: flink:max=128,parallelism=4 or kafka:partitions=12")
        flink = [placement for placement in self.placements if placement.family == FLINK]
        for placement in flink:
            self._check(placement)
        for name, given, there in (
            ("parallelisms", self.parallelisms, flink),
            ("maximum parallelisms", self.maximums, flink),
            ("partitions", self.partitions, len(flink) < len(self.placements)),
        ):
            if given and not there:
                family = "Kafka" if name == "partitions" else "Flink"
                raise SparkPipelineError(f"other {name} can't be tried: no placement is one of {family}")

    def _check(self, placement: Placement) -> None:
        most, present = placement.numbers["max"], placement.numbers.get("parallelism")
        if present is None:
            raise SparkPipelineError(
                f"placement {placement}: a profile needs its parallelism: flink:max={most},parallelism=4"
            )
        if self.parallelisms and max(self.parallelisms) > most:
            raise SparkPipelineError(
                f"parallelism {max(self.parallelisms)} can't be tried: {placement} has {most} key groups; "
                "name parallelisms up to that"
            )
        if self.maximums and min(self.maximums) < present:
            raise SparkPipelineError(
                f"maximum parallelism {min(self.maximums)} can't be tried: it is below the parallelism of {placement}"
            )

    def name(self, placement: Placement) -> str:
        """A placement in words; with the line where the originals are asked."""
        return str(placement) if self.by_original else str(placement).rpartition(",line=")[0]

    def layouts(self, placement: Placement) -> Iterator[Placement]:
        """The slots on which a placement's keys are counted: the present ones first, then those to try."""
        if placement.family == FLINK:
            present = placement.numbers["max"]
            yield replace(placement, numbers={"max": present})
            yield from (replace(placement, numbers={"max": other}) for other in self.maximums if other != present)
        else:
            yield placement
            present = placement.numbers["partitions"]
            yield from (replace(placement, numbers={"partitions": o}) for o in self.partitions if o != present)


def slots_of(layout: Placement) -> int:
    """How many slots there are: operators, key groups or partitions."""
    numbers = layout.numbers
    return numbers.get("parallelism") or numbers.get("max") or numbers["partitions"]
