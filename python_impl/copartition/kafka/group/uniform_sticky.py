"""The uniform assignor of 3.8 and 3.9 for groups whose members subscribe to different topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import NoSuchElementException, PartitionAssignorException
from copartition.java import HashSet
from copartition.java.comparisons import never_ordered
from copartition.java.strings import utf16_key
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.moves import Moves
from copartition.kafka.group.orders import compared, copied_partition_order, former_hash_of_partition, id_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid

Partition = tuple["Uuid", int]


class StickyAssignment:
    """`UniformHeterogeneousAssignmentBuilder` of 3.8 and 3.9.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """

    def __init__(self, partitions: Mapping[Uuid, int], members: Sequence[GroupMember]) -> None:
        self._members = members
        self._subscribers: dict[Uuid, list[str]] = {}
        subscribed: HashSet[Uuid] = HashSet(hash_code=_hash_of_id, order=compared)
        for member in members:
            for topic in member.topic_order():
                if topic not in partitions:
                    raise unknown_topic(topic)
                subscribed.add(topic)
                self._subscribers.setdefault(topic, []).append(member.id)
        self._topics = list(subscribed)
        self._counts = {topic: partitions[topic] for topic in self._topics}
        self._subscriptions = {member.id: set(member.topics) for member in members}
        self._most = {
            member.id: sum(partitions[topic] for topic in self._subscriptions[member.id]) for member in members
        }
        self._sizes = {member.id: 0 for member in members}
        self._targets: dict[str, dict[Uuid, set[int]]] = {member.id: {} for member in members}
        self._ranks = {member.id: utf16_key(member.id) for member in members}
        self._owners: dict[Partition, str] = {}
        self._free = self._all_partitions()
        self._unfilled = {member.id for member in members if self._most[member.id] > 0}
        self._moves = Moves()

    def build(self) -> dict[str, Target]:
        """`build()`: by member what it is to have.

        Raises:
            PartitionAssignorException: Members had partitions that their topics haven't, or one had by two.
            NoSuchElementException: Every member has all it may have.
        """
        if not self._topics:
            return {}
        for member in self._members:
            for topic in id_order(member.target):
                if topic in self._subscriptions[member.id]:
                    for partition in copied_partition_order(member.target[topic]):
                        self._add((topic, partition), member.id)
        for free in self._ranked(self._free):
            self._assign(free)
        self._balance()
        return {**self._targets}

    def _all_partitions(self) -> HashSet[Partition]:
        found: HashSet[Partition] = HashSet(hash_code=former_hash_of_partition, order=never_ordered)
        for topic in self._topics:
            for partition in range(self._counts[topic]):
                found.add((topic, partition))
        return found

    def _ranked(self, partitions: Iterable[Partition]) -> list[Partition]:
        """By partitions a subscriber, then by subscribers, then by number; else as the hash set has them."""

        def rank(partition: Partition) -> tuple[float, int, int]:
            subscribers = len(self._subscribers[partition[0]])
            return -(self._counts[partition[0]] / subscribers), subscribers, partition[1]

        return sorted(partitions, key=rank)

    def _by_size(self, members: Iterable[str]) -> list[str]:
        return sorted(members, key=lambda member: (self._sizes[member], self._ranks[member]))

    def _resize(self, member: str, by: int) -> None:
        self._unfilled.discard(member)
        self._sizes[member] += by
        if self._sizes[member] < self._most[member]:
            self._unfilled.add(member)

    def _add(self, partition: Partition, member: str) -> None:
        self._targets[member].setdefault(partition[0], set()).add(partition[1])
        self._owners[partition] = member
        self._resize(member, 1)
        self._free.remove(partition)

    def _remove(self, partition: Partition, member: str) -> None:
        owned = self._targets[member][partition[0]]
        owned.remove(partition[1])
        if not owned:
            del self._targets[member][partition[0]]
        self._resize(member, -1)

    def _assign(self, partition: Partition) -> None:
        room = [member for member in self._subscribers[partition[0]] if self._sizes[member] < self._most[member]]
        if room:
            self._add(partition, self._by_size(room)[0])

    def _balance(self) -> None:
        if len(self._free):
            raise PartitionAssignorException("Some partitions were left unassigned")
        again = self._all_partitions()
        for partition in again:
            self._free.add(partition)
        for topic in self._topics:
            if len(self._subscribers[topic]) == 1:
                for number in range(self._counts[topic]):
                    self._free.remove((topic, number))
        if len(self._free):
            self._reassign()

    def _is_balanced(self) -> bool:
        if not self._unfilled:
            raise NoSuchElementException
        sizes = [self._sizes[member] for member in self._unfilled]
        if min(sizes) >= max(sizes) - 1:
            return True
        return not any(self._could_take(member) for member in self._unfilled)

    def _could_take(self, member: str) -> bool:
        size = self._sizes[member]
        for topic in self._subscriptions[member]:
            mine = self._targets[member].get(topic, ())
            for number in range(self._counts[topic]):
                if number not in mine:
                    owner = self._owners.get((topic, number))
                    if owner is not None and size + 1 < self._sizes[owner]:
                        return True
        return False

    def _reassign(self) -> None:
        modified = True
        while modified:
            modified = moved = False
            for partition in self._ranked(self._free):
                if moved and self._is_balanced():
                    return
                moved = False
                owner = self._owners[partition]
                subscribers = self._subscribers[partition[0]]
                if any(self._sizes[owner] > self._sizes[other] + 1 for other in subscribers):
                    self._move(partition, owner)
                    modified = moved = True

    def _move(self, partition: Partition, owner: str) -> None:
        able = [member for member in self._unfilled if partition[0] in self._subscriptions[member]]
        destination = next(iter(self._by_size(able)), None)
        if destination is None:
            raise PartitionAssignorException(
                f"No suitable new owner was found for the partition{partition[0]}:{partition[1]}"
            )
        self._moves.record(partition, owner, destination)
        self._remove(partition, owner)
        self._add(partition, destination)


def _hash_of_id(topic: Uuid) -> int:
    return topic.java_hash_code()
