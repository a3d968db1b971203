"""How many partitions each member has, and the subscribers of a topic in the order of it."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Loads:
    """By member's number how many partitions it has.

    Attributes:
        keys: For each its size, times the number of members, plus its own number: they sort members by size, then by
            number. Whoever changes them counts it in `changes`.
        members: How many there are.
        changes: How often the keys have changed.
    """

    def __init__(self, members: int) -> None:
        self.keys = [*range(members)]
        self.members = members
        self.changes = 0

    def size(self, number: int) -> int:
        """How many partitions a member has."""
        size: int = self.keys[number] // self.members
        return size

    def add(self, number: int, partitions: int) -> None:
        """A member gets partitions, or gives some away."""
        self.keys[number] += partitions * self.members
        self.changes += 1


class Turns(NamedTuple):
    """Partitions that members take in turns.

    Attributes:
        members: So many, the first ones of the order.
        start: The first of the partitions, by its place.
        stop: The place behind the last one.
    """

    members: int
    start: int
    stop: int


class Audience:
    """Members that subscribe to the same topics, those with the fewest partitions first, then by their numbers.

    Args:
        numbers: The members.
        loads: How many partitions each has.
    """

    def __init__(self, numbers: Iterable[int], loads: Loads) -> None:
        self._numbers = [*numbers]
        self._loads = loads
        self._sorted_at: int | None = None

    def __len__(self) -> int:
        return len(self._numbers)

    def by_size(self) -> list[int]:
        """The members as they are now, in a list that is sorted again once sizes have changed: most are in order."""
        if self._sorted_at != self._loads.changes:
            self._numbers.sort(key=self._loads.keys.__getitem__)
            self._sorted_at = self._loads.changes
        return self._numbers

    def imbalance(self) -> int:
        """By how many partitions the members differ."""
        order, keys, step = self.by_size(), self._loads.keys, self._loads.members
        difference: int = keys[order[-1]] // step - keys[order[0]] // step
        return difference

    def turns(self, count: int) -> Iterator[Turns]:
        """Who takes turns while partitions go to whoever has the fewest, one after the other.

        Members with the fewest take turns; once they have as many as the next ones, those join in.
        """
        order = self.by_size()
        start = end = 0
        while start < count:
            size = self._loads.size(order[end])
            end = bisect_left(order, (size + 1) * self._loads.members, lo=end, key=self._loads.keys.__getitem__)
            stop = count
            if end < len(order):
                stop = min(count, start + (self._loads.size(order[end]) - size) * end)
            yield Turns(end, start, stop)
            start = stop
