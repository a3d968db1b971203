"""From a data set on Spark to counts on the driver, in one pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jarparity.spark.profile.counting import MISSED, NULLS, PARTIALS, TOP
from jarparity.spark.profile.loads import WEIGHTS, Load
from jarparity.spark.profile.wanted import slots_of
from jarparity.spark.saying import explained

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyspark.sql import DataFrame

    from jarparity.spark.profile.counting import Counting
    from jarparity.spark.profile.loads import Weight


@dataclass(frozen=True, slots=True)
class Found:
    """A frequent key.

    Attributes:
        key: As text.
        slots: Its slot in each layout.
        rows: At least how many rows it has.
    """

    key: str
    slots: tuple[int, ...]
    rows: int


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """What was counted.

    Attributes:
        nulls: Rows without a key.
        loads: The load of each layout.
        moved: For each pair of layouts what lies on different slots, by weight.
        top: The most frequent keys, most frequent first.
        missed: How many rows a key may have more than is said; as many may one have that isn't among them.
    """

    nulls: int
    loads: tuple[Load, ...]
    moved: tuple[Mapping[Weight, int], ...]
    top: tuple[Found, ...]
    missed: int


def with_each_key_once(keyed: DataFrame, *, size: bool) -> DataFrame:
    """A row a distinct key, with its number of rows in `rows` and the sum of its sizes. This shuffles the keys.

    Args:
        keyed: The column `key`, and `size` where there are sizes.
        size: Whether there are.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra
    from pyspark.sql.types import DoubleType, FloatType  # noqa: PLC0415

    amounts = [f.count("*").alias("rows"), *([f.sum("size").alias("size")] if size else [])]
    if isinstance(keyed.schema["key"].dataType, FloatType | DoubleType):
        # Spark takes 0.0 and -0.0 for one key; to Java they are two, and so are they as text.
        return keyed.groupBy(f.col("key").cast("string").alias("text")).agg(f.first("key").alias("key"), *amounts)
    return keyed.groupBy("key").agg(*amounts)


def gather(rows: DataFrame, counting: Counting) -> Gathered:
    """Counts the rows. What is collected is a row a slot that has something, and the frequent keys.

    Args:
        rows: The columns that `counting` needs.
        counting: What is to be counted.

    Raises:
        SparkPipelineError: A size is null or negative, a key can't be placed, or Spark failed.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    with explained("the data can't be profiled"):
        partials = rows.mapInArrow(counting, PARTIALS)
        amounts = (f.sum(weight).alias(weight) for weight in WEIGHTS)
        summed = partials.groupBy("what", "slot", "key", "slots").agg(*amounts).persist()
        try:
            counted = summed.where(f.col("what") != TOP).collect()
            most = summed.where(f.col("what") == TOP).orderBy(f.desc("rows"), "key").limit(counting.top)
            top = [Found(row["key"], tuple(row["slots"]), row["rows"]) for row in most.collect()]
        finally:
            summed.unpersist()
    return _read(counted, tuple(top), counting)


def _read(counted: Sequence[Any], top: tuple[Found, ...], counting: Counting) -> Gathered:
    weights = counting.weights
    layouts = len(counting.layouts)
    sizes = [slots_of(layout) for layout in counting.layouts]
    loads = tuple(Load(size, {w: np.zeros(size, np.int64) for w in weights}) for size in sizes)
    moved: list[dict[Weight, int]] = [{} for _ in counting.pairs]
    alone = {NULLS: 0, MISSED: 0}
    for row in counted:
        what = row["what"]
        if what in alone:
            alone[what] = row["rows"]
        elif what < layouts:
            for weight in weights:
                loads[what].counts[weight][row["slot"]] = row[weight]
        else:
            moved[what - layouts] = {weight: row[weight] for weight in weights}
    return Gathered(alone[NULLS], loads, tuple(moved), top, alone[MISSED])
