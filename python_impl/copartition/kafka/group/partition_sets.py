"""The collections in which an assignor gathers what a member has of a topic.

Who only wants to know which partitions a member gets needs no order: what a member keeps is handed on as it came, what
it gets is a part of what was free. A coordinator needs one: it writes a set as a list, and the next assignment takes
partitions away in the order of the set that is read from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from copartition.java import HashSet
from copartition.kafka.group.orders import compared, copied_capacity, copied_partition_order, room_for

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.kafka.group.members import Target
    from copartition.kafka.uuid import Uuid

    Parts = tuple[Uuid, Iterable[Sequence[int]]]
    """A topic, and parts of its partitions."""


_BINS: Final = 16
"""The smallest table of Java's: up to so many partitions have a bin each, which is the ascending order."""


class Sets(Protocol):
    """Makes the collections; `count` is how many partitions a topic has."""

    def whole(self, target: Mapping[Uuid, Sequence[int]], counts: Mapping[Uuid, int], /) -> Target:
        """All that a member had, as it was written."""

    def changed(self, owned: Collection[int], count: int, room: int | None = None, /) -> set[int]:
        """A set of what a member has, to be changed by `add` and `discard` alone.

        Args:
            owned: What it has: as it was written, or a collection made here.
            count: How many partitions the topic has.
            room: How many partitions Java expects a new set to have; None: as many as are copied.
        """

    def add(
        self,
        targets: Iterable[dict[Uuid, Collection[int]]],
        parts: Iterable[tuple[Uuid, Sequence[int]]],
        counts: Mapping[Uuid, int],
        room: int | None = None,
        /,
    ) -> None:
        """Gives each member its part of a topic's partitions, which it has in its target from then on."""

    def new(self, parts: Iterable[Parts], counts: Mapping[Uuid, int], /) -> list[dict[Uuid, Collection[int]]]:
        """Targets of one part each."""


class Unordered:
    """Collections whose order is never asked for."""

    def whole(self, target: Mapping[Uuid, Sequence[int]], _counts: Mapping[Uuid, int], /) -> Target:
        """The target itself."""
        return target

    def changed(self, owned: Collection[int], _count: int, _room: int | None = None, /) -> set[int]:
        """A copy."""
        return set(owned)

    def add(
        self,
        targets: Iterable[dict[Uuid, Collection[int]]],
        parts: Iterable[tuple[Uuid, Sequence[int]]],
        _counts: Mapping[Uuid, int],
        _room: int | None = None,
        /,
    ) -> None:
        """The part itself where there was nothing."""
        for target, (topic, part) in zip(targets, parts, strict=True):
            owned = target.setdefault(topic, part)
            if owned is not part:
                target[topic] = (*owned, *part)

    def new(self, parts: Iterable[Parts], _counts: Mapping[Uuid, int], /) -> list[dict[Uuid, Collection[int]]]:
        """The parts themselves."""
        return [{topic: part} for topic, of_topic in parts for part in of_topic]


class Ordered:
    """Collections that know Java's order."""

    def whole(self, target: Mapping[Uuid, Sequence[int]], counts: Mapping[Uuid, int], /) -> Target:
        """Copies."""
        return {topic: self.changed(owned, counts[topic]) for topic, owned in target.items()}

    def changed(self, owned: Collection[int], count: int, room: int | None = None, /) -> set[int]:
        """A copy, or what was made here before."""
        if isinstance(owned, PartitionSet):
            return owned
        return set(owned) if count <= _BINS else PartitionSet(owned, room)

    def add(
        self,
        targets: Iterable[dict[Uuid, Collection[int]]],
        parts: Iterable[tuple[Uuid, Sequence[int]]],
        counts: Mapping[Uuid, int],
        room: int | None = None,
        /,
    ) -> None:
        """One by one."""
        for target, (topic, part) in zip(targets, parts, strict=True):
            count = counts[topic]
            owned = self.changed(target[topic], count) if topic in target else self.changed((), count, room)
            for partition in part:
                owned.add(partition)
            target[topic] = owned

    def new(self, parts: Iterable[Parts], counts: Mapping[Uuid, int], /) -> list[dict[Uuid, Collection[int]]]:
        """One by one, too."""
        given = [(topic, part) for topic, of_topic in parts for part in of_topic]
        targets: list[dict[Uuid, Collection[int]]] = [{} for _ in given]
        self.add(targets, given, counts)
        return targets


UNORDERED: Final = Unordered()
ORDERED: Final = Ordered()


class PartitionSet(set[int]):
    """A copy of a `HashSet<Integer>` that was read from a list; it is changed by `add` and `discard` alone."""

    def __init__(self, owned: Collection[int], room: int | None = None) -> None:
        super().__init__(owned)
        capacity = copied_capacity(len(owned)) if room is None else room_for(room)
        self._java: HashSet[int] = HashSet(capacity, hash_code=int, order=compared)
        for partition in copied_partition_order([*owned]):
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


def listed(partitions: Collection[int]) -> tuple[int, ...]:
    """The partitions in the order in which a coordinator writes them."""
    return partitions.listed() if isinstance(partitions, PartitionSet) else tuple(sorted(partitions))
