"""Who of a topic's subscribers has the fewest partitions, and who the most, while partitions move."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.group.loads import Loads


class Balancer:
    """`UniformHeterogeneousAssignmentBuilder.MemberAssignmentBalancer`.

    Two ranges grow towards each other over the subscribers, which are sorted by size once: the least loaded
    from the left, the most loaded from the right. Within a range members take turns.

    Args:
        subscribers: Numbers of members, by size.
        loads: How many partitions each has; the owner changes them while partitions move.
    """

    def __init__(self, subscribers: Sequence[int], loads: Loads) -> None:
        self._size = loads.size
        self._sorted = [*subscribers]
        self._least_end = 0
        self._least_size = loads.size(self._sorted[0]) - 1
        self._next_least = 0
        self._most_start = self._most_end = len(self._sorted)
        self._most_size: int  # of the range that the first request makes
        self._next_most = len(self._sorted) - 1

    def next_least(self) -> int:
        """The member that gets the next partition."""
        if self._next_least >= self._least_end:
            self._least_size += 1
            end = self._least_end
            while end < len(self._sorted) and self._size(self._sorted[end]) == self._least_size:
                end += 1
            self._least_end = end
            self._next_least = 0
        found = self._sorted[self._next_least]
        self._next_least += 1
        return found

    def next_most_of(self, owned: Mapping[int, Sequence[int]]) -> int | None:
        """The member that gives the next partition away, of those that own some; None if none is left."""
        while (found := self._advance_most()) is not None and not owned.get(found):
            self._exclude()
        return found

    def is_balanced(self) -> bool:
        """Whether the members that came last differ by one partition at most."""
        return self._most_size - self._least_size <= 1

    def _advance_most(self) -> int | None:
        if self._next_most < self._most_start:
            start = self._most_start
            if self._most_end <= start and start > 0:
                self._most_size = self._size(self._sorted[start - 1])
            else:
                self._most_size -= 1
            while start > 0 and self._size(self._sorted[start - 1]) == self._most_size:
                start -= 1
            self._most_start = start
            self._next_most = self._most_end - 1
        if self._next_most < 0:
            return None
        found = self._sorted[self._next_most]
        self._next_most -= 1
        return found

    def _exclude(self) -> None:
        """Puts the member that came last behind the range: it has no partition of the topic to give."""
        self._most_end -= 1
        place = self._next_most + 1
        order = self._sorted
        order[place], order[self._most_end] = order[self._most_end], order[place]
