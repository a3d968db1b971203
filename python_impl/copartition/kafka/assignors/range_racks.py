"""Range with racks (KAFKA-14451, from 3.5 on): members get partitions of their rack first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.java.strings import utf16_key
from copartition.kafka.assignors.layout import topic_partitions
from copartition.kafka.assignors.racks import use_racks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from copartition.kafka.assignors.members import Cluster
    from copartition.kafka.topic_partition import TopicPartition

_NOWHERE: frozenset[str] = frozenset()


class TopicState:
    """`RangeAssignor.TopicAssignmentState`: what is left of a topic, and who may still get how much.

    Args:
        topic: The topic's name.
        cluster: The metadata.
        members: The ids of the members that subscribe to it, sorted.
        racks: The racks of all members that have one.
        preferred: Match racks even where every partition is in all of them.

    Attributes:
        needs_racks: Racks can make a difference for this topic.
        members: The subscribers, and each one's rack.
        sized: How many partitions have racks; 0 if no subscriber has one.
    """

    __slots__ = ("_each", "_free", "_given", "_more", "_partitions", "_racks", "members", "needs_racks", "sized")

    def __init__(
        self, topic: str, cluster: Cluster, members: Sequence[str], racks: Mapping[str, str], *, preferred: bool
    ) -> None:
        count = cluster.counts[topic]
        self.members: dict[str, str | None] = {member: racks.get(member) for member in members}
        self._partitions = topic_partitions(topic, count)
        self._free: dict[int, None] = dict.fromkeys(range(count))
        self._given = dict.fromkeys(self.members, 0)
        self._each, self._more = divmod(count, len(self.members))
        near = {*self.members.values()} - {None}
        self._racks = cluster.racks.get(topic, (_NOWHERE,) * count) if near else ()
        self.needs_racks = use_racks(near, self._racks, preferred=preferred)
        self.sized = len(self._racks)

    def near(self, member: str, partition: int) -> bool:
        """`racksMatch`: the member has no rack, or a replica is in it."""
        rack = self.members[member]
        return rack is None or rack in self._racks[partition]

    def room(self, member: str) -> int:
        """`maxAssignable`: how many partitions the member may still get."""
        return max(0, self._each + (self._more > 0) - self._given[member])

    def give(self, member: str, partitions: Sequence[int]) -> list[TopicPartition]:
        """`onAssigned`: the partitions go to the member."""
        self._given[member] += len(partitions)
        if self._given[member] > self._each:
            self._more -= 1
        for partition in partitions:
            self._free.pop(partition, None)
        return [self._partitions[partition] for partition in partitions]

    def share_out(self, allowed: Callable[[str, int], bool] | None, given: Mapping[str, list[TopicPartition]]) -> None:
        """`assignRanges`: each member in turn gets the first partitions that it is allowed, up to its share."""
        for member in self.members:
            if not self._free:
                break
            room = self.room(member)
            chosen: list[int] = []
            for partition in self._free:
                if len(chosen) == room:
                    break
                if allowed is None or allowed(member, partition):
                    chosen.append(partition)
            if chosen:
                given[member].extend(self.give(member, chosen))


def assign_within_racks(states: Sequence[TopicState], given: Mapping[str, list[TopicPartition]]) -> None:
    """Assign the topics' partitions, near members first; every member's list gets sorted.

    Args:
        states: The topics, in the order of their map.
        given: Each member's partitions; added to.
    """
    alike: dict[tuple[frozenset[tuple[str, str | None]], int], list[TopicState]] = {}
    for state in states:
        alike.setdefault((frozenset(state.members.items()), state.sized), []).append(state)
    for group in alike.values():
        if len(group) > 1:
            _assign_together(group, given)
        elif group[0].needs_racks:
            group[0].share_out(group[0].near, given)
    for state in states:
        state.share_out(None, given)
    for partitions in given.values():
        partitions.sort(key=lambda partition: (utf16_key(partition.topic), partition.partition))


def _assign_together(states: Sequence[TopicState], given: Mapping[str, list[TopicPartition]]) -> None:
    """Topics with the same members and partitions: the same partition of all of them goes to one member."""
    remaining = dict.fromkeys(states[0].members)
    for partition in range(states[0].sized):
        for member in remaining:
            if all(state.near(member, partition) and state.room(member) > 0 for state in states):
                for state in states:
                    given[member].extend(state.give(member, [partition]))
                if not any(state.room(member) > 0 for state in states):
                    del remaining[member]
                break
        if not remaining:
            break
