"""The order in which a coordinator's own maps give their entries.

Kafka keeps a group in maps that can be taken back to an earlier state. Which member comes first decides who gets a
partition, so the order is kept as Kafka's `BaseHashTable` has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

from copartition.kafka.assignors.java_order import hash_of_name

if TYPE_CHECKING:
    from collections.abc import Iterator

V = TypeVar("V")

_FACTOR: Final = -7046029254386353131 & (2**64 - 1)
_MOST: Final = 1 << 30


class TimelineMap(Generic[V]):
    """`org.apache.kafka.timeline.TimelineHashMap<String, V>`: a map whose order is that of Kafka's.

    Insertion, lookup and removal take constant time on average.
    """

    def __init__(self) -> None:
        self._values: dict[str, V] = {}
        self._slots: list[list[str]] = [[], []]

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __getitem__(self, key: str) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        for slot in self._slots:
            yield from reversed(slot)

    def get(self, key: str) -> V | None:
        """The value, None if there is none."""
        return self._values.get(key)

    def items(self) -> Iterator[tuple[str, V]]:
        """The entries in Kafka's order."""
        return ((key, self._values[key]) for key in self)

    def put(self, key: str, value: V) -> None:
        """Adds the entry, or changes it where it stands."""
        if (len(self._values) + 1) * 0.75 > len(self._slots) and len(self._slots) < _MOST:
            self._grow()  # even where the key is there already
        if key not in self._values:
            self._slots[_slot(key, len(self._slots))].append(key)
        self._values[key] = value

    def pop(self, key: str) -> V | None:
        """Removes the entry; the map doesn't become smaller."""
        if key not in self._values:
            return None
        self._slots[_slot(key, len(self._slots))].remove(key)
        return self._values.pop(key)

    def _grow(self) -> None:
        count = 2 * len(self._slots)
        slots: list[list[str]] = [[] for _ in range(count)]
        for slot in self._slots:
            for key in slot:
                slots[_slot(key, count)].append(key)
        self._slots = slots


def _slot(key: str, count: int) -> int:
    return (hash_of_name(key) * _FACTOR & (2**64 - 1)) >> (65 - count.bit_length())
