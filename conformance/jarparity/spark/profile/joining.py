"""Whether two data sets are co-partitioned: static reasons why not, and the keys that are found apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.key_types import FLINK, check_family
from jarparity.spark.profile import document
from jarparity.spark.profile.document import ApartKey, Join
from jarparity.spark.profile.placing import Placing, check_packed
from jarparity.spark.saying import explained

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    from pyspark.sql import DataFrame

    from jarparity.spark.placements import Placement
    from jarparity.spark.profile.keyed import Keyed
    from jarparity.spark.profile.loads import Int64s
    from jarparity.spark.profile.wanted import Wanted

_EXAMPLES: Final = 10

_PLACED: Final = "text binary, slot int, rows long"
_COMPARED: Final = "text binary, left int, right int, rows long, sums array<long>"
_SUMS: Final = (
    "left keys",
    "left rows",
    "left nulls",
    "right keys",
    "right rows",
    "right nulls",
    "shared",
    "apart",
    "shared rows",
    "rows apart",
)


@dataclass(frozen=True, slots=True)
class Side:
    """The other data set of a join.

    Attributes:
        data: The data and its key.
        placement: Where its keys are placed; None for the same as the profiled data set's.
    """

    data: Keyed
    placement: Placement | None = None


def placements_of(other: Side, wanted: Wanted) -> tuple[Placement, Placement]:
    """Where both sides' keys are placed: of what is profiled, the first of the other side's family.

    Raises:
        SparkPipelineError: The right side's keys don't fit its placement, or nothing of that family is profiled.
    """
    there = other.placement or wanted.placements[0]
    here = next((p for p in wanted.placements if p.family == there.family), None)
    if here is None:
        raise SparkPipelineError(f"--join-as {there}: no --as is of {there.family}, so there is nothing to compare")
    check_family(other.data.key, there.family)
    if not wanted.by_original:
        check_packed(other.data.key)
    return here, there


def join_of(left: Keyed, other: Side, wanted: Wanted) -> Join:
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
    right = other.data
    here, there = placements_of(other, wanted)
    with explained(f"{left.name} and {right.name} can't be compared"):
        ours, theirs = _placed(left, here, wanted), _placed(right, there, wanted)
        both = ours.withColumnsRenamed({"slot": "left", "rows": "left_rows"}).join(
            theirs.withColumnsRenamed({"slot": "right", "rows": "right_rows"}), "text", "full"
        )
        rows = both.mapInArrow(_compared, _COMPARED).collect()
    sums = dict(
        zip(_SUMS, np.sum([row["sums"] for row in rows if row["sums"] is not None], axis=0).tolist(), strict=True)
    )
    apart = sorted((row for row in rows if row["sums"] is None), key=lambda row: (-row["rows"], bytes(row["text"])))
    return Join(
        _side(left, wanted.name(here), "left", sums),
        _side(right, wanted.name(there), "right", sums),
        tuple(_reasons(left, here, right, there)),
        sums["shared"],
        sums["apart"],
        sums["shared rows"],
        sums["rows apart"],
        tuple(
            ApartKey(bytes(row["text"]).decode("utf-8", "backslashreplace"), row["left"], row["right"], row["rows"])
            for row in apart[:_EXAMPLES]
        ),
    )


def _reasons(left: Keyed, here: Placement, right: Keyed, there: Placement) -> Iterator[str]:
    if left.key.type != right.key.type:
        yield (
            f"the key types differ: {left.key.type} and {right.key.type}; what looks alike may have another "
            + ("hash code" if here.family == FLINK else "serialized form")
        )
    for name, number in here.numbers.items():
        other = there.numbers.get(name)
        if other != number:
            words = {
                "max": "maximum parallelisms",
                "parallelism": "parallelisms",
                "partitions": "numbers of partitions",
            }
            yield f"the {words[name]} differ: {number} and {other}"


def _side(data: Keyed, placement: str, name: str, sums: dict[str, int]) -> document.Side:
    keys, rows, nulls = (sums[f"{name} {what}"] for what in ("keys", "rows", "nulls"))
    return document.Side(data.name, data.columns, data.key.type, placement, keys, rows, nulls)


def _placed(data: Keyed, placement: Placement, wanted: Wanted) -> DataFrame:
    """Each distinct key with its slot and its number of rows; rows without a key are one row without a text."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    keyed = data.frame.select(data.key.column().alias("key"))
    # As bytes: not all that Spark casts to a string is UTF-8.
    text = f.col("key").cast("string").cast("binary").alias("text")
    keys = keyed.groupBy(text).agg(f.first("key").alias("key"), f.count("*").alias("rows"))
    if wanted.by_original:
        (answer,) = data.originals([placement], f.col("key"))
        return keys.select("text", answer.alias("slot"), "rows")
    placing = Placing.shipped(data.frame.sparkSession, data.key.type, wanted.port)
    return keys.select("text", "key", "rows").mapInArrow(_Slots(placing, placement), _PLACED)


@dataclass(frozen=True, slots=True)
class _Slots:
    """Puts keys on slots, on a worker."""

    placing: Placing
    placement: Placement

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        for batch in batches:
            keys = batch.column("key")
            slots = np.zeros(len(keys), np.int32)
            valid = np.asarray(keys.is_valid())
            if valid.any():
                (slots[valid],) = self.placing.slots([self.placement], keys.drop_null())
            columns = [batch.column("text"), pa.array(slots, mask=~valid), batch.column("rows")]
            yield pa.RecordBatch.from_arrays(columns, ["text", "slot", "rows"])


def _compared(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The sums of a task, and of the keys that lie apart those with most rows."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    sums = np.zeros(len(_SUMS), np.int64)
    examples: list[tuple[bytes, int, int, int]] = []
    for batch in batches:
        keyed = np.asarray(batch.column("text").is_valid())
        ours, theirs = _rows(batch, "left_rows"), _rows(batch, "right_rows")
        shared = keyed & (ours > 0) & (theirs > 0)
        left, right = (_filled(batch, name) for name in ("left", "right"))
        apart = shared & (left != right)
        both = ours + theirs
        sums += [
            *(np.count_nonzero(keyed & (ours > 0)), ours[keyed].sum(), ours[~keyed].sum()),
            *(np.count_nonzero(keyed & (theirs > 0)), theirs[keyed].sum(), theirs[~keyed].sum()),
            *(np.count_nonzero(shared), np.count_nonzero(apart), both[shared].sum(), both[apart].sum()),
        ]
        at = np.flatnonzero(apart)
        most = at[np.argsort(-both[at], kind="stable")[:_EXAMPLES]].tolist()
        texts = batch.column("text")
        examples += [(texts[p].as_py(), int(left[p]), int(right[p]), int(both[p])) for p in most]
        examples = sorted(examples, key=lambda found: (-found[3], found[0]))[:_EXAMPLES]
    rows: list[tuple[Any, ...]] = [(None, None, None, 0, sums.tolist()), *((*found, None) for found in examples)]
    types = (pa.binary(), pa.int32(), pa.int32(), pa.int64(), pa.list_(pa.int64()))
    arrays = [pa.array(column, type_) for column, type_ in zip(zip(*rows, strict=True), types, strict=True)]
    yield pa.RecordBatch.from_arrays(arrays, ["text", "left", "right", "rows", "sums"])


def _rows(batch: pa.RecordBatch, name: str) -> Int64s:
    return _int64s(batch.column(name).fill_null(0))


def _filled(batch: pa.RecordBatch, name: str) -> Int64s:
    return _int64s(batch.column(name).fill_null(-1))


def _int64s(column: pa.Array) -> Int64s:
    values: Int64s = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    return values
