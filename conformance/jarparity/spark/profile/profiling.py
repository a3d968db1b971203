"""A whole profile of a data set on Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jarparity.ports.load import open_port
from jarparity.spark.checking import check_port
from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import FLINK, check_family, key_of, quoted
from jarparity.spark.placements import Placement, parse_placements
from jarparity.spark.profile import what_if
from jarparity.spark.profile.counting import Counting, slot_column
from jarparity.spark.profile.document import Data, FlinkProfile, KafkaProfile, Placed, Profile, TopKey
from jarparity.spark.profile.gathering import gather, with_each_key_once
from jarparity.spark.profile.joining import join_of, placements_of
from jarparity.spark.profile.keyed import Keyed
from jarparity.spark.profile.placing import Placing, check_packed
from jarparity.spark.profile.wanted import Wanted, slots_of
from jarparity.spark.profile.what_if import Moves, WhatIf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import Column, DataFrame

    from jarparity.ports import Port
    from jarparity.spark.profile.gathering import Gathered
    from jarparity.spark.profile.joining import Side

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
        settings: The other attributes of `jarparity.spark.profile.wanted.Wanted`: `size_column="bytes"`, …

    Raises:
        SparkPipelineError: Column, key type or placement can't be, or Spark failed; the message says what fits.
    """
    columns = [column] if isinstance(column, str) else list(column)
    named = [placements] if isinstance(placements, str | Placement) else list(placements)
    wanted = Wanted(tuple(parse_placements(named)), **settings)
    return profile(Keyed(frame, name, key_of(frame.schema, columns, key_type)), wanted)


def profile(data: Keyed, wanted: Wanted, join: Side | None = None) -> Profile:
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
        check_family(data.key, placement.family)
    if not wanted.by_original:
        check_packed(data.key)
        check_port(wanted.port, wanted.placements)
    if join is not None:
        placements_of(join, wanted)
    groups = [tuple(wanted.layouts(placement)) for placement in wanted.placements]
    layouts = tuple(layout for group in groups for layout in group)
    counting = Counting(
        placing=Placing.shipped(data.frame.sparkSession, data.key.type, wanted.port),
        layouts=layouts,
        pairs=tuple(_pairs(groups)),
        by_original=wanted.by_original,
        grouped=wanted.distinct,
        sized=wanted.size_column is not None,
        top=wanted.top,
    )
    gathered = gather(_rows(data, wanted, layouts), counting)
    port = open_port(wanted.port)
    placed: list[Placed] = []
    first = pair = 0
    for placement, group in zip(wanted.placements, groups, strict=True):
        if placement.family == FLINK:
            placed.append(_flink(port, placement, gathered, range(first, first + len(group)), wanted))
        else:
            placed.append(_kafka(wanted.name(placement), gathered, range(first, first + len(group)), pair))
            pair += len(group) - 1
        first += len(group)
    return Profile(
        by=", ".join(sorted({str(p.line) for p in wanted.placements})) if wanted.by_original else _name(port),
        data=_data(data, wanted, gathered),
        placed=tuple(placed),
        top=tuple(_top(port, wanted, groups, gathered)),
        missed=gathered.missed,
        join=None if join is None else join_of(data, join, wanted),
    )


def _pairs(groups: Sequence[Sequence[Placement]]) -> Iterator[tuple[int, int]]:
    """Of each topic the present number of partitions and each other one: what moves must be counted row by row."""
    first = 0
    for group in groups:
        if group[0].family != FLINK:
            yield from ((first, other) for other in range(first + 1, first + len(group)))
        first += len(group)


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
    said = f.concat(wrong, f.coalesce(size.cast("string"), f.lit("a null")))
    return f.when(size >= 0, size).otherwise(f.raise_error(said))


def _flink(port: Port, placement: Placement, gathered: Gathered, at: range, wanted: Wanted) -> FlinkProfile:
    parallelism = placement.numbers["parallelism"]
    key_groups = gathered.loads[at[0]]
    owners = what_if.operators(port, key_groups.slots, parallelism)
    others = sorted({*wanted.parallelisms, parallelism}) if wanted.parallelisms else None
    tried = others or what_if.parallelisms(key_groups.slots, parallelism)
    maximums = sorted((gathered.loads[place] for place in at), key=lambda load: load.slots) if len(at) > 1 else []
    return FlinkProfile(
        wanted.name(placement),
        parallelism,
        owners,
        key_groups,
        key_groups.on(owners, parallelism),
        tuple(what_if.rescalings(port, key_groups, parallelism, tried)),
        tuple(what_if.other_maximums(port, maximums, parallelism)),
    )


def _kafka(name: str, gathered: Gathered, at: range, pair: int) -> KafkaProfile:
    present = gathered.loads[at[0]]
    found = [WhatIf(present.slots, present.skews, Moves(None, dict.fromkeys(present.counts, 0)))]
    for place, moved in zip(at[1:], gathered.moved[pair:], strict=False):
        load = gathered.loads[place]
        found.append(WhatIf(load.slots, load.skews, Moves(None, moved)))
    return KafkaProfile(name, present, tuple(sorted(found, key=lambda other: other.setting)))


def _top(port: Port, wanted: Wanted, groups: Sequence[Sequence[Placement]], gathered: Gathered) -> Iterator[TopKey]:
    firsts = [sum(map(len, groups[:place])) for place in range(len(groups))]
    owners = [
        what_if.operators(port, slots_of(group[0]), placement.numbers["parallelism"])
        if placement.family == FLINK
        else None
        for placement, group in zip(wanted.placements, groups, strict=True)
    ]
    for found in gathered.top:
        if found.rows <= gathered.missed:
            return  # a key that isn't here may have as many
        slots = [
            found.slots[first] if of is None else int(of[found.slots[first]])
            for first, of in zip(firsts, owners, strict=True)
        ]
        yield TopKey(found.key, found.rows, found.rows + gathered.missed, tuple(slots))


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
