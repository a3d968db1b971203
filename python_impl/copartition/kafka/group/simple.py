"""The simple assignor of share groups: each generation of it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from copartition.errors import PartitionAssignorException
from copartition.java import HashMap, string_hash
from copartition.java.comparisons import never_ordered
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.orders import copied_partition_order, hash_of_partition, id_order, in_member_order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid

Partition = tuple["Uuid", int]


def assign_to_all(partitions: Mapping[Uuid, int], members: Sequence[GroupMember]) -> dict[str, Target]:
    """`SimpleAssignor.assign` before 4.1: every member that has topics gets all their partitions.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map.
    """
    for member in members:
        for topic in member.topic_order():
            if topic not in partitions:
                raise unknown_topic(topic)
    return {
        member.id: {topic: set(range(partitions[topic])) for topic in member.topics}
        for member in members
        if member.topics
    }


def targets_of(
    topics: Sequence[Uuid], partitions: Mapping[Uuid, int], assignable: Mapping[Uuid, Collection[int]] | None
) -> list[Partition]:
    """`computeTargetPartitions`: the partitions of the topics that may be assigned, topic by topic."""
    found: list[Partition] = []
    for topic in topics:
        if topic not in partitions:
            raise unknown_topic(topic)
        may = range(partitions[topic]) if assignable is None else assignable.get(topic, ())
        found += [(topic, number) for number in range(partitions[topic]) if number in may]
    return found


def assign_hashed_equal(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    assignable: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`SimpleAssignor.assign` of 4.1 where all members subscribe to the same topics."""
    topics = members[0].topic_order() if members else []
    if not topics:
        return {}
    targets = targets_of(topics, partitions, assignable)
    desired = -(-len(targets) // len(members))
    mine: dict[str, set[Partition]] = {member.id: set() for member in members}
    hashed = _by_hash(((member.id, targets) for member in members), mine)
    given = set(hashed)
    for partition, owners in _current(members).items():
        if partition[0] not in topics or partition in hashed:
            continue
        for owner in owners:
            if len(mine[owner]) < desired:
                mine[owner].add(partition)
                given.add(partition)
    _in_turns([partition for partition in targets if partition not in given], mine, desired)
    return _answer(mine)


def assign_hashed_mixed(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    assignable: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`SimpleAssignor.assign` of 4.1 where members subscribe to different topics."""
    subscribed = [
        (member.id, targets_of(member.topic_order(), partitions, assignable)) for member in members if member.topics
    ]
    subscribed = in_member_order(subscribed, [name for name, _ in subscribed])
    subscribers: dict[Uuid, dict[str, None]] = {}
    for name, targets in subscribed:
        for topic, _ in targets:
            subscribers.setdefault(topic, {})[name] = None
    mine: dict[str, set[Partition]] = {member.id: set() for member in members}
    hashed = _by_hash(subscribed, mine)
    current = _current(members)
    for partition in dict.fromkeys(chain.from_iterable(targets for _, targets in subscribed)):
        if partition not in hashed and partition not in current:
            names = subscribers[partition[0]]
            name = next(iter(names))
            mine[name].add(partition)
            names[name] = names.pop(name)  # whose turn it was comes last
    for partition, owners in current.items():
        if partition not in hashed:
            for owner in owners:
                if owner in subscribers.get(partition[0], ()):
                    mine[owner].add(partition)
    return _answer(mine)


def _by_hash(subscribed: Iterable[tuple[str, Sequence[Partition]]], mine: dict[str, set[Partition]]) -> set[Partition]:
    """Gives each member the partition that the hash code of its id points at."""
    given: set[Partition] = set()
    for name, targets in subscribed:
        if targets:
            partition = targets[abs(string_hash(name)) % len(targets)]
            mine[name].add(partition)
            given.add(partition)
    return given


def _current(members: Sequence[GroupMember]) -> dict[Partition, list[str]]:
    """By partition who had it, as the original's hash map iterates."""
    found: HashMap[Partition, list[str]] = HashMap(hash_code=hash_of_partition, order=never_ordered)
    for member in members:
        for topic in id_order(member.target):
            for number in copied_partition_order(member.target[topic]):
                owners = found.compute_if_absent((topic, number), lambda _: [])
                owners.append(member.id)  # type: ignore[union-attr]
    return dict(found.items())


def _in_turns(free: Sequence[Partition], mine: dict[str, set[Partition]], desired: int) -> None:
    names = list(mine)
    place = 0
    for partition in free:
        while True:
            if place >= len(names):
                place = 0
                if not names:
                    raise PartitionAssignorException("Inconsistent number of member IDs")
            if len(mine[names[place]]) <= desired:
                mine[names[place]].add(partition)
                place += 1
                break
            del names[place]


def _answer(mine: Mapping[str, set[Partition]]) -> dict[str, Target]:
    answer: dict[str, Target] = {}
    for name, owned in mine.items():
        target: dict[Uuid, set[int]] = {}
        for topic, number in owned:
            target.setdefault(topic, set()).add(number)
        answer[name] = target
    return answer
