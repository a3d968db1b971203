"""The uniform assignor since 4.0 for groups whose members subscribe to different topics."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Final

from copartition.errors import ArrayIndexOutOfBoundsException
from copartition.kafka.group.balancer import Balancer
from copartition.kafka.group.loads import Audience, Loads
from copartition.kafka.group.members import by_subscription, unknown_topic
from copartition.kafka.group.orders import copied_partition_order, id_order
from copartition.kafka.group.partition_sets import UNORDERED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.group.partition_sets import Sets
    from copartition.kafka.uuid import Uuid

_ROUNDS: Final = 16
"""After so many rounds over all topics the original leaves a group as unbalanced as it is."""
_UNOWNED: Final = -1


class MixedAssignment:
    """`UniformHeterogeneousAssignmentBuilder` since 4.0.

    Members of one subscription are looked at together, and so are topics of one audience.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map.
        sets: Makes the collections of partitions.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """

    def __init__(
        self, partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, sets: Sets = UNORDERED
    ) -> None:
        self._members = members
        self._sets = sets
        self._loads = Loads(len(members))
        self._subscriptions = by_subscription(members)
        self._audiences = _audiences(partitions, members, self._subscriptions, self._loads)
        self._counts = {topic: partitions[topic] for topic in self._audiences}
        self._owners = {topic: [_UNOWNED] * count for topic, count in self._counts.items()}
        self._kept: list[Target] = [{}] * len(members)
        self._changed: list[dict[Uuid, Collection[int]] | None] = [None] * len(members)
        self._moving: dict[tuple[int, Uuid], set[int]] = {}

    def build(self) -> dict[str, Target]:
        """`build()`: by member what it is to have.

        Raises:
            ArrayIndexOutOfBoundsException: A member had a partition that its topic hasn't.
        """
        if not self._audiences:
            return {}
        self._keep()
        topics = sorted(self._audiences, key=self._rank)
        self._assign_free(topics)
        self._balance(topics)
        targets = zip(self._members, self._changed, self._kept, strict=True)
        return {member.id: kept if changed is None else changed for member, changed, kept in targets}

    def _rank(self, topic: Uuid) -> tuple[float, int, Uuid]:
        """Most partitions a subscriber first, then fewest subscribers, then by id."""
        subscribers = len(self._audiences[topic])
        return -(self._counts[topic] / subscribers), subscribers, topic

    def _keep(self) -> None:
        """Members keep what they had of topics that they subscribe to; of two owners the later one counts."""
        subscribed: list[Mapping[Uuid, list[int]]] = [{}] * len(self._members)
        for topics, numbers in self._subscriptions.items():
            of_these = {topic: self._owners[topic] for topic in topics}
            for number in numbers:
                subscribed[number] = of_these
        for number, (member, owners_of) in enumerate(zip(self._members, subscribed, strict=True)):
            if member.target:
                self._kept[number] = self._sets.whole(self._claimed(number, member.target, owners_of), self._counts)

    def _claimed(
        self, number: int, target: Mapping[Uuid, Sequence[int]], owners_of: Mapping[Uuid, list[int]]
    ) -> Mapping[Uuid, Sequence[int]]:
        """What a member keeps of what it had, after it is written down who owns that."""
        size = 0
        keeps_all = True
        try:
            for topic, owned in target.items():
                owners = owners_of.get(topic)
                if owners is None:
                    keeps_all = False
                    continue
                for partition in owned:
                    owners[partition] = number
                size += len(owned)
        except IndexError:
            raise _beyond(target, owners_of) from None
        self._loads.add(number, size)
        return target if keeps_all else {topic: owned for topic, owned in target.items() if topic in owners_of}

    def _assign_free(self, topics: Sequence[Uuid]) -> None:
        for topic in topics:
            owners = self._owners[topic]
            vacant = owners.count(_UNOWNED)
            if vacant == len(owners):
                self._owners[topic] = self._dealt(topic, range(vacant))
            elif vacant:
                free = [partition for partition, owner in enumerate(owners) if owner == _UNOWNED]
                for partition, number in zip(free, self._dealt(topic, free), strict=True):
                    owners[partition] = number

    def _dealt(self, topic: Uuid, free: Sequence[int]) -> list[int]:
        """Gives partitions to whoever has the fewest, one after the other; returns who got each."""
        audience = self._audiences[topic]
        order = audience.by_size()
        keys, step = self._loads.keys, self._loads.members
        if len(free) == 1:  # of many topics: there are no turns to take
            receivers = order[:1]
            self._sets.add([self._target(order[0])], [(topic, free)], self._counts, self._room(topic))
            self._loads.add(order[0], 1)
            return receivers
        owners: list[int] = []
        for members, start, stop in audience.turns(len(free)):
            block = free[start:stop]
            receivers = order[: min(members, len(block))]
            rounds, longer = divmod(len(block), members)
            parts: Iterable[Sequence[int]] = (
                (block[turn::members] for turn in range(members)) if rounds else zip(block, strict=True)
            )
            targets = [self._changed[number] or self._target(number) for number in receivers]
            self._sets.add(targets, zip(repeat(topic), parts), self._counts, self._room(topic))
            for number in receivers:
                keys[number] += rounds * step
            for number in receivers[:longer]:
                keys[number] += step
            owners += receivers * rounds + receivers[:longer]
        self._loads.changes += 1
        return owners

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
        audience = self._audiences[topic]
        if audience.imbalance() <= 1:
            return False
        balancer = Balancer(audience.by_size(), self._loads)
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

    def _target(self, number: int) -> dict[Uuid, Collection[int]]:
        """A copy of what a member keeps, to be changed."""
        found = self._changed[number]
        if found is None:
            found = self._changed[number] = {**self._kept[number]}
        return found

    def _room(self, topic: Uuid) -> int:
        """How many partitions the original expects a subscriber to have."""
        return -(-self._counts[topic] // len(self._audiences[topic]))

    def _partitions(self, number: int, topic: Uuid) -> set[int]:
        """What a member has of a topic, to be changed."""
        found = self._moving.get((number, topic))
        if found is None:
            target = self._target(number)
            room = None if topic in target else self._room(topic)
            found = self._sets.changed(target.get(topic, ()), self._counts[topic], room)
            self._moving[number, topic] = target[topic] = found
        return found

    def _give(self, topic: Uuid, partition: int, number: int) -> None:
        self._partitions(number, topic).add(partition)
        self._owners[topic][partition] = number
        self._loads.add(number, 1)

    def _take(self, topic: Uuid, partition: int, number: int) -> None:
        """From the partition's owner; if two members had it, the other keeps it."""
        partitions = self._partitions(number, topic)
        partitions.discard(partition)
        if not partitions:
            del self._target(number)[topic]
            del self._moving[number, topic]
        self._loads.add(number, -1)


