"""The range assignor of the group coordinator."""

from __future__ import annotations

from itertools import chain, groupby, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from copartition.errors import NoSuchElementException, PartitionAssignorException
from copartition.java.strings import utf16_key
from copartition.kafka.group.members import by_subscription, hashed_order

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from copartition.kafka.group.members import GroupMember, Target
    from copartition.kafka.uuid import Uuid

_id: Final = attrgetter("id")
_NOTHING: Final[dict[Uuid, range]] = {}


def assign_ranges(
    partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, alike: bool = False
) -> dict[str, Target]:
    """`RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)` since 3.9: adjacent partitions for each member.

    Topics of as many partitions with the same subscribers are cut alike, so they are cut once; of members only those
    are visited that get something.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.
        alike: Whether all are taken to subscribe to what the first of them does.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
    """
    ordered = by_rank(members)
    targets: list[dict[Uuid, range]] = [_NOTHING] * len(ordered)
    for places, count, topics in _cut_alike(partitions, ordered, alike=alike):
        given = map(dict.fromkeys, repeat(topics), _cuts(count, len(places)))  # without a step of Python for each
        if len(places) == len(ordered) and not any(targets):  # as mostly: there is nothing to merge
            first = [*given]
            targets[: len(first)] = first
            continue
        for place, ranges in zip(places, given, strict=False):
            target = targets[place]
            if target is _NOTHING:
                targets[place] = ranges
            else:
                target.update(ranges)
    return dict(zip([member.id for member in ordered], targets, strict=True))


def _cut_alike(
    partitions: Mapping[Uuid, int], ordered: Sequence[GroupMember], *, alike: bool
) -> Iterator[tuple[Sequence[int], int, dict[Uuid, None]]]:
    """Topics that are cut alike, in their order: their subscribers' places, how many partitions, and the topics."""
    groups = [[*range(len(ordered))]] if alike and ordered else [*by_subscription(ordered).values()]
    groups_of: dict[Uuid, list[int]] = {}
    for number, places in enumerate(groups):
        for topic in dict.fromkeys(ordered[places[0]].topics):
            if topic not in partitions:
                raise PartitionAssignorException("Member is subscribed to a non-existent topic")
            groups_of.setdefault(topic, []).append(number)
    for (numbers, count), topics in groupby(groups_of, lambda topic: (groups_of[topic], partitions[topic])):
        yield sorted(chain.from_iterable(map(groups.__getitem__, numbers))), count, dict.fromkeys(topics)


def _cuts(count: int, subscribers: int) -> Iterator[range]:
    """What each subscriber gets, as long as there is anything: the first ones have what is left over."""
    quota, extras = divmod(count, subscribers)
    longer = extras * (quota + 1)
    starts = [*range(0, longer, quota + 1), *range(longer, count, quota or 1)]
    return map(range, starts, [*starts[1:], count])


def assign_sticky_ranges(
    partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, alike: bool = False
) -> dict[str, Target]:
    """`RangeAssignor.assign(GroupSpec, SubscribedTopicDescriber)` of 3.8: members keep what they had.

    Args:
        partitions: By topic how many partitions it has.
        members: The members in the order in which they came into the coordinator's map.
        alike: Whether all are taken to subscribe to what the first of that map does.

    Raises:
        PartitionAssignorException: A member subscribes to a topic that isn't in `partitions`.
        NoSuchElementException: There is no member, where all are taken to subscribe to the same.
    """
    if alike and not members:
        raise NoSuchElementException
    answer: dict[str, dict[Uuid, Collection[int]]] = {}
    for topic, subscribers in _subscribers(partitions, hashed_order(members), alike=alike).items():
        for member, owned in _sticky(topic, partitions[topic], subscribers):
            if owned:
                answer.setdefault(member.id, {})[topic] = owned
    return {**answer}


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


def _subscribers(
    partitions: Mapping[Uuid, int], members: Sequence[GroupMember], *, alike: bool
) -> dict[Uuid, list[GroupMember]]:
    subscribers: dict[Uuid, list[GroupMember]] = {}
    for member in members[:1] if alike else members:
        for topic in member.topics:
            if topic not in partitions:
                raise PartitionAssignorException("Member is subscribed to a non-existent topic")
            if alike:
                subscribers[topic] = [*members]
            else:
                subscribers.setdefault(topic, []).append(member)
    return subscribers


def by_rank(members: Sequence[GroupMember]) -> list[GroupMember]:
    """The members in the order in which they get their ranges."""
    names = [member.id for member in members if member.instance is None]
    if len(names) == len(members) and "".join(names).isascii():
        return sorted(members, key=_id)
    return sorted(hashed_order(members), key=rank)


def rank(member: GroupMember) -> tuple[bool, bytes]:
    """Static members come first, by instance id."""
    return member.instance is None, utf16_key(member.id if member.instance is None else member.instance)
