"""A whole profile of a data set on Spark.

What is profiled, and what is to be shown, checked before Spark starts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jarparity.originals import silent
from jarparity.ports.load import open_port
from jarparity.spark.blocks import KINDS, quoted
from jarparity.spark.checking import check_port
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import key_of
from jarparity.spark.placements import Placement, parse_placements
from jarparity.spark.profile.counting import Counting, gather, slot_column, with_each_key_once
from jarparity.spark.profile.document import Data, Owned, Placed, Profile, TopKey
from jarparity.spark.profile.joining import join_of, placements_of
from jarparity.spark.profile.loads import WhatIf, nearby, other_maximums, owners, rescalings
from jarparity.spark.shipping import ship
from jarparity.spark.worker_port import WorkerPort

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyspark.sql import Column, DataFrame

    from jarparity.originals import Progress
    from jarparity.ports import Port
    from jarparity.spark.key_types import Key
    from jarparity.spark.profile.counting import Gathered
    from jarparity.spark.profile.joining import Other
    from jarparity.spark.profile.loads import Load, Weight


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


_WHOLE: tuple[str, ...] = ("bigint", "int", "smallint", "tinyint")
"""Types of Spark that sizes can have."""


def profile_of(
    frame: DataFrame,
    column: str | Sequence[str],
    placements: str | Placement | Sequence[str | Placement],
    *,
    key_type: str | None = None,
    name: str = "the data",
    **settings: Any,  # noqa: ANN401 - as `Wanted` has them
) -> Profile:
    """Profiles a data set of an existing session, as in a notebook; the session is left as it is.

    Args:
        frame: The data.
        column: The key's column, or several for a tuple or row.
        placements: Such as `flink:max=128,parallelism=4` or `kafka:partitions=12`.
        key_type: The key's Java type; by default what fits the column.
        name: What the data is called.
        settings: The other attributes of `Wanted`: `size_column="bytes"`, …

    Raises:
        SparkPipelineError: Column, key type or placement can't be, or Spark failed; the message says what fits.
    """
    named = [placements] if isinstance(placements, str | Placement) else placements
    wanted = Wanted(tuple(parse_placements(named)), **settings)
    return profile(Keyed(frame, name, key_of(frame.schema, column, key_type)), wanted)


def profile(data: Keyed, wanted: Wanted, join: Other | None = None) -> Profile:
    """Profiles a data set in one pass over it; distinct keys and a join shuffle it once more each.

    Args:
        data: The data and its key.
        wanted: What is to be shown.
        join: Another data set with which it is to be joined, or None.

    Raises:
        SparkPipelineError: The key doesn't fit a placement, a column is missing or has another type, or Spark failed.
        OriginalsError: The originals are to place the keys, and can't be had.
    """
    for placement in wanted.placements:
        wanted.check_key(data.key, placement)
    if not wanted.by_original:
        check_port(wanted.port, wanted.placements)
    if join is not None:
        placements_of(join, wanted)
    layouts: list[Placement] = []
    firsts: list[int] = []
    pairs: list[tuple[int, int]] = []
    for placement in wanted.placements:
        firsts.append(len(layouts))
        layouts += wanted.layouts(placement)
        if not placement.form.owner:
            # What moves must be counted row by row: from the present number of slots to each other one.
            pairs += [(firsts[-1], other) for other in range(firsts[-1] + 1, len(layouts))]
    counting = Counting(
        data.key.type,
        tuple(layouts),
        WorkerPort(wanted.port).shipped(data.frame.sparkSession),
        pairs=tuple(pairs),
        by_original=wanted.by_original,
        grouped=wanted.distinct,
        sized=wanted.size_column is not None,
        top=wanted.top,
    )
    gathered = gather(_rows(data, wanted, layouts), counting)
    port = open_port(wanted.port)
    moved = dict(zip(pairs, gathered.moved, strict=True))
    placed = []
    for placement, first, end in zip(wanted.placements, firsts, [*firsts[1:], len(layouts)], strict=True):
        if placement.form.owner:
            placed.append(_owners(port, placement, gathered.loads[first:end], wanted))
        else:
            moves = [moved[first, at] for at in range(first + 1, end)]
            placed.append(_direct(placement, gathered.loads[first:end], moves, wanted))
    return Profile(
        by=", ".join(sorted({str(p.line) for p in wanted.placements})) if wanted.by_original else _name(port),
        data=_data(data, wanted, gathered),
        placed=tuple(placed),
        top=tuple(_top(placed, firsts, gathered)),
        missed=gathered.missed,
        join=None if join is None else join_of(data, join, wanted),
    )


def _rows(data: Keyed, wanted: Wanted, layouts: Sequence[Placement]) -> DataFrame:
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    sizes = [] if wanted.size_column is None else [_size(data.frame, wanted.size_column).alias("size")]
    rows = data.frame.select(data.key.column().alias("key"), *sizes)
    if wanted.distinct:
        rows = with_each_key_once(rows, size=bool(sizes))
    if wanted.by_original:
        answers = data.originals(layouts, f.col("key"))
        rows = rows.select("*", *(answer.alias(slot_column(place)) for place, answer in enumerate(answers)))
    return rows


def _size(frame: DataFrame, name: str) -> Column:
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    found = [field.dataType.simpleString() for field in frame.schema.fields if field.name == name]
    if len(found) != 1:
        there = ", ".join(field.name for field in frame.schema.fields)
        raise SparkPipelineError(f"--size-column {name}: there are {len(found)} such columns; there are {there}")
    if found[0] not in _WHOLE:
        raise SparkPipelineError(
            f"--size-column {name} is {found[0]}: sizes are whole numbers of bytes ({', '.join(_WHOLE)}); "
            "for the length of a column, add one to the data, such as octet_length(payload)"
        )
    size = f.col(quoted(name)).cast("bigint")
    wrong = f.lit(f"--size-column {name}: sizes must be 0 or more, and none missing, but there is ")
    message = f.concat(wrong, f.coalesce(size.cast("string"), f.lit("a null")))
    return f.when(size >= 0, size).otherwise(f.raise_error(message))


def _owners(port: Port, placement: Placement, loads: Sequence[Load], wanted: Wanted) -> Placed:
    """A placement whose slots own others: all but the load on these follows from that."""
    owned = loads[0]
    owning = owners(port, placement)
    tries = wanted.tries.get(placement.slots_name)
    others = sorted({*tries, placement.slots}) if tries else nearby(owned.slots, placement.slots)
    counts = sorted(loads, key=lambda load: load.slots) if len(loads) > 1 else []
    return Placed(
        wanted.name(placement),
        placement.form,
        owned.on(owning, placement.slots),
        tuple(rescalings(port, owned, placement, others)),
        Owned(placement.owned().form, owning, owned, tuple(other_maximums(port, counts, placement))),
    )


def _direct(
    placement: Placement, loads: Sequence[Load], moved: Sequence[Mapping[Weight, int]], wanted: Wanted
) -> Placed:
    nothing: Mapping[Weight, int] = dict.fromkeys(loads[0].counts, 0)
    others = [WhatIf(load.slots, load.skews, moves) for load, moves in zip(loads, [nothing, *moved], strict=True)]
    ordered = tuple(sorted(others, key=lambda other: other.setting))
    return Placed(wanted.name(placement), placement.form, loads[0], ordered)


def _top(placed: Sequence[Placed], firsts: Sequence[int], gathered: Gathered) -> Iterator[TopKey]:
    for key, places, rows in gathered.top:
        if rows <= gathered.missed:
            return  # a key that isn't here may have as many
        slots = (
            places[first] if of.owned is None else int(of.owned.owners[places[first]])
            for of, first in zip(placed, firsts, strict=True)
        )
        yield TopKey(key, rows, rows + gathered.missed, tuple(slots))


def _data(data: Keyed, wanted: Wanted, gathered: Gathered) -> Data:
    totals = {weight: int(counts.sum()) for weight, counts in gathered.loads[0].counts.items()}
    return Data(
        source=data.name,
        column=data.columns,
        key_type=data.key.type,
        size_column=wanted.size_column,
        rows=totals["rows"],
        nulls=gathered.nulls,
        keys=totals.get("keys"),
        bytes=totals.get("bytes"),
    )


def _name(port: Port) -> str:
    return f"{port.info.name} {port.info.version}"