def _beyond(target: Mapping[Uuid, Sequence[int]], owners_of: Mapping[Uuid, list[int]]) -> Exception:
    """What the original throws for the first partition that is beyond its topic's end."""
    partition, count = next(
        (partition, len(owners_of[topic]))
        for topic in id_order(target)
        if topic in owners_of
        for partition in copied_partition_order(target[topic])
        if partition >= len(owners_of[topic])
    )
    return ArrayIndexOutOfBoundsException(f"Index {partition} out of bounds for length {count}")


def _audiences(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    subscriptions: Mapping[frozenset[Uuid], Sequence[int]],
    loads: Loads,
) -> dict[Uuid, Audience]:
    """By topic its subscribers: one audience for all topics that have the same.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """
    groups = [*subscriptions.values()]
    groups_of: dict[Uuid, list[int]] = {}
    for group, topics in enumerate(subscriptions):
        if not partitions.keys() >= topics:
            every = chain.from_iterable(member.topic_order() for member in members)
            raise unknown_topic(next(topic for topic in every if topic not in partitions))
        for topic in topics:
            groups_of.setdefault(topic, []).append(group)
    made: dict[tuple[int, ...], Audience] = {}
    found = {}
    for topic, of_topic in groups_of.items():
        key = tuple(of_topic)
        if key not in made:
            made[key] = Audience(chain.from_iterable(map(groups.__getitem__, of_topic)), loads)
        found[topic] = made[key]
    return found
