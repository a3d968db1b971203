"""The simple assignor of share groups since 4.2: members share partitions, and keep what they had."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from copartition.errors import NoSuchElementException
from copartition.java import HashMap, HashSet
from copartition.java.comparisons import never_ordered
from copartition.kafka.group.orders import compared, copied_partition_order, hash_of_partition, id_order, roomy
from copartition.kafka.group.simple import Partition, targets_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid


def assign_balanced_equal(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    assignable: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`SimpleHomogeneousAssignmentBuilder.build()`, members in the order of the coordinator's map.

    Raises:
        NoSuchElementException: Members had partitions that may no longer be assigned: a fault of the original's.
    """
    topics = members[0].topic_order()
    targets = targets_of(topics, partitions, assignable)
    if not topics:
        return {}
    shares = _Shares(len(targets), range(len(members)), len(members))
    for number, member in enumerate(members):
        for topic in id_order(member.target):
            if topic in topics:
                for partition in copied_partition_order(member.target[topic]):
                    shares.had((topic, partition), number)
    shares.share(targets)
    return {member.id: shares.target(number, {}) for number, member in enumerate(members)}


def assign_balanced_mixed(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    assignable: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`SimpleHeterogeneousAssignmentBuilder.build()`: topic by topic, members in the order of the coordinator's map.

    What members had of topics that no member subscribes to any more stays in the answer, as in the original.

    Raises:
        NoSuchElementException: Members had partitions that may no longer be assigned: a fault of the original's.
    """
    subscribers: dict[Uuid, list[int]] = {}
    added = []
    for number, member in enumerate(members):
        for topic in member.topic_order():
            added.append(topic)
            subscribers.setdefault(topic, []).append(number)
    topics = id_order(added)
    targets = {topic: targets_of([topic], partitions, assignable) for topic in topics}
    answer: dict[str, dict[Uuid, set[int]]] = {
        member.id: {topic: set(owned) for topic, owned in member.target.items() if topic not in subscribers}
        for member in members
    }
    for topic in topics:
        shares = _Shares(len(targets[topic]), subscribers[topic], len(members), of_one_topic=True)
        for number, member in enumerate(members):
            for partition in copied_partition_order(member.target.get(topic, ())):
                shares.had((topic, partition), number)
        shares.share(targets[topic])
        for number, member in enumerate(members):
            shares.target(number, answer[member.id])
    return {**answer}


class _Shares:
    """Who shares which partition, of all topics or of one."""

    def __init__(self, targets: int, subscribers: Sequence[int], members: int, *, of_one_topic: bool = False) -> None:
        self._sharing = -(-len(subscribers) // targets) if targets else 0
        self._hash = _number_of if of_one_topic else hash_of_partition
        self._order = compared if of_one_topic else never_ordered
        self._subscribers = subscribers
        self._counts = [0] * members
        precise = self._sharing * targets / len(subscribers)
        for place, number in enumerate(subscribers):
            self._counts[number] = ceil(precise * (place + 1)) - ceil(precise * place)
        self._members: HashMap[Partition, HashSet[int]] = HashMap(
            roomy(targets), hash_code=self._hash, order=self._order
        )
        self._owned: dict[int, HashSet[Partition]] = {}

    def had(self, partition: Partition, number: int) -> None:
        """A member had a partition before."""
        self._members_of(partition).add(number)
        self._partitions_of(number).add(partition)

    def share(self, targets: Sequence[Partition]) -> None:
        """Takes away what is too much, then shares what may be assigned."""
        self._revoke_of_members()
        self._revoke_of_partitions()
        for partition in targets:
            self._members_of(partition)
        self._fill([number for number in self._subscribers if self._has(number) < self._counts[number]])

    def target(self, number: int, target: dict[Uuid, set[int]]) -> Target:
        """Adds what the member has to its target."""
        for topic, partition in self._owned.get(number, ()):
            target.setdefault(topic, set()).add(partition)
        return target

    def _members_of(self, partition: Partition) -> HashSet[int]:
        found = self._members.compute_if_absent(partition, lambda _: HashSet(hash_code=int, order=compared))
        assert found is not None  # noqa: S101 - it was made where there was none
        return found

    def _partitions_of(self, number: int) -> HashSet[Partition]:
        if number not in self._owned:
            self._owned[number] = HashSet(hash_code=self._hash, order=self._order)
        return self._owned[number]

    def _has(self, number: int) -> int:
        return len(self._owned.get(number, ()))

    def _revoke_of_members(self) -> None:
        for number, owned in self._owned.items():
            for partition in list(owned)[: max(len(owned) - self._counts[number], 0)]:
                owned.remove(partition)
                self._members_of(partition).remove(number)

    def _revoke_of_partitions(self) -> None:
        for partition, numbers in self._members.items():
            for number in list(numbers)[: max(len(numbers) - self._sharing, 0)]:
                numbers.remove(number)
                self._owned[number].remove(partition)

    def _fill(self, unfilled: list[int]) -> None:
        place = 0
        gave = False
        for partition, numbers in self._members.items():
            missing = self._sharing - len(numbers)
            had = set(numbers)  # within one partition the original asks what it adds to only after it was counted
            while missing > 0:
                if place >= len(unfilled):
                    if not gave:
                        break
                    place, gave = 0, False
                    if not unfilled:
                        raise NoSuchElementException
                number = unfilled[place]
                place += 1
                if number not in had:
                    self._partitions_of(number).add(partition)
                    missing -= 1
                    gave = True
                    if self._has(number) >= self._counts[number]:
                        place -= 1
                        del unfilled[place]
            if not unfilled:
                return


def _number_of(partition: Partition) -> int:
    return partition[1]
