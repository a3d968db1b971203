"""Counts of keyed state: entries and bytes by key group and state, and the largest entries. Memory stays constant."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from copartition.advice.savepoint.placing import Misplaced

LARGEST: Final = 10
"""So many of the largest entries are kept of an operator."""


@dataclass(slots=True)
class Count:
    """How much there is.

    Attributes:
        entries: Keys with their namespaces.
        pairs: Pairs of a canonical stream: of a map state one for each of the user's keys.
        size: Bytes in the stream, lengths included.
    """

    entries: int = 0
    pairs: int = 0
    size: int = 0

    def add(self, entries: int, pairs: int, size: int) -> None:
        """Adds as much."""
        self.entries += entries
        self.pairs += pairs
        self.size += size


class Large(NamedTuple):
    """An entry that is among the largest, ordered by its bytes, then the earlier one first.

    Attributes:
        size: Its bytes in the stream.
        order: Minus the place among all entries.
        pairs: Its pairs.
        key_group: Its key group.
        state: Its state's name.
        key: The key in JSON; where its type is not known, the bytes of key and namespace in hex.
        namespace: The namespace in JSON.
    """

    size: int
    order: int
    pairs: int
    key_group: int
    state: str
    key: Any
    namespace: Any


class Entries:
    """What was counted of an operator.

    Attributes:
        groups: By key group.
        states: By state's name.
        count: How many entries.
        misplaced: Entries in key groups that are not their keys'.
    """

    def __init__(self) -> None:
        self.groups: dict[int, Count] = {}
        self.states: dict[str, Count] = {}
        self.misplaced = Misplaced()
        self._largest: list[Large] = []
        self.count = 0

    def is_large(self, size: int) -> bool:
        """Whether an entry of so many bytes is among the largest so far."""
        return len(self._largest) < LARGEST or size > self._largest[0].size

    def add(self, group: int, state: str, pairs: int, size: int) -> None:
        """Counts an entry."""
        self.count += 1
        self.groups.setdefault(group, Count()).add(1, pairs, size)
        self.states.setdefault(state, Count()).add(1, pairs, size)

    def keep(self, group: int, state: str, pairs: int, size: int, key: Any, namespace: Any) -> None:  # noqa: ANN401, PLR0913 - JSON; an entry's parts
        """Keeps the entry that was counted last as one of the largest."""
        large = Large(size, -self.count, pairs, group, state, key, namespace)
        if len(self._largest) < LARGEST:
            heapq.heappush(self._largest, large)
        else:
            heapq.heapreplace(self._largest, large)

    def largest(self) -> list[Large]:
        """The largest entries, the largest first."""
        return sorted(self._largest, key=lambda one: (-one.size, -one.order))

    def within(self, start: int, end: int) -> Count:
        """The sum of the key groups from `start` to `end`, both inclusive."""
        total = Count()
        for group in range(start, end + 1):
            if (count := self.groups.get(group)) is not None:
                total.add(count.entries, count.pairs, count.size)
        return total
