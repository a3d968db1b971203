"""Racks of members and partitions, as the sticky assignors look at them (KIP-881, from 3.5 on)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.members import Cluster

_NOWHERE: frozenset[str] = frozenset()


def use_racks(members: AbstractSet[str | None], partitions: Iterable[frozenset[str]], *, preferred: bool) -> bool:
    """`AbstractPartitionAssignor.useRackAwareAssignment`: whether racks can make a difference.

    Args:
        members: The members' racks; None, the lack of one, is in no partition.
        partitions: The racks of each partition.
        preferred: Use racks even if every partition is in all of them; Kafka's own tests ask for that.
    """
    each = set(partitions)
    everywhere = _NOWHERE.union(*each)
    if members.isdisjoint(everywhere):
        return False
    return preferred or any(racks != everywhere for racks in each)


@dataclass(frozen=True, slots=True)
class Racks:
    """`AbstractStickyAssignor.RackInfo`.

    Attributes:
        of_member: Each member's rack, None for none; empty if racks make no difference.
        of_partition: Each partition's racks; empty if racks make no difference.
        members_near: How many members are in a partition's racks; empty if no member has a rack. It orders
            partitions even where racks make no difference.
    """

    of_member: Sequence[str | None] = ()
    of_partition: Sequence[frozenset[str]] = ()
    members_near: Sequence[int] = ()

    @classmethod
    def of(cls, ranks: Sequence[str | None], layout: Layout, cluster: Cluster, *, preferred: bool) -> Racks:
        """The racks of the members, by rank, and of the partitions."""
        of_member = [rack or None for rack in ranks]
        members = Counter(of_member)
        of_partition: list[frozenset[str]] = []
        for topic, count in zip(layout.topics, layout.counts, strict=True):
            of_partition += cluster.racks.get(topic, (_NOWHERE,) * count)
        near: Mapping[frozenset[str], int] = {
            racks: sum(members[rack] for rack in racks) for racks in set(of_partition)
        }
        members_near = [near[racks] for racks in of_partition]
        if use_racks(set(members), of_partition, preferred=preferred):
            return cls(of_member, of_partition, members_near)
        return cls(members_near=members_near)

    @property
    def used(self) -> bool:
        """Whether racks make a difference."""
        return bool(self.of_member)

    def mismatch(self, member: int, number: int) -> bool:
        """`racksMismatch`: the member has a rack, and no replica of the partition is in it."""
        if not self.of_member:
            return False
        rack = self.of_member[member]
        if rack is None:
            return False
        return number >= len(self.of_partition) or rack not in self.of_partition[number]

    def near(self, member: int, number: int) -> bool:
        """Whether the member has a rack, and a replica of the partition, one that exists, is in it."""
        if not self.of_member:
            return False
        rack = self.of_member[member]
        return rack is not None and rack in self.of_partition[number]

    def sorted_by_members_near(self, numbers: list[int]) -> list[int]:
        """`sortPartitionsByRackConsumers`: those with the fewest members near them first."""
        if not self.members_near:
            return numbers
        return sorted(numbers, key=self.members_near.__getitem__)

    def next_near(self, number: int, members: Sequence[int], first: int) -> int:
        """`nextRackConsumer`: the place of the next member in one of the partition's racks, from `first` on.

        Returns:
            -1 if there is none.
        """
        racks = self.of_partition[number]
        if not racks:
            return -1
        count = len(members)
        of_member = self.of_member
        for place in range(first, first + count):
            index = place % count
            rack = of_member[members[index]]
            if rack is not None and rack in racks:
                return index
        return -1


NO_RACKS = Racks()
"""No member has a rack."""
