"""The sets in which an assignor collects a member's partitions.

Who only wants to know which partitions a member gets needs no order. A coordinator does: it writes a set as a list, and
the next assignment takes partitions away in the order of the set that is read from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from copartition.java import HashSet
from copartition.kafka.group.orders import compared, copied_capacity, copied_partition_order, room_for

if TYPE_CHECKING:
    from collections.abc import Sequence


_BINS: Final = 16
"""The smallest table of Java's: up to so many partitions have a bin each, which is the ascending order."""


class Sets(Protocol):
    """Makes sets of partitions."""

    def __call__(self, count: int, owned: Sequence[int], room: int | None = None) -> set[int]:
        """A set of a member's partitions.

        Args:
            count: How many partitions the topic has.
            owned: What the member had of them, in the order in which it was written.
            room: How many partitions Java expects the set to have; None: as many as are copied.
        """


def unordered(count: int, owned: Sequence[int], room: int | None = None) -> set[int]:  # noqa: ARG001 - as `Sets`
    """A set whose order is never asked for."""
    return set(owned)


def ordered(count: int, owned: Sequence[int], room: int | None = None) -> set[int]:
    """A set that knows Java's order."""
    return set(owned) if count <= _BINS else PartitionSet(owned, room)


class PartitionSet(set[int]):
    """A copy of a `HashSet<Integer>` that was read from a list; it is changed by `add` and `discard` alone."""

    def __init__(self, owned: Sequence[int], room: int | None = None) -> None:
        super().__init__(owned)
        capacity = copied_capacity(len(owned)) if room is None else room_for(room)
        self._java: HashSet[int] = HashSet(capacity, hash_code=int, order=compared)
        for partition in copied_partition_order(owned):
            self._java.add(partition)

    def add(self, partition: int) -> None:
        """Adds a partition that isn't there."""
        super().add(partition)
        self._java.add(partition)

    def discard(self, partition: int) -> None:
        """Removes a partition."""
        super().discard(partition)
        self._java.remove(partition)

    def listed(self) -> tuple[int, ...]:
        """The partitions in the order of the set."""
        return tuple(self._java)


def listed(partitions: set[int]) -> tuple[int, ...]:
    """The partitions in the order in which a coordinator writes them."""
    return partitions.listed() if isinstance(partitions, PartitionSet) else tuple(sorted(partitions))
