"""The uniform assignor since 4.0 for groups whose members subscribe to different topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import ArrayIndexOutOfBoundsException
from copartition.kafka.group.balancer import Balancer
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.orders import copied_partition_order, id_order
from copartition.kafka.group.partition_sets import unordered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.group.partition_sets import Sets
    from copartition.kafka.uuid import Uuid

_ROUNDS: Final = 16
"""After so many rounds over all topics the original leaves a group as unbalanced as it is."""
_UNOWNED: Final = -1


class MixedAssignment:
    """`UniformHeterogeneousAssignmentBuilder` since 4.0.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """

    def __init__(
        self, partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, sets: Sets = unordered
    ) -> None:
        self._members = members
        self._sets = sets
        self._sizes = [0] * len(members)
        self._targets: list[Target] = [{} for _ in members]
        self._subscribers: dict[Uuid, list[int]] = {}
        for number, member in enumerate(members):
            if not partitions.keys() >= set(member.topics):
                raise unknown_topic(next(topic for topic in member.topic_order() if topic not in partitions))
            for topic in dict.fromkeys(member.topics):
                self._subscribers.setdefault(topic, []).append(number)
        self._owners = {topic: [_UNOWNED] * partitions[topic] for topic in self._subscribers}

    def build(self) -> dict[str, Target]:
        """`build()`: by member what it is to have.

        Raises:
            ArrayIndexOutOfBoundsException: A member had a partition that its topic hasn't.
        """
        if not self._subscribers:
            return {}
        for number, member in enumerate(self._members):
            self._keep(number, member)
        topics = sorted(self._subscribers, key=self._rank)
        self._assign_free(topics)
        self._balance(topics)
        return {member.id: target for member, target in zip(self._members, self._targets, strict=True)}

    def _rank(self, topic: Uuid) -> tuple[float, int, Uuid]:
        """Most partitions a subscriber first, then fewest subscribers, then by id."""
        subscribers = len(self._subscribers[topic])
        return -(len(self._owners[topic]) / subscribers), subscribers, topic

    def _keep(self, number: int, member: GroupMember) -> None:
        subscribed = set(member.topics)
        for topic in id_order(member.target):
            if topic not in subscribed:
                continue
            owned = member.target[topic]
            owners = self._owners[topic]
            for partition in copied_partition_order(owned):
                if partition >= len(owners):
                    raise ArrayIndexOutOfBoundsException(f"Index {partition} out of bounds for length {len(owners)}")
                owners[partition] = number
            self._sizes[number] += len(owned)
            self._targets[number][topic] = self._sets(len(owners), owned)

    def _assign_free(self, topics: Sequence[Uuid]) -> None:
        for topic in topics:
            owners = self._owners[topic]
            if _UNOWNED not in owners:
                continue
            balancer = Balancer(self._subscribers[topic], self._sizes)
            for partition, owner in enumerate(owners):
                if owner == _UNOWNED:
                    self._give(topic, partition, balancer.next_least())

    def _balance(self, topics: Sequence[Uuid]) -> None:
        """Moves partitions topic by topic until a whole round over the topics moves none."""
        last = _UNOWNED
        for _ in range(_ROUNDS):
            for place, topic in enumerate(topics):
                if place == last:
                    return
                if self._balance_topic(topic) or last == _UNOWNED:
                    last = place

    def _balance_topic(self, topic: Uuid) -> bool:
        balancer = Balancer(self._subscribers[topic], self._sizes)
        if balancer.imbalance <= 1:
            return False
        owned: dict[int, list[int]] = {}
        for partition, owner in enumerate(self._owners[topic]):
            owned.setdefault(owner, []).append(partition)
        moved = False
        while True:
            source = balancer.next_most_of(owned)
            if source is None:
                break
            partition = owned[source].pop()
            destination = balancer.next_least()
            if balancer.is_balanced():
                break
            self._take(topic, partition, source)
            self._give(topic, partition, destination)
            moved = True
        return moved

    def _give(self, topic: Uuid, partition: int, number: int) -> None:
        target, owners = self._targets[number], self._owners[topic]
        if topic not in target:
            subscribers = len(self._subscribers[topic])
            target[topic] = self._sets(len(owners), (), (len(owners) + subscribers - 1) // subscribers)
        target[topic].add(partition)
        owners[partition] = number
        self._sizes[number] += 1

    def _take(self, topic: Uuid, partition: int, number: int) -> None:
        """From the partition's owner; if two members had it, the other keeps it."""
        partitions = self._targets[number][topic]
        partitions.discard(partition)
        if not partitions:
            del self._targets[number][topic]
        self._sizes[number] -= 1
