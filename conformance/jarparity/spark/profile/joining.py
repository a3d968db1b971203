"""Whether two data sets are co-partitioned: static reasons why not, and the keys that are found in different places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from jarparity.spark.blocks import Rows
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.profile.counting import slots_of
from jarparity.spark.profile.document import ApartKey, Join, Side
from jarparity.spark.worker_port import WorkerPort

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    from pyspark.sql import Column, DataFrame

    from jarparity.spark.placements import Placement
    from jarparity.spark.profile.profiling import Keyed, Wanted

_EXAMPLES: Final = 10

_PLACED: Final = Rows.of(text="binary", slot="int", rows="bigint")


@dataclass(frozen=True, slots=True)
class Other:
    """The other data set of a join.

    Attributes:
        data: The data and its key.
        placement: Where its keys are placed; None for the same as the profiled data set's.
    """

    data: Keyed
    placement: Placement | None = None


def placements_of(other: Other, wanted: Wanted) -> tuple[Placement, Placement]:
    """Where both sides' keys are placed: of what is profiled, the first of the other side's product.

    Raises:
        SparkPipelineError: The right side's keys don't fit its placement, or nothing of that product is profiled.
    """
    there = other.placement or wanted.placements[0]
    here = next((p for p in wanted.placements if p.form.name == there.form.name), None)
    if here is None:
        raise SparkPipelineError(f"--join-as {there}: no --as is of {there.form.name}, so there is nothing to compare")
    wanted.check_key(other.data.key, there)
    return here, there


def join_of(left: Keyed, other: Other, wanted: Wanted) -> Join:
    """Compares where both sides place the keys that they share. This shuffles the distinct keys of both.

    Keys are the same where they are the same as text: 7 as an Integer, as a Long and as "7" is what people join on.

    Args:
        left: The profiled data set.
        other: The other one.
        wanted: What was profiled.

    Raises:
        SparkPipelineError: As `placements_of`; or Spark failed.
        OriginalsError: The originals are to place the keys, and can't be had.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    right = other.data
    here, there = placements_of(other, wanted)

    def total(chosen: Column, amount: Column) -> Column:
        return f.coalesce(f.sum(f.when(chosen, amount)), f.lit(0))

    keyed, one = f.col("text").isNotNull(), f.lit(1)
    on_left, on_right = f.col("left_rows"), f.col("right_rows")
    shared = keyed & on_left.isNotNull() & on_right.isNotNull()
    apart = shared & ~f.col("left").eqNullSafe(f.col("right"))
    rows = (on_left + on_right).alias("rows")
    sides = ((total(keyed & of.isNotNull(), one), total(keyed, of), total(~keyed, of)) for of in (on_left, on_right))
    both = (total(shared, one), total(apart, one), total(shared, rows), total(apart, rows))
    with explained(f"{left.name} and {right.name} can't be compared"):
        joined = _placed(left, here, wanted, "left").join(_placed(right, there, wanted, "right"), "text", "full")
        joined = joined.persist()
        try:
            (sums,) = joined.agg(*(sum_ for side in sides for sum_ in side), *both).collect()
            examples = joined.where(apart).select("text", "left", "right", rows).orderBy(f.desc("rows"), "text")
            found = examples.limit(_EXAMPLES).collect()
        finally:
            joined.unpersist()
    shared_keys, keys_apart, shared_rows, rows_apart = sums[6:]
    return Join(
        Side(left.name, left.columns, left.key.type, wanted.name(here), *sums[:3]),
        Side(right.name, right.columns, right.key.type, wanted.name(there), *sums[3:6]),
        tuple(_reasons(left, here, right, there)),
        shared_keys,
        keys_apart,
        shared_rows,
        rows_apart,
        tuple(ApartKey(bytes(text).decode("utf-8", "backslashreplace"), *more) for text, *more in found),
    )


def _reasons(left: Keyed, here: Placement, right: Keyed, there: Placement) -> Iterator[str]:
    if left.key.type != right.key.type:
        yield (
            f"the key types differ: {left.key.type} and {right.key.type}; what looks alike may have another "
            + ("serialized form" if here.form.takes_bytes else "hash code")
        )
    for name, number in here.numbers.items():
        other = there.numbers.get(name)
        if other != number:
            yield f"the {here.form.settings[name].plural} differ: {number} and {other}"


def _placed(data: Keyed, placement: Placement, wanted: Wanted, name: str) -> DataFrame:
    """Each distinct key with its slot and its number of rows; rows without a key are one row without a text."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    keyed = data.frame.select(data.key.column().alias("key"))
    # As bytes: not all that Spark casts to a string is UTF-8.
    text = f.col("key").cast("string").cast("binary").alias("text")
    keys = keyed.groupBy(text).agg(f.first("key").alias("key"), f.count("*").alias("rows"))
    if wanted.by_original:
        (answer,) = data.originals([placement], f.col("key"))
        placed = keys.select("text", answer.alias("slot"), "rows")
    else:
        port = WorkerPort(wanted.port).shipped(data.frame.sparkSession)
        task = partial(_with_slots, port=port, placement=placement, key_type=data.key.type)
        placed = keys.mapInArrow(task, _PLACED.ddl)
    return placed.withColumnsRenamed({"slot": name, "rows": f"{name}_rows"})


def _with_slots(
    batches: Iterator[pa.RecordBatch], *, port: WorkerPort, placement: Placement, key_type: str
) -> Iterator[pa.RecordBatch]:
    """Puts keys on slots, on a worker."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    for batch in batches:
        keys = batch.column("key")
        valid = np.asarray(keys.is_valid())
        slots = np.zeros(len(keys), np.int32)
        (slots[valid],) = slots_of(port, [placement], keys.drop_null(), key_type)
        columns = [batch.column("text"), pa.array(slots, mask=~valid), batch.column("rows")]
        yield pa.RecordBatch.from_arrays(columns, ["text", "slot", "rows"])
