"""Sticky assignment of any group, as the original computes it: `AbstractStickyAssignor`'s general algorithm.

Partitions that no member owns go to the member with the fewest; then partitions move one by one from members
with more to members with fewer until nothing improves. The visits follow the original step by step; where the
input is well-formed, `fast_path` reaches the same end in a fraction of the time.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from copartition.errors import NoSuchElementException, NullPointerException
from copartition.java.ints import int32
from copartition.kafka.assignors.movements import Movements
from copartition.kafka.assignors.racks import NO_RACKS, Racks
from copartition.kafka.assignors.rounds import Rounds
from copartition.kafka.assignors.versions import Previous

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from copartition.kafka.assignors.layout import Layout
    from copartition.kafka.assignors.subscriptions import Subscriptions
    from copartition.kafka.assignors.versions import Behaviour

NO_LIST = 'Cannot invoke "java.util.List.size()" because the return value of "java.util.Map.get(Object)" is null'
"""Message of the NullPointerException for a member, or partition, that isn't in a map any more."""


@dataclass(slots=True)
class General:
    """What the general algorithm starts from.

    Attributes:
        layout: The topics that exist.
        racks: The racks.
        order: The members in the order of the map that holds the current assignment.
        leader_order: The members in the order of the leader's map of subscriptions, in which a topic's subscribers are.
        subscriptions: Who subscribes to what.
        owners: By member, its current partitions.
        owner_of: Each partition's member.
        previous: Where a partition was before it came to its owner, by an older generation.
        visits: All partitions, in the order in which they are visited.
        unassigned: Those without an owner, in that order.
        revocation_required: A member owned something that it doesn't subscribe to any more.
        behaviour: What the release does.
        subscriber_counts: By topic, how many members subscribe to it, as often as they name it.
        visits_mixed: The visits don't go topic by topic.
    """

    layout: Layout
    racks: Racks
    order: Sequence[int]
    leader_order: Sequence[int]
    subscriptions: Subscriptions
    owners: list[list[int]]
    owner_of: dict[int, int]
    previous: dict[int, int]
    visits: list[int]
    unassigned: list[int]
    revocation_required: bool
    subscriber_counts: Sequence[int]
    behaviour: Behaviour
    visits_mixed: bool = False

    def subscribes(self, member: int, topic: int) -> bool:
        """Whether a member subscribes to a topic that exists."""
        return self.layout.topics[topic] in self.subscriptions.of(member)

    def subscribes_to_any(self, member: int) -> bool:
        """Whether a member subscribes to any topic that exists."""
        return not self.layout.index.keys().isdisjoint(self.subscriptions.of(member))

    def places(self, member: int) -> Sequence[int]:
        """The indexes of the topics that a member subscribes to and that exist, as often as it names them."""
        return self.subscriptions.places(member, self.layout.index)


class SortedMembers:
    """The `TreeSet` of members by number of partitions, then by id; members are numbered in that order.

    Args:
        sizes: By member, how many partitions it has.
        count: How many members there are, also of those that aren't in.
    """

    __slots__ = ("_count", "_keys")

    def __init__(self, sizes: Mapping[int, int], count: int) -> None:
        self._count = count
        self._keys = sorted(size * count + member for member, size in sizes.items())

    def __iter__(self) -> Iterator[int]:
        return (key % self._count for key in self._keys)

    def first(self) -> int:
        """The member with the fewest partitions; there is one."""
        return self._keys[0] % self._count

    def last(self) -> int:
        """The member with the most partitions; there is one."""
        return self._keys[-1] % self._count

    def add(self, member: int, size: int) -> None:
        """Put a member in."""
        insort(self._keys, size * self._count + member)

    def remove(self, member: int, size: int) -> None:
        """Take a member out; it is in, with this many partitions."""
        del self._keys[bisect_left(self._keys, size * self._count + member)]


