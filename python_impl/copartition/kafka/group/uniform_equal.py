"""The uniform assignor for groups whose members all subscribe to the same topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from copartition.errors import PartitionAssignorException
from copartition.kafka.group.free_runs import FreeRuns
from copartition.kafka.group.members import unknown_topic
from copartition.kafka.group.orders import copied_partition_order, id_order
from copartition.kafka.group.partition_sets import UNORDERED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.group.partition_sets import Sets
    from copartition.kafka.uuid import Uuid

    Room = tuple[int, list[str]]
    """How many partitions each of these members gets."""

_NOTHING: Final[Target] = {}


def assign_equal(
    partitions: Mapping[Uuid, int],
    members: Sequence[GroupMember],
    *,
    extra_goes_on: bool,
    sets: Sets = UNORDERED,
    assigned: Mapping[Uuid, Collection[int]] | None = None,
) -> dict[str, Target]:
    """`UniformHomogeneousAssignmentBuilder.build()`.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order of the coordinator's map; at least one.
        extra_goes_on: Since 4.0.1 a member that doesn't fill its quota leaves an extra partition to a later member.
        sets: Makes the collections of partitions.
        assigned: By topic the partitions that are said to be assigned; None: those that members had.

    Raises:
        PartitionAssignorException: A topic isn't in the metadata, or members had more than is said to be assigned.
    """
    topics = members[0].copied_topics()
    if not topics:
        return {}
    try:
        counts = {topic: partitions[topic] for topic in topics}
    except KeyError as missing:
        raise unknown_topic(missing.args[0]) from None
    free = _unassigned(counts, _taken(members) if assigned is None else assigned)
    quotas = divmod(sum(counts.values()), len(members))
    new = not any(member.target for member in members)
    if not new:
        answer, unfilled = _kept(members, counts, quotas, free, sets, extra_goes_on=extra_goes_on)
    else:
        names = [member.id for member in members]
        answer = dict.fromkeys(names, _NOTHING)
        unfilled = _newcomers(names, *quotas, extra_goes_on=extra_goes_on)
    _hand_out(free, unfilled, answer, counts, sets, new=new)
    return answer


def _taken(members: Sequence[GroupMember]) -> dict[Uuid, set[int]]:
    taken: dict[Uuid, set[int]] = {}
    for member in members:
        for topic, owned in member.target.items():
            taken.setdefault(topic, set()).update(owned)
    return taken


def _unassigned(counts: Mapping[Uuid, int], taken: Mapping[Uuid, Collection[int]]) -> FreeRuns:
    """The partitions that no member had."""
    free = FreeRuns()
    every: dict[int, frozenset[int]] = {}
    for topic, count in counts.items():
        if topic not in taken:
            free.append(topic, range(count))
            continue
        if count not in every:
            every[count] = frozenset(range(count))
        free.append(topic, sorted(every[count].difference(taken[topic])))
    return free


def _newcomers(names: list[str], quota: int, extras: int, *, extra_goes_on: bool) -> list[Room]:
    """How many partitions members get if none of them had any."""
    if extra_goes_on:
        rooms = [(quota, names[: len(names) - extras]), (quota + 1, names[len(names) - extras :])]
    else:
        rooms = [(quota + 1, names[:extras]), (quota, names[extras:])]
    return [(room, members) for room, members in rooms if room]


def _kept(  # noqa: PLR0913 - what `assign_equal` knows
    members: Sequence[GroupMember],
    counts: Mapping[Uuid, int],
    quotas: tuple[int, int],
    free: FreeRuns,
    sets: Sets,
    *,
    extra_goes_on: bool,
) -> tuple[dict[str, Target], list[Room]]:
    """What members keep of what they had, and how many more they get; what is too much becomes free."""
    quota, extras = quotas
    had = [member.target for member in members]
    if not set().union(*had) <= counts.keys():
        had = [{topic: owned for topic, owned in target.items() if topic in counts} for target in had]
    whole = sets.whole
    answer = {member.id: whole(owned, counts) for member, owned in zip(members, had, strict=True)}
    unfilled: list[Room] = []
    for place, target in enumerate(had):
        size = 0
        for owned in target.values():
            size += len(owned)
        has_extra = extras > 0
        room = quota + has_extra - size
        if room < 0:
            answer[members[place].id] = _cut(members[place].target, counts, quota + has_extra, free, sets)
        elif room:
            if extra_goes_on and has_extra and len(members) - place > extras:
                room -= 1
                has_extra = False
            if room:
                if not unfilled or unfilled[-1][0] != room:
                    unfilled.append((room, []))
                unfilled[-1][1].append(members[place].id)
        extras -= has_extra
    return answer, unfilled


def _cut(
    target: Mapping[Uuid, Sequence[int]], counts: Mapping[Uuid, int], quota: int, free: FreeRuns, sets: Sets
) -> Target:
    """What a member keeps that has too much; the rest becomes free."""
    kept = {}
    for topic in id_order(target):
        if topic not in counts:
            continue
        owned = target[topic]
        mine = sets.changed(owned, counts[topic])
        if len(owned) > quota:
            freed = copied_partition_order(owned)[quota:]
            for partition in freed:
                mine.discard(partition)
            free.append(topic, freed)
        quota -= len(mine)
        if mine or not owned:  # what was empty before stays
            kept[topic] = mine
    return kept


def _hand_out(  # noqa: PLR0913 - what `assign_equal` knows
    free: FreeRuns,
    unfilled: Iterable[Room],
    answer: dict[str, Target],
    counts: Mapping[Uuid, int],
    sets: Sets,
    *,
    new: bool,
) -> None:
    """Gives members the next free partitions, as many to each as it has room for; `new` ones have none yet."""
    for room, names in unfilled:
        done = 0
        while done < len(names) and free:
            parts = free.parts(room, len(names) - done)
            if new:
                targets = sets.new(parts, counts)
                chosen = names[done : done + len(targets)]
            else:
                given = [(topic, part) for topic, of_topic in parts for part in of_topic]
                chosen = names[done : done + len(given)]
                targets = [{**answer[name]} for name in chosen]
                sets.add(targets, given, counts)
            if not targets:  # what is next is less than a member has room for
                chosen = [names[done]]
                targets = [_of_several(free, room, answer[names[done]], counts, sets)]
            answer.update(zip(chosen, targets, strict=True))
            done += len(chosen)
    if free:
        raise PartitionAssignorException("Partitions were left unassigned")


def _of_several(
    free: FreeRuns, room: int, target: Target, counts: Mapping[Uuid, int], sets: Sets
) -> dict[Uuid, Collection[int]]:
    """A member's target with parts of several topics more."""
    mine = {**target}
    while room and free:
        part = free.take(room)
        sets.add([mine], [part], counts)
        room -= len(part[1])
    return mine
