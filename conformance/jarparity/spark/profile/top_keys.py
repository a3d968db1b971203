"""The most frequent keys of a task: estimated from rows as they come, or exactly from keys that each come once.

Rows are counted in one pass and bounded memory, with a bound on what may be missed (Misra and Gries, 1982). Summaries
of parts of the data add up: the sum of their counts is at most the true count, and what it lacks is at most the sum of
what they missed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from jarparity.spark.profile.loads import Int32s, Int64s

    Slots: TypeAlias = Sequence[Int32s]
    """For each layout the slot of each row's key."""

CAPACITY: Final = 1024
"""Keys that a summary holds."""

BUCKETS: Final = 1 << 15
"""Into how many buckets a batch's keys fall before they are counted one by one."""

_RARE: Final = 1 << 13
"""Of this many rows one is not worth a look: a bucket with fewer is left out, and counts as missed."""


@dataclass(slots=True)
class TopKeys:
    """Frequent keys of a task, and where they are.

    Attributes:
        wanted: How many are wanted, where keys come once each.
        capacity: How many keys it holds at most, where rows are counted.
        missed: How much less than the truth a count may be; so often may a key have come that isn't held. At most
            `rows / (capacity + 1) + rows / 8192`.
        held: By key at least how many rows it has, and its slot in each layout.
        type: The keys' type in Arrow, once one has come.
    """

    wanted: int
    capacity: int = CAPACITY
    missed: int = 0
    held: dict[Any, tuple[int, tuple[int, ...]]] = field(default_factory=dict)
    type: pa.DataType | None = None

    def add_rows(self, keys: pa.Array, slots: Slots, buckets: Int32s | None) -> None:
        """Adds rows.

        Most batches hold many rare keys: what falls into a bucket with few rows is left out before keys are compared.

        Args:
            keys: The rows' keys.
            slots: Where they are.
            buckets: For each row a number below `BUCKETS`, the same for equal keys; None to compare all keys.
        """
        self.type = keys.type
        few = 0 if buckets is None else len(keys) // _RARE
        rows = np.arange(len(keys))
        comparable = _comparable(keys)
        if few and buckets is not None:
            rows = np.flatnonzero(np.bincount(buckets, minlength=BUCKETS)[buckets] > few)
            comparable = comparable.take(rows)
        distinct, numbers = _encoded(comparable)
        counts = np.bincount(numbers, minlength=len(distinct))
        firsts = np.empty(len(distinct), np.int64)
        firsts[numbers[::-1]] = rows[::-1]
        cut = _cut(counts, self.capacity)
        kept = np.flatnonzero(counts > cut)
        self._hold(_plain(distinct.take(kept)), firsts[kept], slots, counts[kept] - cut)
        # A key that is left out with its bucket is not among the counted ones: it lacks one or the other.
        self.missed += max(few, cut)
        if len(self.held) > self.capacity:
            cut = _cut(np.array([count for count, _ in self.held.values()]), self.capacity)
            self.held = {key: (count - cut, places) for key, (count, places) in self.held.items() if count > cut}
            self.missed += cut

    def add_keys(self, keys: pa.Array, slots: Slots, rows: Int64s) -> None:
        """Adds keys with their rows. As no key comes twice, not even in two tasks, the largest here suffice."""
        self.type = keys.type
        most = np.argsort(-rows, kind="stable")[: self.wanted]
        self._hold(_plain(_comparable(keys).take(most)), most, slots, rows[most])
        self.held = dict(sorted(self.held.items(), key=lambda one: -one[1][0])[: self.wanted])

    def found(self) -> Iterator[tuple[str, tuple[int, ...], int]]:
        """The keys as text, where each is, and how many rows it has at least."""
        if self.type is not None:
            for text, (rows, places) in zip(texts(list(self.held), self.type), self.held.values(), strict=True):
                yield text, places, rows

    def _hold(self, keys: list[Any], rows: Int64s, slots: Slots, counts: Int64s) -> None:
        places = np.stack([of[rows] for of in slots], axis=1).tolist()
        for key, at, count in zip(keys, places, counts.tolist(), strict=True):
            self.held[key] = self.held.get(key, (0, ()))[0] + count, tuple(at)


def texts(keys: list[Any], type_: pa.DataType) -> list[str]:
    """Comparable keys as text; bytes as hex, and the fields of a struct in parentheses."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    if pa.types.is_floating(type_):
        bits = pa.int64() if type_ == pa.float64() else pa.int32()
        return [str(number) for number in pa.array(keys, bits).view(type_).to_pylist()]
    return [_text(key) for key in keys]


def _text(key: Any) -> str:  # noqa: ANN401 - a key of any type
    if isinstance(key, bytes):
        return key.hex()
    return f"({', '.join(map(_text, key))})" if isinstance(key, tuple) else str(key)


def _comparable(keys: pa.Array) -> pa.Array:
    """Keys that are equal just where Java's are: floats by their bits, for 0.0 and -0.0 are two keys and NaNs one."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.compute as pc  # noqa: PLC0415

    if not pa.types.is_floating(keys.type):
        return keys
    same = pc.if_else(pc.is_nan(keys), pa.scalar(float("nan"), keys.type), keys)
    return same.view(pa.int64() if keys.type == pa.float64() else pa.int32())


def _plain(keys: pa.Array) -> list[Any]:
    """Comparable keys as Python's values; a struct as a tuple."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    found: list[Any] = keys.to_pylist()
    return [tuple(key.values()) for key in found] if pa.types.is_struct(keys.type) else found


def _encoded(keys: pa.Array) -> tuple[pa.Array, Int64s]:
    """Distinct keys, and for each row the number of its own."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    if not pa.types.is_struct(keys.type):
        encoded = keys.dictionary_encode()
        return encoded.dictionary, np.asarray(encoded.indices)
    numbers: dict[Any, int] = {}  # Arrow doesn't encode structs
    of_rows = np.array([numbers.setdefault(key, len(numbers)) for key in _plain(keys)], np.int64)
    return keys.take(pa.array(np.unique(of_rows, return_index=True)[1])), of_rows


def _cut(counts: Int64s, capacity: int) -> int:
    """What is taken from each count so that at most `capacity` are left: the next lower count."""
    if len(counts) <= capacity:
        return 0
    return int(np.partition(counts, len(counts) - capacity - 1)[len(counts) - capacity - 1])
