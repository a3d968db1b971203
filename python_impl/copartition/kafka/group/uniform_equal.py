"""The uniform assignor for groups whose members all subscribe to the same topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import PartitionAssignorException
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.orders import copied_id_order, copied_partition_order, id_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid


def assign_equal(
    partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, extra_goes_on: bool
) -> dict[str, Target]:
    """`UniformHomogeneousAssignmentBuilder.build()`.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map; at least one.
        extra_goes_on: Since 4.0.1 a member that doesn't fill its quota leaves an extra partition to a later member.
    """
    topics = copied_id_order(members[0].topic_order())
    if not topics:
        return {}
    free, total = _unassigned(topics, partitions, members)
    quota, extras = divmod(total, len(members))
    answer: dict[str, Target] = {}
    unfilled: list[tuple[Target, int]] = []
    for place, member in enumerate(members):
        has_extra = extras > 0
        kept, room = _keep(member, set(topics), quota + has_extra, free)
        if extra_goes_on and has_extra and room > 0 and len(members) - place > extras:
            room -= 1
            has_extra = False
        if room > 0:
            unfilled.append((kept, room))
        extras -= has_extra
        answer[member.id] = kept
    _hand_out(free, unfilled)
    return answer


def _unassigned(
    topics: Sequence[Uuid], partitions: Mapping[Uuid, int], members: Sequence[GroupMember]
) -> tuple[list[tuple[Uuid, int]], int]:
    """The partitions that nobody had, in the order in which they are handed out, and how many there are at all."""
    taken: Target = {}
    for member in members:
        for topic, owned in member.target.items():
            taken.setdefault(topic, set()).update(owned)
    free = []
    total = 0
    for topic in topics:
        count = partitions.get(topic)
        if count is None:
            raise unknown_topic(topic)
        had = taken.get(topic, ())
        free += [(topic, partition) for partition in range(count) if partition not in had]
        total += count
    return free, total


def _keep(member: GroupMember, topics: set[Uuid], quota: int, free: list[tuple[Uuid, int]]) -> tuple[Target, int]:
    """What a member keeps of what it had, and how many more it may get; the rest becomes free."""
    kept: Target = {}
    for topic in id_order(member.target):
        if topic not in topics:
            continue
        owned = member.target[topic]
        if len(owned) > quota:
            owned = copied_partition_order(owned)
            free += [(topic, partition) for partition in owned[quota:]]
            owned = owned[:quota]
        quota -= len(owned)
        if owned:
            kept[topic] = set(owned)
    return kept, quota


def _hand_out(free: Sequence[tuple[Uuid, int]], unfilled: Sequence[tuple[Target, int]]) -> None:
    place = 0
    for target, room in unfilled:
        for topic, partition in free[place : place + room]:
            target.setdefault(topic, set()).add(partition)
        place += room
    if place < len(free):
        raise PartitionAssignorException("Partitions were left unassigned")
