"""Sticky assignment where all members subscribe to the same topics, 2.5.1 to 2.8.2 (KAFKA-9987).

The first linear algorithm: members below the lower quota are filled up in rounds, then from overloaded
members, and what is left goes to a queue of members that are at the lower quota.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from copartition.errors import IllegalStateException

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copartition.kafka.assignors.claims import Owned
    from copartition.kafka.assignors.layout import Layout


class CapacityQueues:
    """`AbstractStickyAssignor.constrainedAssign` as it was.

    Args:
        layout: The topics that exist.
        owned: The members' claims.
        order: The members in the order of the map that holds their owned partitions.

    Attributes:
        assignment: By rank, each member's partitions.
        transferred: What another member has to give up first, and who gets it.
    """

    def __init__(self, layout: Layout, owned: Owned, order: Sequence[int]) -> None:
        self._layout = layout
        self._owned = owned
        self._order = order
        count = len(order)
        self._low, rest = divmod(layout.total, count) if count else (0, 0)
        self._high = self._low + (1 if rest else 0)
        self._below: list[int] = []
        self._at_low: deque[int] = deque()
        self._at_high: deque[int] = deque()
        self._revoked: set[int] = set()
        self.assignment: list[list[int]] = [[] for _ in range(count)]
        self.transferred: dict[int, int] = {}

    def build(self) -> list[list[int]]:
        """By rank, each member's partitions.

        Raises:
            IllegalStateException: Partitions that two members claim leave too few for the others.
        """
        taken = self._keep_owned()
        unassigned = [number for number in range(self._layout.total) if number not in taken]
        self._below.sort()
        left = iter(unassigned)
        used = self._fill_in_rounds(left, len(unassigned))
        self._fill_from_overloaded()
        for number in unassigned[used:]:
            if not self._at_low:
                raise IllegalStateException("Some partitions are unassigned but all consumers are at maximum capacity")
            self._give(number, self._at_low.popleft())
        return self.assignment

    def _keep_owned(self) -> set[int]:
        taken: set[int] = set()
        for member in self._order:
            owned = self._owned.partitions[member]  # what was claimed twice isn't among them
            kept = owned[: self._high]
            self.assignment[member] += kept
            taken.update(kept)
            self._revoked.update(owned[self._high :])
            if len(owned) < self._low:
                self._below.append(member)
            else:
                if len(kept) == self._low:
                    self._at_low.append(member)
                if len(kept) == self._high:
                    self._at_high.append(member)
        return taken

    def _fill_in_rounds(self, left: Iterator[int], count: int) -> int:
        """Returns how many partitions were dealt out."""
        dealt = 0
        below = self._below
        while below and dealt < count:
            still: list[int] = []
            for place, member in enumerate(below):
                if dealt == count:
                    still += below[place:]
                    break
                self._give(next(left), member)
                dealt += 1
                if len(self.assignment[member]) == self._low:
                    self._at_low.append(member)
                else:
                    still.append(member)
            below = still
        self._below = below
        return dealt

    def _fill_from_overloaded(self) -> None:
        for member in self._below:
            mine = self.assignment[member]
            for _ in range(self._low - len(mine)):
                if not self._at_high:  # pragma: no cover - as the original; members above have what those below lack
                    raise IllegalStateException(
                        "Some consumers are under capacity but all partitions have been assigned"
                    )
                number = self.assignment[self._at_high.popleft()].pop(0)
                mine.append(number)
                self.transferred[number] = member

    def _give(self, number: int, member: int) -> None:
        self.assignment[member].append(number)
        if number in self._revoked or number in self._owned.claimed_twice:
            self.transferred[number] = member
