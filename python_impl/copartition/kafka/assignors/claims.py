"""Which members own which partitions, where several claim one: `AbstractStickyAssignor.allSubscriptionsEqual`.

The releases differ in whose claim counts. All of them go through the members in the order of the leader's
`HashMap`, and that order shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Protocol

from copartition.kafka.assignors.member_data import claims_of, generation_of, sizes_of
from copartition.kafka.assignors.members import DEFAULT_GENERATION
from copartition.kafka.assignors.versions import Claims

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.member_data import MemberData
    from copartition.kafka.assignors.versions import Behaviour


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


@dataclass(slots=True)
class Owned:
    """What came out.

    Attributes:
        equal: All members subscribe to the same topics.
        partitions: By member, the partitions of subscribed topics whose claim counts, in the member's order.
            Until 2.8.2 it ends with the first member that subscribes to something else.
        claimed: By member, all that it claims of subscribed topics; filled as `partitions` is.
        generations: By member, the generation of its claims, -1 if it isn't told; filled likewise.
        claimed_twice: Partitions that no member may keep.
        max_generation: The highest generation seen.
    """

    max_generation: int
    equal: bool = True
    partitions: dict[int, list[int]] = field(default_factory=dict)
    claimed: dict[int, list[int]] = field(default_factory=dict)
    generations: dict[int, int] = field(default_factory=dict)
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
    owned.equal = all(equality.admits(member.topics) for member in members)
    told = {member.rank: member.read_data() for member in members}
    owned.generations = dict(zip(told, map(generation_of, told.values()), strict=True))
    owned.max_generation = max(owned.max_generation, *owned.generations.values(), DEFAULT_GENERATION)
    if not _take_all(owned, told, layout):
        _settle(owned, members, remembers_loser=remembers_loser)


def _take_all(owned: Owned, told: Mapping[int, MemberData], layout: Layout) -> bool:
    """Give every member all that it claims; whether nothing is claimed twice."""
    # Of a thousand members at once it takes half of the time.
    topics, partitions = claims_of(*told.values())
    if not topics:
        owned.claimed = {rank: [] for rank in told}
        owned.partitions = owned.claimed.copy()
        return True
    numbers = layout.numbers(topics, partitions)
    if len(numbers) == len(topics):
        ends = list(accumulate(sizes_of(told.values())))
        owned.claimed = {
            rank: numbers[start:end] for rank, start, end in zip(told, chain((0,), ends), ends, strict=False)
        }
    else:  # a topic that doesn't exist is in between
        owned.claimed = {rank: layout.numbers(*claims_of(data)) for rank, data in told.items()}
    owned.partitions = owned.claimed.copy()
    return len(set(numbers)) == len(numbers)


def _settle(owned: Owned, members: Sequence[Claimant], *, remembers_loser: bool) -> None:
    """Leave the partitions that several members claim to the newest of them, or to none."""
    # A rival's generation is looked up in its subscription, even if it came in the user data.
    generations = {member.rank: member.subscription_generation for member in members}
    owner_of: dict[int, int] = {}
    for rank, numbers in owned.partitions.items():
        generation = owned.generations[rank]
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
        data = member.read_data()
        numbers = owned.claimed[rank] = layout.numbers(*claims_of(data))
        owned.partitions[rank] = []
        generation = owned.generations[rank] = generation_of(data)
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
            owned.partitions[rank] += numbers
        else:
            _claim(owned, rank, numbers, owner_of, last=behaviour.claims is Claims.LAST_IS_COMPARED)
    if behaviour.claims is Claims.ALL:
        _clear(owned, outdated)


def _claim(owned: Owned, rank: int, numbers: Sequence[int], owner_of: dict[int, int], *, last: bool) -> None:
    """Take a member's claims; what another of the generation has claimed before, neither gets."""
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
