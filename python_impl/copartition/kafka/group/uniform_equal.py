"""The uniform assignor for groups whose members all subscribe to the same topics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition.errors import PartitionAssignorException
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.orders import copied_partition_order, id_order
from copartition.kafka.group.partition_sets import unordered

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.group.partition_sets import Sets
    from copartition.kafka.uuid import Uuid


def assign_equal(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    *,
    extra_goes_on: bool,
    sets: Sets = unordered,
    assigned: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`UniformHomogeneousAssignmentBuilder.build()`.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map; at least one.
        extra_goes_on: Since 4.0.1 a member that doesn't fill its quota leaves an extra partition to a later member.
        sets: Makes the sets of partitions.
        assigned: By topic the partitions that are said to be assigned; None: those that members had.

    Raises:
        PartitionAssignorException: A topic isn't in the metadata, or members had more than is said to be assigned.
    """
    topics = members[0].copied_topics()
    if not topics:
        return {}
    free, total = _unassigned(topics, partitions, _taken(members) if assigned is None else assigned)
    counts = {topic: partitions[topic] for topic in topics}
    quota, extras = divmod(total, len(members))
    answer: dict[str, Target] = {}
    unfilled: list[tuple[Target, int]] = []
    for place, member in enumerate(members):
        has_extra = extras > 0
        kept, room = _keep(member, counts, quota + has_extra, free, sets)
        if extra_goes_on and has_extra and room > 0 and len(members) - place > extras:
            room -= 1
            has_extra = False
        if room > 0:
            unfilled.append((kept, room))
        extras -= has_extra
        answer[member.id] = kept
    _hand_out(free, unfilled, counts, sets)
    return answer


def _taken(members: Sequence[GroupMember]) -> Target:
    taken: Target = {}
    for member in members:
        for topic, owned in member.target.items():
            taken.setdefault(topic, set()).update(owned)
    return taken


def _unassigned(
    topics: Sequence[Uuid], partitions: Mapping[Uuid, int], taken: Mapping[Uuid, Collection[int]]
) -> tuple[list[tuple[Uuid, int]], int]:
    """The partitions that no member had, in the order in which they are handed out, and how many there are at all."""
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


def _keep(
    member: GroupMember, counts: Mapping[Uuid, int], quota: int, free: list[tuple[Uuid, int]], sets: Sets
) -> tuple[Target, int]:
    """What a member keeps of what it had, and how many more it may get; the rest becomes free."""
    kept: Target = {}
    for topic in id_order(member.target):
        if topic not in counts:
            continue
        owned = member.target[topic]
        mine = sets(counts[topic], owned)
        if len(owned) > quota:
            for partition in copied_partition_order(owned)[quota:]:
                free.append((topic, partition))
                mine.discard(partition)
        quota -= len(mine)
        if mine:
            kept[topic] = mine
    return kept, quota


def _hand_out(
    free: Sequence[tuple[Uuid, int]], unfilled: Sequence[tuple[Target, int]], counts: Mapping[Uuid, int], sets: Sets
) -> None:
    place = 0
    for target, room in unfilled:
        for topic, partition in free[place : place + room]:
            if topic not in target:
                target[topic] = sets(counts[topic], ())
            target[topic].add(partition)
        place += room
    if place < len(free):
        raise PartitionAssignorException("Partitions were left unassigned")