class StepByStep:
    """The general algorithm, step by step.

    Args:
        start: What it starts from; `owners` and `owner_of` are changed.

    Attributes:
        movements: Who gave what to whom.
    """

    def __init__(self, start: General) -> None:
        self._start = start
        self._layout = start.layout
        self._owners: dict[int, list[int]] = {member: start.owners[member] for member in start.order}
        self._owner_of = start.owner_of
        self._sorted: SortedMembers
        self.movements = Movements(start.layout)

    @cached_property
    def _subscribers(self) -> Mapping[str, Sequence[int]]:
        place_of = {member: place for place, member in enumerate(self._start.leader_order)}
        listed = self._start.subscriptions.subscribers
        return {topic: sorted(members, key=place_of.__getitem__) for topic, members in listed.items()}

    def build(self) -> list[list[int]]:
        """By rank, each member's partitions.

        Raises:
            NoSuchElementException: There are no members.
            NullPointerException: The claims lead the original to a member that it has set aside.
            EndlessLoop: Partitions move in a circle, and the original never ends.
        """
        start = self._start
        if not self._owners:
            raise NoSuchElementException
        initializing = not any(self._owners.values())
        self._assign_unassigned()
        movable = [count > 1 for count in start.subscriber_counts]
        aside = self._set_aside(movable)
        if not self._even():
            topic_of = start.layout.topic_of_each
            visits = start.visits if all(movable) else [number for number in start.visits if movable[topic_of[number]]]
            before = {} if initializing else {member: list(partitions) for member, partitions in self._owners.items()}
            if start.behaviour.new_partitions_first and not start.revocation_required:
                self._reassign([number for number in start.unassigned if movable[topic_of[number]]])
            if (
                self._reassign(visits)
                and not initializing
                and balance_score(self._owners.values()) >= balance_score(before.values())
            ):
                self._owners = before
        self._owners.update(aside)
        return [self._owners[member] for member in range(len(self._owners))]

    def _even(self) -> bool:
        """Whether no two members' numbers of partitions are further apart than one: then nothing moves."""
        sizes = list(map(len, self._owners.values()))
        return not sizes or max(sizes) <= min(sizes) + 1

    def _sort_members(self) -> None:
        sizes = {member: len(partitions) for member, partitions in self._owners.items()}
        self._sorted = SortedMembers(sizes, len(self._start.owners))

    def _assign_unassigned(self) -> None:
        self._sort_members()
        rest = self._start.unassigned
        if self._start.racks.used:
            rest = [number for number in rest if not self._assigned_to_fewest(number, self._start.racks)]
        for number in rest:
            self._assigned_to_fewest(number, NO_RACKS)

    def _assigned_to_fewest(self, number: int, racks: Racks) -> bool:
        topic = self._layout.topics[self._layout.topic_of(number)]
        subscribed = self._start.subscriptions.sets
        for member in self._sorted:
            if topic in subscribed[member] and not racks.mismatch(member, number):
                self._resized(member, lambda partitions: partitions.append(number))
                self._owner_of[number] = member
                return True
        return False

    def _set_aside(self, movable: Sequence[bool]) -> dict[int, list[int]]:
        """Members whose partitions can't change."""
        aside: dict[int, list[int]] = {}
        topic_of = self._layout.topic_of
        all_movable = all(movable)
        for member in list(self._owners):
            partitions = self._owners[member]
            if partitions and (all_movable or any(movable[topic_of(number)] for number in partitions)):
                continue
            if len(partitions) < self._most(member) if partitions else self._start.subscribes_to_any(member):
                continue
            aside[member] = self._owners.pop(member)
        return aside

    def _most(self, member: int) -> int:
        """`getMaxAssignmentSize`: how many partitions a member can get."""
        topics = self._start.places(member)
        if self._start.behaviour.previous is Previous.OWNED and len(topics) == len(self._layout.topics):
            return self._layout.total
        return sum(map(self._layout.counts.__getitem__, topics))

    def _reassign(self, numbers: Sequence[int]) -> bool:
        """`performReassignments`: whether anything moved."""
        self._sort_members()
        moved = False
        again = True
        rounds = Rounds(self._state)
        while again:
            again = False
            for number in numbers:
                if self._balanced():
                    break
                if self._improved(number):
                    moved = again = True
            if again:
                rounds.passed()
        return moved

    def _state(self) -> object:
        """What the next round of moves depends on."""
        return [*map(list, self._owners.values())], dict(self._owner_of), self.movements.state()

    def _improved(self, number: int) -> bool:
        owner = self._owner_of.get(number)
        previous = self._start.previous.get(number)
        if previous is not None and self._size(owner) > self._size(previous) + 1:
            self._move(number, previous)
            return True
        topic = self._layout.topics[self._layout.topic_of(number)]
        for member in self._candidates(number, owner, self._subscribers[topic]):
            if self._size(owner) > self._size(member) + 1:
                subscribed = self._start.subscriptions.sets
                fewest = next(member for member in self._sorted if topic in subscribed[member])
                self._move(number, fewest)
                return True
        return False

    def _candidates(self, number: int, owner: int | None, subscribers: Sequence[int]) -> Iterable[int]:
        """Whose sizes are compared with the owner's: of an owner in a rack of the partition, first those that are, too.

        It goes to the member with the fewest anyway: the order only decides whether a member that is set aside, and has
        no size, is met before one that has fewer.
        """
        racks = self._start.racks
        if owner is None or not racks.near(owner, number):
            return subscribers
        return chain((member for member in subscribers if racks.near(member, number)), subscribers)

    def _size(self, member: int | None) -> int:
        partitions = None if member is None else self._owners.get(member)
        if partitions is None:
            raise NullPointerException(NO_LIST)
        return len(partitions)

    def _move(self, number: int, destination: int) -> None:
        moved = self.movements.instead_of(number, self._owner_of[number], destination)
        source = self._owner_of[moved]
        self.movements.move(moved, source, destination)
        self._resized(source, lambda partitions: _take_out(partitions, moved))
        self._resized(destination, lambda partitions: partitions.append(moved))
        self._owner_of[moved] = destination

    def _resized(self, member: int, change: Callable[[list[int]], None]) -> None:
        self._sorted.remove(member, self._size(member))
        partitions = self._owners[member]
        change(partitions)
        self._sorted.add(member, len(partitions))

    def _balanced(self) -> bool:
        """`isBalanced`: no member could take a partition from one that has too many."""
        if self._size(self._sorted.first()) >= self._size(self._sorted.last()) - 1:
            return True
        # A partition that two members have counts as the last one's.
        holder = {number: member for member, partitions in self._owners.items() for number in partitions}
        slack = 1 if self._start.behaviour.balanced_within_one else 0
        for member in self._sorted:
            mine = self._owners[member]
            if len(mine) == self._most(member):
                continue
            have = set(mine)
            for topic in self._start.places(member):
                for number in self._layout.range_of(topic):
                    if number not in have and len(mine) + slack < self._size(holder.get(number)):
                        return False
        return True


def balance_score(assignments: Iterable[Sequence[int]]) -> int:
    """`getBalanceScore`: the sum of the differences of all pairs of members' sizes, as Java's int."""
    sizes = sorted(map(len, assignments))
    larger = sum(place * size for place, size in enumerate(sizes))
    smaller = sum(place * size for place, size in enumerate(reversed(sizes)))
    return int32(larger - smaller)


def _take_out(partitions: list[int], number: int) -> None:
    """`List.remove(Object)`: the first of them, if there is one."""
    if number in partitions:
        partitions.remove(number)
