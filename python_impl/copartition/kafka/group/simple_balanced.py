"""The simple assignor of share groups since 4.2: members share partitions, and keep what they had."""

from __future__ import annotations

from math import ceil
from operator import eq
from typing import TYPE_CHECKING

from copartition.errors import NoSuchElementException
from copartition.java import HashMap, HashSet
from copartition.java.comparisons import never_ordered
from copartition.kafka.assignors.java_order import put_order_by_hash
from copartition.kafka.group.orders import (
    compared,
    copied_partition_order,
    hash_of_partition,
    have_own_bins,
    id_order,
    roomy,
)
from copartition.kafka.group.simple import Partition, targets_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

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
    shares = _Shares(len(targets), range(len(members)))
    for number, member in enumerate(members):
        for topic in id_order(member.target):
            if topic in topics:
                for partition in copied_partition_order(member.target[topic]):
                    shares.had((topic, partition), number)
    answer: list[dict[Uuid, set[int]]] = [{} for _ in members]
    shares.share(targets, answer)
    return {member.id: target for member, target in zip(members, answer, strict=True)}


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
    owners: dict[Uuid, list[int]] = {}
    added = []
    for number, member in enumerate(members):
        for topic in member.topic_order():
            added.append(topic)
            subscribers.setdefault(topic, []).append(number)
        for topic in member.target:
            owners.setdefault(topic, []).append(number)
    topics = id_order(added)
    targets = {topic: targets_of([topic], partitions, assignable) for topic in topics}
    answer: list[dict[Uuid, set[int]]] = [
        {topic: set(owned) for topic, owned in member.target.items() if topic not in subscribers} for member in members
    ]
    for topic in topics:
        shares = _Shares(len(targets[topic]), subscribers[topic], of_one_topic=True)
        for number in owners.get(topic, ()):
            for partition in copied_partition_order(members[number].target[topic]):
                shares.had((topic, partition), number)
        shares.share(targets[topic], answer)
    return {member.id: target for member, target in zip(members, answer, strict=True)}


class _Shares:
    """Who shares which partition, of all topics or of one.

    The original keeps hash collections. Their order shows in three places: which partitions a member with too many
    loses, which members lose a partition that too many have, and which partition is given next. They are made there.
    """

    def __init__(self, targets: int, subscribers: Sequence[int], *, of_one_topic: bool = False) -> None:
        self._of_one_topic = of_one_topic
        self._capacity = roomy(targets)
        self._sharing = -(-len(subscribers) // targets) if targets else 0
        self._hash = _number_of if of_one_topic else hash_of_partition
        self._order = compared if of_one_topic else never_ordered
        precise = self._sharing * targets / len(subscribers)
        self._counts = {
            number: ceil(precise * (place + 1)) - ceil(precise * place) for place, number in enumerate(subscribers)
        }
        self._sharers: dict[Partition, list[int]] = {}
        self._revoked: dict[Partition, list[int]] = {}
        self._owned: dict[int, dict[Partition, None]] = {}

    def had(self, partition: Partition, number: int) -> None:
        """A member had a partition before."""
        self._sharers.setdefault(partition, []).append(number)
        self._owned.setdefault(number, {})[partition] = None

    def share(self, targets: Sequence[Partition], answer: Sequence[dict[Uuid, set[int]]]) -> None:
        """Takes away what is too much, then shares what may be assigned, and adds by member what it has."""
        self._revoke_of_members()
        self._revoke_of_partitions()
        unfilled = [number for number, count in self._counts.items() if self._has(number) < count]
        if unfilled:
            self._fill(self._in_order(targets), unfilled)
        for number, owned in self._owned.items():
            for topic, partition in owned:
                answer[number].setdefault(topic, set()).add(partition)

    def _has(self, number: int) -> int:
        return len(self._owned.get(number, ()))

    def _revoke(self, partition: Partition, number: int) -> None:
        self._revoked.setdefault(partition, []).append(number)
        del self._owned[number][partition]

    def _revoke_of_members(self) -> None:
        for number, owned in self._owned.items():
            much = len(owned) - self._counts.get(number, 0)
            if much > 0:
                hashes = list(map(self._hash, owned))
                for partition in put_order_by_hash([*owned], hashes, order=self._order)[:much]:
                    self._revoke(partition, number)

    def _revoke_of_partitions(self) -> None:
        for partition, numbers in self._sharers.items():
            revoked = self._revoked.get(partition, ())
            much = len(numbers) - len(revoked) - self._sharing
            if much > 0:
                hashed: HashSet[int] = HashSet(hash_code=int, order=compared, equals=eq)
                for number in numbers:
                    hashed.add(number)
                for number in revoked:
                    hashed.remove(number)
                for number in list(hashed)[:much]:
                    self._revoke(partition, number)

    def _in_order(self, targets: Sequence[Partition]) -> Iterable[Partition]:
        """The partitions as the original's map of them iterates."""
        asked = [*self._sharers, *targets]  # a target that is there already may still make the map grow
        if self._of_one_topic and have_own_bins([number for _, number in asked], self._capacity):
            return sorted(set(asked))
        hashed: HashMap[Partition, bool] = HashMap(self._capacity, hash_code=self._hash, order=self._order, equals=eq)
        for partition in asked:
            hashed.compute_if_absent(partition, lambda _: True)
        return hashed

    def _fill(self, partitions: Iterable[Partition], unfilled: list[int]) -> None:
        place = 0
        gave = False
        for partition in partitions:
            # Within one partition the original asks what it adds to only after it was counted.
            had = set(self._sharers.get(partition, ())).difference(self._revoked.get(partition, ()))
            missing = self._sharing - len(had)
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
                    self._owned.setdefault(number, {})[partition] = None
                    missing -= 1
                    gave = True
                    if self._has(number) >= self._counts[number]:
                        place -= 1
                        del unfilled[place]
            if not unfilled:
                return


def _number_of(partition: Partition) -> int:
    return partition[1]
