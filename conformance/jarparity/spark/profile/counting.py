"""What runs on Spark's workers: keys in, partial counts out. No key leaves a worker but the most frequent ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from jarparity.spark.errors import SparkPipelineError
from jarparity.spark.profile.loads import WEIGHTS, summed
from jarparity.spark.profile.placing import buckets
from jarparity.spark.profile.top_keys import TopKeys
from jarparity.spark.profile.wanted import slots_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa

    from jarparity.spark.placements import Placement
    from jarparity.spark.profile.loads import Int32s, Int64s, Weight
    from jarparity.spark.profile.placing import Placing

PARTIALS: Final = "what int, slot int, key string, slots array<int>, rows long, keys long, bytes long"
"""What a task gives: a row a slot of each layout and of each pair, and some more."""

NULLS: Final = -1
"""`what` of the number of rows without a key."""

TOP: Final = -2
"""`what` of a frequent key: as text, with its slot in each layout, and at least how many rows it has."""

MISSED: Final = -3
"""`what` of how many rows a frequent key may lack."""


def slot_column(place: int) -> str:
    """The column of an original's answers for the layout at this place."""
    return f"slot{place}"


@dataclass(frozen=True, slots=True)
class Counting:
    """What a task counts; it travels to the workers. Rows have the columns `key` and as said below.

    Attributes:
        placing: The keys' type, and the port that places them, where it does.
        layouts: The slots to count on.
        pairs: Places of two layouts: what lies on different slots in them is counted, too.
        by_original: Whether the slots are columns: `slot0` and so on.
        grouped: Whether each row is a distinct key, with its number of rows in `rows`.
        sized: Whether there is a column `size`.
        top: How many frequent keys are wanted.
    """

    placing: Placing
    layouts: tuple[Placement, ...]
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

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The task: counts all of its batches.

        Raises:
            SparkPipelineError: A key can't be placed, or an original threw.
        """
        counts = _Counts.of(self)
        for batch in batches:
            counts.add(batch)
        yield counts.partials()


@dataclass(slots=True)
class _Counts:
    counting: Counting
    loads: list[dict[Weight, Int64s]]
    moved: list[dict[Weight, int]]
    top: TopKeys
    nulls: int = 0

    @classmethod
    def of(cls, counting: Counting) -> _Counts:
        loads = [{w: np.zeros(slots_of(layout), np.int64) for w in counting.weights} for layout in counting.layouts]
        return cls(counting, loads, [dict.fromkeys(counting.weights, 0) for _ in counting.pairs], TopKeys(counting.top))

    def add(self, batch: pa.RecordBatch) -> None:
        keys = batch.column("key")
        if keys.null_count:
            missing = np.asarray(keys.is_null())
            rows = _int64s(batch, "rows") if self.counting.grouped else np.ones(len(keys), np.int64)
            self.nulls += int(rows[missing].sum())
            batch = batch.filter(keys.is_valid())
            keys = batch.column("key")
        if not len(keys):
            return
        slots, weights = self._slots(batch), self._weights(batch)
        for counts, at in zip(self.loads, slots, strict=True):
            for weight, values in weights.items():
                size = len(counts[weight])
                counts[weight] += np.bincount(at, minlength=size) if values is None else summed(at, values, size)
        for (one, other), moved in zip(self.counting.pairs, self.moved, strict=True):
            apart = slots[one] != slots[other]
            for weight, values in weights.items():
                moved[weight] += int(np.count_nonzero(apart) if values is None else values[apart].sum())
        if self.counting.top:
            rows_of_keys = weights["rows"]
            if rows_of_keys is None:
                self.top.add_rows(keys, slots, buckets(keys, self.counting.placing.key_type))
            else:
                self.top.add_keys(keys, slots, rows_of_keys)

    def _slots(self, batch: pa.RecordBatch) -> list[Int32s]:
        counting = self.counting
        if not counting.by_original:
            return counting.placing.slots(counting.layouts, batch.column("key"))
        found = []
        for place, layout in enumerate(counting.layouts):
            answers = batch.column(slot_column(place))
            if answers.null_count:
                row = int(np.flatnonzero(np.asarray(answers.is_null()))[0])
                key = batch.column("key")[row].as_py()
                raise SparkPipelineError(f"{layout}: the original throws for the key {key!r}; `spark check` says what")
            found.append(answers.to_numpy())
        return found

    def _weights(self, batch: pa.RecordBatch) -> Mapping[Weight, Int64s | None]:
        """What each row weighs; None for 1."""
        found: dict[Weight, Int64s | None] = {"rows": _int64s(batch, "rows") if self.counting.grouped else None}
        if self.counting.grouped:
            found["keys"] = None
        if self.counting.sized:
            found["bytes"] = _int64s(batch, "size")
        return found

    def partials(self) -> pa.RecordBatch:
        import pyarrow as pa  # noqa: PLC0415 - an extra

        missed = 0 if self.counting.grouped else self.top.frequent.missed
        rows: list[tuple[Any, ...]] = [(NULLS, 0, None, None, self.nulls, 0, 0), (MISSED, 0, None, None, missed, 0, 0)]
        rows += [(TOP, 0, key, list(places), count, 0, 0) for key, places, count in self.top.found()]
        for place, moved in enumerate(self.moved, len(self.loads)):
            rows.append((place, 0, None, None, *(moved.get(weight, 0) for weight in WEIGHTS)))
        for place, counts in enumerate(self.loads):
            used = np.flatnonzero(counts["rows"])
            none = np.zeros(len(used), np.int64)
            columns = [(counts[weight][used] if weight in counts else none).tolist() for weight in WEIGHTS]
            rows += [(place, slot, None, None, *of) for slot, *of in zip(used.tolist(), *columns, strict=True)]
        types = (pa.int32(), pa.int32(), pa.string(), pa.list_(pa.int32()), *[pa.int64()] * len(WEIGHTS))
        arrays = [pa.array(column, type_) for column, type_ in zip(zip(*rows, strict=True), types, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, ["what", "slot", "key", "slots", *WEIGHTS])


def _int64s(batch: pa.RecordBatch, name: str) -> Int64s:
    values: Int64s = batch.column(name).to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    return values
