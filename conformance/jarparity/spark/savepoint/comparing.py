"""Two savepoints compared key by key: what the second lacks, what it has beyond the first, what has another value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

    from jarparity.spark.savepoint.reading import Savepoint

STATUSES: Final = ("missing", "new", "changed", "same")
"""What became of an entry from the first savepoint to the second."""

_IDENTITY: Final = ("operator_id", "state", "namespace", "key", "user_key", "time")
_SHOWN: Final = ("namespace", "key", "user_key", "before", "after")


def compared(session: SparkSession, before: Savepoint, after: Savepoint) -> DataFrame:
    """Each entry of either, once.

    Two entries are one if operator's id, state, namespace, key and key within a map are the same; of timers the time,
    too. They are compared as JSON: numbers that are equal and have other bytes are equal. Where the operator's max
    parallelism did not change, an entry in another key group has changed.

    Args:
        session: The session.
        before: One savepoint.
        after: The other one.

    Returns:
        `operator_id`, `operator`, `state`, `namespace`, `key`, `user_key`, `before` and `after` (values in JSON, null
        where there is none) and `status`, one of `STATUSES`.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    old, new = before.operators, after.operators
    alike = [each for each in old if each in new and old[each].max_parallelism == new[each].max_parallelism]
    sides = [
        savepoint.frame(session)
        .withColumn("side", f.lit(side))
        .withColumn("time", f.when(f.col("kind") == "timers", f.col("value")))
        .withColumn("at", f.when(f.col("operator_id").isin(alike), f.col("key_group")))
        .withColumn("found", f.struct("value", "at"))
        for side, savepoint in enumerate((before, after))
    ]

    def of(side: int) -> Column:
        return f.sort_array(f.collect_list(f.when(f.col("side") == side, f.col("found"))))

    found = (
        sides[0]
        .unionByName(sides[1])
        .groupBy(*_IDENTITY)
        .agg(f.max("operator").alias("operator"), of(0).alias("first"), of(1).alias("second"))
    )
    # What stands there twice is two entries: the first of one savepoint is compared with the first of the other.
    pairs = found.withColumn("pair", f.explode(f.arrays_zip("first", "second")))
    one, other = f.col("pair.first"), f.col("pair.second")
    status = f.when(other.isNull(), "missing").when(one.isNull(), "new").when(one != other, "changed").otherwise("same")
    return pairs.select(
        "operator_id",
        "operator",
        *_IDENTITY[1:-1],
        one["value"].alias("before"),
        other["value"].alias("after"),
        status.alias("status"),
    )


def counts(found: DataFrame) -> list[dict[str, object]]:
    """By operator and state how many entries have each status, and the first of each.

    Args:
        found: Of `compared`.

    Returns:
        By operator and state, in order: `operator_id`, `operator`, `state`, each of `STATUSES`, and `first_missing`,
        `first_new` and `first_changed`, a dictionary or None.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - an extra

    def has(status: str) -> Column:
        return f.col("status") == status

    numbers = [f.count(f.when(has(status), 1)).alias(status) for status in STATUSES]
    firsts = [f.min(f.when(has(status), f.struct(*_SHOWN))).alias(f"first_{status}") for status in STATUSES[:-1]]
    named = f.max("operator").alias("operator")
    rows = (
        found.groupBy("operator_id", "state").agg(named, *numbers, *firsts).orderBy("operator", "operator_id", "state")
    )
    return [row.asDict(recursive=True) for row in rows.collect()]
