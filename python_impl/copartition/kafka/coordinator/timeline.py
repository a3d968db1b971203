"""The order in which the maps of Kafka's coordinators and controllers give their entries.

Kafka keeps their state in maps that can be taken back to an earlier state. Which member comes first decides who gets a
partition, so the order is kept as Kafka's `BaseHashTable` has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from copartition.kafka.assignors.java_order import hash_of_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

K = TypeVar("K")
V = TypeVar("V")

_FACTOR: Final = -7046029254386353131 & (2**64 - 1)
_MOST: Final = 1 << 30


def hash_of_text(key: str) -> int:
    """A name's `hashCode()`, for maps that can be pickled: what remembers hash codes can't."""
    return hash_of_name(key)


class TimelineMap(Generic[K, V]):
    """`org.apache.kafka.timeline.TimelineHashMap<K, V>`: a map whose order is that of Kafka's.

    Insertion, lookup and removal take constant time on average.

    Args:
        hash_code: A key's `hashCode()`, int32; a function of a module, for the map to be pickled.
    """

    def __init__(self, hash_code: Callable[[K], int]) -> None:
        self._hash_code = hash_code
        self._values: dict[K, V] = {}
        self._slots: list[list[K]] = [[], []]

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def __getitem__(self, key: K) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[K]:
        for slot in self._slots:
            yield from reversed(slot)

    def get(self, key: K) -> V | None:
        """The value, None if there is none."""
        return self._values.get(key)

    def items(self) -> Iterator[tuple[K, V]]:
        """The entries in Kafka's order."""
        return ((key, self._values[key]) for key in self)

    def put(self, key: K, value: V) -> None:
        """Adds the entry, or changes it where it stands."""
        if (len(self._values) + 1) * 0.75 > len(self._slots) and len(self._slots) < _MOST:
            self._grow()  # even where the key is there already
        if key not in self._values:
            self._slots[self._slot(key, len(self._slots))].append(key)
        self._values[key] = value

    def pop(self, key: K) -> V | None:
        """Removes the entry; the map doesn't become smaller."""
        if key not in self._values:
            return None
        self._slots[self._slot(key, len(self._slots))].remove(key)
        return self._values.pop(key)

    def _grow(self) -> None:
        count = 2 * len(self._slots)
        slots: list[list[K]] = [[] for _ in range(count)]
        for slot in self._slots:
            for key in slot:
                slots[self._slot(key, count)].append(key)
        self._slots = slots

    def _slot(self, key: K, count: int) -> int:
        return (self._hash_code(key) * _FACTOR & (2**64 - 1)) >> (65 - count.bit_length())
