"""From a data set on Spark to counts on the driver, in one pass.

Spark's workers take keys and give partial counts; no key leaves a worker but the most frequent ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.spark.blocks import KINDS, Rows, packed
from jarparity.spark.errors import SparkPipelineError, explained
from jarparity.spark.profile.loads import WEIGHTS, Load, summed
from jarparity.spark.profile.top_keys import BUCKETS, TopKeys
from jarparity.spark.worker_port import WorkerPort, described

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pyarrow as pa
    from pyspark.sql import DataFrame

    from jarparity.spark.placements import Placement
    from jarparity.spark.profile.loads import Int32s, Int64s, Weight

PARTIALS: Final = Rows.of(
    what="int", slot="int", key="string", slots="array<int>", rows="bigint", keys="bigint", bytes="bigint"
)
"""What a task gives: a row a slot of each layout and of each pair, and some more."""

REST: Final = -1
"""`what` of the rows without a key, and in place of keys of how many rows a frequent key may lack."""

TOP: Final = -2
"""`what` of a frequent key: as text, with its slot in each layout, and at least how many rows it has."""


def slot_column(place: int) -> str:
    """The column of an original's answers for the layout at this place."""
    return f"slot{place}"


@dataclass(frozen=True, slots=True)
class Counting:
    """What a task counts; it travels to the workers. Rows have the column `key`, and others as described below.

    Attributes:
        key_type: The keys' Java type.
        layouts: The slots to count on.
        port: Who places the keys, where it does.
        pairs: Places of two layouts: what is on different slots in them is counted, too.
        by_original: Whether the slots are columns: `slot0` and so on.
        grouped: Whether each row is a distinct key, with its number of rows in `rows`.
        sized: Whether there is a column `size`.
        top: How many frequent keys are wanted.
    """

    key_type: str
    layouts: tuple[Placement, ...]
    port: WorkerPort = field(default_factory=WorkerPort)
    pairs: tuple[tuple[int, int], ...] = ()
    by_original: bool = False
    grouped: bool = False
    sized: bool = False
    top: int = 0

    @property
    def weights(self) -> tuple[Weight, ...]:
        """What is counted: rows, and keys and bytes where they are known."""
        known = {"rows": True, "keys": self.grouped, "bytes": self.sized}
        return tuple(weight for weight in WEIGHTS if known[weight])

    def empty_loads(self) -> tuple[Load, ...]:
        """For each layout a load of nothing, to be counted up."""
        return tuple(Load(of.slots, {w: np.zeros(of.slots, np.int64) for w in self.weights}) for of in self.layouts)

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The task: counts all of its batches.

        Raises:
            SparkPipelineError: A key can't be placed, or an original threw.
        """
        counts = _Counts(self)
        for batch in batches:
            counts.add(batch)
        yield PARTIALS.batch(counts.partials())


class _Counts:
    """The counts of a task so far."""

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._loads = counting.empty_loads()
        self._moved = [dict.fromkeys(counting.weights, 0) for _ in counting.pairs]
        self._top = TopKeys(counting.top)
        self._nulls = 0

    def add(self, batch: pa.RecordBatch) -> None:
        counting = self._counting
        keys = batch.column("key")
        if keys.null_count:
            missing = np.asarray(keys.is_null())
            self._nulls += int(_int64s(batch.column("rows"))[missing].sum()) if counting.grouped else keys.null_count
            batch = batch.filter(keys.is_valid())
            keys = batch.column("key")
        if not len(keys):
            return
        slots, weights = self._slots(batch), self._weights(batch)
        for load, at in zip(self._loads, slots, strict=True):
            for weight, values in weights.items():
                counts = load.counts[weight]
                counts += np.bincount(at, minlength=load.slots) if values is None else summed(at, values, load.slots)
        for (one, other), moved in zip(counting.pairs, self._moved, strict=True):
            apart = slots[one] != slots[other]
            for weight, values in weights.items():
                moved[weight] += int(np.count_nonzero(apart) if values is None else values[apart].sum())
        if counting.top:
            rows_of_keys = weights["rows"]
            if rows_of_keys is None:
                self._top.add_rows(keys, slots, _buckets(counting.layouts[0], keys, counting.key_type))
            else:
                self._top.add_keys(keys, slots, rows_of_keys)

    def _slots(self, batch: pa.RecordBatch) -> list[Int32s]:
        counting = self._counting
        if not counting.by_original:
            return list(slots_of(counting.port, counting.layouts, batch.column("key"), counting.key_type))
        found = []
        for place, layout in enumerate(counting.layouts):
            answers = batch.column(slot_column(place))
            if answers.null_count:
                key = batch.column("key").filter(answers.is_null())[0].as_py()
                raise SparkPipelineError(f"{layout}: the original throws for the key {key!r}; `spark check` shows what")
            found.append(answers.to_numpy())
        return found

    def _weights(self, batch: pa.RecordBatch) -> Mapping[Weight, Int64s | None]:
        """What each row weighs; None for 1."""
        columns = {"rows": "rows" if self._counting.grouped else None, "keys": None, "bytes": "size"}
        named = {weight: columns[weight] for weight in self._counting.weights}
        return {weight: None if name is None else _int64s(batch.column(name)) for weight, name in named.items()}

    def partials(self) -> Iterator[tuple[Any, ...]]:
        """Rows of `PARTIALS`."""
        missed = 0 if self._counting.grouped else self._top.missed
        yield REST, 0, None, None, self._nulls, missed, 0
        for key, places, count in self._top.found():
            yield TOP, 0, key, list(places), count, 0, 0
        for what, moved in enumerate(self._moved, len(self._loads)):
            yield what, 0, None, None, *(moved.get(weight, 0) for weight in WEIGHTS)
        for what, load in enumerate(self._loads):
            used = np.flatnonzero(load.counts["rows"])
            none = np.zeros(load.slots, np.int64)
            columns = [load.counts.get(weight, none)[used].tolist() for weight in WEIGHTS]
            for slot, *amounts in zip(used.tolist(), *columns, strict=True):
                yield what, slot, None, None, *amounts


def slots_of(port: WorkerPort, layouts: Sequence[Placement], keys: pa.Array, key_type: str) -> Iterator[Int32s]:
    """Where the port puts each key: for each layout a slot a key.

    Args:
        port: The port.
        layouts: The slots, one set or several.
        keys: The keys, no null among them.
        key_type: Their Java type.

    Raises:
        SparkPipelineError: The port gives a key no slot, or one that doesn't exist.
        PortError: The port can't be loaded.
    """
    block = packed(keys, key_type)
    for layout in layouts:
        places = port.places(layout, block)
        if places.replies:
            row, reply = next(iter(places.replies.items()))
            raise SparkPipelineError(f"{layout}: the port doesn't place key {keys[row].as_py()!r}: {described(reply)}")
        first, last = (int(end) for end in (places.answers.min(), places.answers.max())) if len(keys) else (0, 0)
        if not 0 <= first <= last < layout.slots:
            raise SparkPipelineError(
                f"{layout}: the port gives slots {first} to {last}, where there are 0 to {layout.slots - 1}"
            )
        yield places.answers


def _buckets(layout: Placement, keys: pa.Array, key_type: str) -> Int32s | None:
    """A number below `BUCKETS` for each key, the same for equal keys; None for keys that aren't packed.

    Our own port gives them, by the same placement with as many slots.
    """
    if key_type not in KINDS:
        return None
    places = WorkerPort().places(layout.having(layout.slots_name, BUCKETS), packed(keys, key_type))
    return None if places.replies else places.answers


def _int64s(column: pa.Array) -> Int64s:
    """A column of whole numbers without nulls."""
    values: Int64s = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    return values


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """What was counted.

    Attributes:
        nulls: Rows without a key.
        loads: The load of each layout.
        moved: For each pair of layouts what is on different slots, by weight.
        top: The most frequent keys, most frequent first: as text, the slot in each layout, at least how many rows.
        missed: How many rows a key may have beyond that; as many may one have that isn't among them.
    """

    nulls: int
    loads: tuple[Load, ...]
    moved: tuple[Mapping[Weight, int], ...]
    top: tuple[tuple[str, tuple[int, ...], int], ...]
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
        partials = rows.mapInArrow(counting, PARTIALS.ddl)
        amounts = (f.sum(weight).alias(weight) for weight in WEIGHTS)
        sums = partials.groupBy("what", "slot", "key", "slots").agg(*amounts).persist()
        try:
            counted = sums.where(f.col("what") != TOP).collect()
            top = sums.where(f.col("what") == TOP).orderBy(f.desc("rows"), "key").limit(counting.top).collect()
        finally:
            sums.unpersist()
    return _read(counted, top, counting)


def _read(counted: Sequence[Any], top: Sequence[Any], counting: Counting) -> Gathered:
    weights = counting.weights
    loads = counting.empty_loads()
    moved: list[dict[Weight, int]] = [{} for _ in counting.pairs]
    nulls = missed = 0
    for row in counted:
        what = row["what"]
        if what == REST:
            nulls, missed = row["rows"], row["keys"]
        elif what < len(loads):
            for weight in weights:
                loads[what].counts[weight][row["slot"]] = row[weight]
        else:
            moved[what - len(loads)] = {weight: row[weight] for weight in weights}
    keys = tuple((row["key"], tuple(row["slots"]), row["rows"]) for row in top)
    return Gathered(nulls, loads, tuple(moved), keys, missed)
