"""The most frequent keys in one pass and bounded memory, with a bound on what may be missed (Misra and Gries, 1982).

Summaries of parts of the data add up: the sum of their counts is at most the true count, and what it lacks is at most
the sum of what they missed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from jarparity.spark.profile.loads import Int32s, Int64s

CAPACITY: Final = 1024
"""Keys that a summary holds."""

BUCKETS: Final = 1 << 15
"""Into how many buckets a batch's keys fall before they are counted one by one."""

_RARE: Final = 1 << 13
"""Of this many rows one is not worth a look: a bucket with fewer is left out, and counts as missed."""


class Counted(Protocol):
    """A batch's distinct keys among some of its rows, and how often each stands there."""

    def __call__(self, rows: Int64s, /) -> tuple[Callable[[Int64s], Sequence[Hashable]], Int64s]:
        """A function that gives some of the distinct keys by their places, and all of their counts."""


@dataclass(slots=True)
class Frequent:
    """A summary of the rows seen so far.

    Attributes:
        capacity: How many keys it holds at most.
        rows: How many rows it has seen.
        missed: How much less than the truth a count may be; so often may a key have come that isn't held. At most
            `rows / (capacity + 1) + rows / 8192`.
        held: By key at least how often it came.
    """

    capacity: int = CAPACITY
    rows: int = 0
    missed: int = 0
    held: dict[Any, int] = field(default_factory=dict)

    def add(self, size: int, buckets: Int32s | None, counted: Counted) -> None:
        """Adds a batch.

        Most batches hold many rare keys: what falls into a bucket with few rows is left out before keys are compared.

        Args:
            size: How many rows it has.
            buckets: For each row a number below `BUCKETS`, the same for equal keys; None to compare all keys.
            counted: Counts the keys of the rows that are left.
        """
        self.rows += size
        few = 0 if buckets is None else size // _RARE
        rows = np.arange(size, dtype=np.int64)
        if few and buckets is not None:
            rows = rows[np.bincount(buckets, minlength=BUCKETS)[buckets] > few]
        keys, counts = counted(rows)
        cut = _cut(counts, self.capacity)
        kept = np.flatnonzero(counts > cut)
        for key, count in zip(keys(kept), (counts[kept] - cut).tolist(), strict=True):
            self.held[key] = self.held.get(key, 0) + count
        # A key that is left out with its bucket is not among the counted ones: it lacks one or the other.
        self.missed += max(few, cut)
        self._shrink()

    def _shrink(self) -> None:
        if len(self.held) > self.capacity:
            cut = _cut(np.fromiter(self.held.values(), np.int64, len(self.held)), self.capacity)
            self.held = {key: count - cut for key, count in self.held.items() if count > cut}
            self.missed += cut


def _cut(counts: Int64s, capacity: int) -> int:
    """What is taken from each count so that at most `capacity` are left: the next lower count."""
    if len(counts) <= capacity:
        return 0
    return int(np.partition(counts, len(counts) - capacity - 1)[len(counts) - capacity - 1])
