"""The range assignor of the group coordinator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import NoSuchElementException, PartitionAssignorException
from copartition.kafka.assignors.java_order import utf16_key
from copartition.kafka.group.members import hashed_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid


def assign_ranges(
    partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, alike: bool = False
) -> dict[str, Target]:
    """`RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)` since 3.9: adjacent partitions for each member.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.
        alike: Whether all are taken to subscribe to what the first of them does.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """
    ordered = sorted(hashed_order(members), key=rank)
    answer: dict[str, Target] = {member.id: {} for member in ordered}
    subscribed = _subscribers(partitions, ordered[:1] if alike else ordered)
    for topic, some in subscribed.items():
        subscribers = ordered if alike else some
        quota, extras = divmod(partitions[topic], len(subscribers))
        start = 0
        for place, member in enumerate(subscribers if quota else subscribers[:extras]):
            end = start + quota + (place < extras)
            answer[member.id][topic] = set(range(start, end))
            start = end
    return answer


def assign_sticky_ranges(partitions: Mapping[Uuid, int], members: Sequence[GroupMember]) -> dict[str, Target]:
    """`RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)` of 3.8: members keep what they had.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
        NoSuchElementException: There is no member.
    """
    if not members:
        raise NoSuchElementException
    answer: dict[str, Target] = {}
    for topic, subscribers in _subscribers(partitions, hashed_order(members)).items():
        for member, owned in _sticky(topic, partitions[topic], subscribers):
            if owned:
                answer.setdefault(member.id, {})[topic] = owned
    return answer


def _sticky(topic: Uuid, count: int, subscribers: Sequence[GroupMember]) -> list[tuple[GroupMember, set[int]]]:
    quota, extras = divmod(count, len(subscribers))
    kept: set[int] = set()
    given: list[tuple[GroupMember, set[int]]] = []
    unfilled: list[tuple[set[int], int]] = []
    for member in subscribers:
        had = sorted(set(member.target.get(topic, ())))
        takes_extra = len(had) > quota and extras > 0
        extras -= takes_extra
        mine = set(had[: quota + takes_extra])
        kept |= mine
        given.append((member, mine))
        if not takes_extra:
            unfilled.append((mine, quota - len(had)))
    free = [partition for partition in range(count) if partition not in kept]
    place = 0
    for mine, missing in unfilled:
        takes_extra = extras > 0
        extras -= takes_extra
        takes = max(missing + takes_extra, 0)
        mine.update(free[place : place + takes])
        place += takes
    return given


def _subscribers(partitions: Mapping[Uuid, int], members: Sequence[GroupMember]) -> dict[Uuid, list[GroupMember]]:
    subscribers: dict[Uuid, list[GroupMember]] = {}
    for member in members:
        for topic in member.topics:
            if topic not in partitions:
                raise PartitionAssignorException("Member is subscribed to a non-existent topic")
            subscribers.setdefault(topic, []).append(member)
    return subscribers


def rank(member: GroupMember) -> tuple[bool, bytes]:
    """Static members come first, by instance id."""
    return member.instance is None, utf16_key(member.id if member.instance is None else member.instance)
