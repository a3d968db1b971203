"""Which members own which partitions, where several claim one: `AbstractStickyAssignor.allSubscriptionsEqual`.

The releases differ in whose claim counts. All of them go through the members in the order of the leader's
`HashMap`, and that order shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from copartition.kafka.assignors.members import DEFAULT_GENERATION
from copartition.kafka.assignors.versions import Claims

if TYPE_CHECKING:
    from collections.abc import Sequence

    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.versions import Behaviour
    from copartition.kafka.topic_partition import TopicPartition

_TOPIC: Final = attrgetter("topic")
_PARTITION: Final = attrgetter("partition")


class MemberData(NamedTuple):
    """`AbstractStickyAssignor.MemberData`: what a member says it owned, and when.

    Attributes:
        topics: The topic of each partition, in the member's order.
        partitions: The partitions' numbers within their topics.
        generation: The generation, None if it isn't told.
    """

    topics: Sequence[str]
    partitions: Sequence[int]
    generation: int | None

    @classmethod
    def of_partitions(cls, owned: Sequence[TopicPartition], generation: int | None) -> MemberData:
        """What a subscription says."""
        return cls(tuple(map(_TOPIC, owned)), tuple(map(_PARTITION, owned)), generation)


class Claimant(Protocol):
    """A member that claims partitions."""

    @property
    def rank(self) -> int:
        """The member's number."""

    @property
    def topics(self) -> tuple[str, ...]:
        """What it subscribes to."""

    @property
    def subscription_generation(self) -> int:
        """The generation in its subscription, -1 for none."""

    def has_data(self) -> bool:
        """Whether user data is left to be read."""

    def read_data(self) -> MemberData:
        """`memberData`: reads the user data on from where the last reading ended."""


NO_DATA: Final = MemberData((), (), None)
"""Of a member that tells nothing."""


@dataclass(slots=True)
class Owned:
    """What came out.

    Attributes:
        equal: All members subscribe to the same topics.
        partitions: By member, the partitions of subscribed topics whose claim counts, in the member's order.
            Until 2.8.2 it ends with the first member that subscribes to something else.
        data: By member, what it said; filled as `partitions` is.
        claimed_twice: Partitions that nobody may keep.
        max_generation: The highest generation seen.
    """

    max_generation: int
    equal: bool = True
    partitions: dict[int, list[int]] = field(default_factory=dict)
    data: dict[int, MemberData] = field(default_factory=dict)
    claimed_twice: set[int] = field(default_factory=set)


def owned_partitions(members: Sequence[Claimant], layout: Layout, behaviour: Behaviour, max_generation: int) -> Owned:
    """Go through the members' claims.

    Args:
        members: In the order of the leader's map.
        layout: The topics that exist.
        behaviour: Whose claims count.
        max_generation: The highest generation that the assignor has seen before, -1 at first.
    """
    owned = Owned(max_generation)
    if behaviour.claims in (Claims.GENERATIONS, Claims.GENERATIONS_MISREMEMBERED):
        _by_generations(owned, members, layout, remembers_loser=behaviour.claims is Claims.GENERATIONS_MISREMEMBERED)
    else:
        _of_highest_generation(owned, members, layout, behaviour)
    return owned


class _Equality:
    """Whether all subscriptions are equal to the first one that isn't empty."""

    __slots__ = ("_first", "_known", "_size")

    def __init__(self) -> None:
        self._first: frozenset[str] = frozenset()
        self._size = 0
        self._known: tuple[str, ...] | None = None

    def admits(self, topics: tuple[str, ...]) -> bool:
        """Compare one more subscription; a topic listed twice makes it unequal, except in the first one."""
        if not self._first:
            self._first = frozenset(topics)
            self._size = len(self._first)
            self._known = topics if len(topics) == self._size else None
            return True
        if topics is self._known or topics == self._known:
            return True
        return len(topics) == self._size and self._first.issuperset(topics)


def _by_generations(owned: Owned, members: Sequence[Claimant], layout: Layout, *, remembers_loser: bool) -> None:
    equality = _Equality()
    highest = owned.max_generation
    for member in members:
        owned.equal = equality.admits(member.topics) and owned.equal
        data = owned.data[member.rank] = member.read_data()
        highest = max(highest, _generation(data))
    owned.max_generation = highest
    if not _take_all(owned, layout):
        _settle(owned, members, remembers_loser=remembers_loser)


def _take_all(owned: Owned, layout: Layout) -> bool:
    """Give every member all that it claims; whether nothing is claimed twice."""
    told = [data for data in owned.data.values() if data is not NO_DATA]
    if not told:
        owned.partitions = {rank: [] for rank in owned.data}
        return True
    topics = list(chain.from_iterable(data.topics for data in told))
    numbers = layout.numbers(topics, list(chain.from_iterable(data.partitions for data in told)))
    if len(numbers) == len(topics):
        rest = iter(numbers)
        for rank, data in owned.data.items():
            owned.partitions[rank] = list(islice(rest, len(data.partitions)))
    else:  # a topic that doesn't exist is in between
        for rank, data in owned.data.items():
            owned.partitions[rank] = layout.numbers(data.topics, data.partitions)
    return len(set(numbers)) == len(numbers)


def _settle(owned: Owned, members: Sequence[Claimant], *, remembers_loser: bool) -> None:
    """Leave the partitions that several members claim to the newest of them, or to nobody."""
    # A rival's generation is looked up in its subscription, even if it came in the user data.
    generations = {member.rank: member.subscription_generation for member in members}
    owner_of: dict[int, int] = {}
    for rank, numbers in owned.partitions.items():
        generation = _generation(owned.data[rank])
        mine = owned.partitions[rank] = []
        for number in numbers:
            other = owner_of.get(number)
            if other is None:
                mine.append(number)
                owner_of[number] = rank
                continue
            others = generations[other]
            if generation < others:
                if remembers_loser:
                    owner_of[number] = rank
                continue
            owner_of[number] = rank
            if generation == others:
                owned.claimed_twice.add(number)
            else:
                mine.append(number)
            _forget(owned.partitions[other], number)


def _of_highest_generation(owned: Owned, members: Sequence[Claimant], layout: Layout, behaviour: Behaviour) -> None:
    equality = _Equality()
    highest: list[int] = []
    outdated: list[int] = []
    owner_of: dict[int, int] = {}
    for member in members:
        if not equality.admits(member.topics):
            owned.equal = False
            if behaviour.claims is not Claims.LAST_IS_COMPARED:
                return
        rank = member.rank
        data = owned.data[rank] = member.read_data()
        owned.partitions[rank] = []
        generation = _generation(data)
        if generation < owned.max_generation:
            continue
        if generation > owned.max_generation:
            owned.max_generation = generation
            outdated += highest
            if behaviour.claims is not Claims.ALL:
                owner_of.clear()
                owned.claimed_twice.clear()
                _clear(owned, highest)
            highest = []
        highest.append(rank)
        if behaviour.claims is Claims.ALL:
            owned.partitions[rank] += layout.numbers(data.topics, data.partitions)
        else:
            numbers = layout.numbers(data.topics, data.partitions)
            _claim(owned, rank, numbers, owner_of, last=behaviour.claims is Claims.LAST_IS_COMPARED)
    if behaviour.claims is Claims.ALL:
        _clear(owned, outdated)


def _generation(data: MemberData) -> int:
    return DEFAULT_GENERATION if data.generation is None else data.generation


def _claim(owned: Owned, rank: int, numbers: Sequence[int], owner_of: dict[int, int], *, last: bool) -> None:
    """Take a member's claims; what somebody of the generation has claimed before, neither gets."""
    for number in numbers:
        claimed_by = owner_of.get(number)
        if claimed_by is None:
            owned.partitions[rank].append(number)
            owner_of[number] = rank
            continue
        if last:
            owner_of[number] = rank
        _forget(owned.partitions[claimed_by], number)
        owned.claimed_twice.add(number)


def _clear(owned: Owned, members: Sequence[int]) -> None:
    for member in members:
        owned.partitions[member].clear()


def _forget(numbers: list[int], number: int) -> None:
    """`List.remove(Object)`: the first of them, if there is one."""
    if number in numbers:
        numbers.remove(number)
