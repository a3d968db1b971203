"""The general algorithm's result without its detours, for sound claims.

The original asks before every visit whether any partition could still move, which it answers by going through
all members and all their topics. The answer only saves visits that would change nothing: if no partition can
move, none does. What a visit changes depends on the owner's size and on the smallest size among the topic's
subscribers. Visits come topic by topic, so a heap of one topic's subscribers serves all of its visits, and a
topic whose fullest owner has hardly more than its emptiest subscriber needs none.
"""

from __future__ import annotations

from functools import cached_property
from heapq import heapify, heappop, heappush, heapreplace
from itertools import chain, groupby, repeat
from operator import eq
from typing import TYPE_CHECKING

from copartition.kafka.assignors.general import General, StepByStep
from copartition.kafka.assignors.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Run = tuple[str, list[int]]
"""A topic, and partitions of it that are visited one after the other."""


def is_sound(start: General) -> bool:
    """Whether the claims lead the original through no fault of its own.

    That is: members own each partition at most once, and only partitions that exist; no member that doesn't subscribe
    to its topic counts as the owner instead; and a partition's previous owner still subscribes to its topic.
    """
    if start.layout.has_stale() or start.visits_mixed:
        return False
    if len(start.owner_of) < sum(map(len, start.owners)):
        return False
    if start.revocation_required and not _owners_agree(start):
        return False
    topic_of = start.layout.topic_of_each
    return all(start.subscribes(member, topic_of[number]) for number, member in start.previous.items())


def _owners_agree(start: General) -> bool:
    """Whether each partition that a member keeps has this owner, once; where all keep all, their number says it."""
    owned = list(chain.from_iterable(start.owners))
    owners = chain.from_iterable(map(repeat, range(len(start.owners)), map(len, start.owners)))
    return len(set(owned)) == len(owned) and all(map(eq, map(start.owner_of.__getitem__, owned), owners))


class FastPath(StepByStep):
    """The general algorithm for sound claims.

    Args:
        start: What it starts from, sound; `owners` and `owner_of` are changed.
    """

    def __init__(self, start: General) -> None:
        super().__init__(start)
        self._sizes = [len(partitions) for partitions in start.owners]

    @cached_property
    def _subscribers(self) -> Mapping[str, Sequence[int]]:
        return self._start.subscriptions.subscribers

    def _assign_unassigned(self) -> None:
        if self._start.racks.used:
            super()._assign_unassigned()
            self._sizes = [len(self._owners[member]) for member in range(len(self._owners))]
            return
        count = len(self._sizes)
        owners, owner_of = self._owners, self._owner_of
        # A key is a size and a member: adding `count` to it makes the size one larger.
        keys = [size * count + member for member, size in enumerate(self._sizes)]
        for topic, numbers in self._runs(self._start.unassigned):
            heap = list(map(keys.__getitem__, self._subscribers[topic]))
            heapify(heap)
            for number in numbers:
                while keys[heap[0] % count] != heap[0]:  # of a member that names the topic twice, and has got one
                    heappop(heap)
                key = heap[0]
                member = key % count
                owners[member].append(number)
                owner_of[number] = member
                keys[member] = key + count
                heapreplace(heap, key + count)
        self._sizes = [key // count for key in keys]

    def _reassign(self, numbers: Sequence[int]) -> bool:
        runs: list[Run] = []
        moved = False
        again = bool(numbers)
        rounds = Rounds(self._state)
        while again:
            again = False
            least = min(self._sizes)
            if max(self._sizes) <= least + 1:
                break
            runs = runs or self._runs(numbers)
            for topic, visited in runs:
                fullest = self._fullest_owner(visited)
                # The first comparison saves a look at all of the topic's subscribers.
                if fullest > least + 1 and fullest > self._emptiest_subscriber(topic) + 1:
                    self._visit(topic, visited)
                    least = min(self._sizes)  # less than before if what moved was taken from a member with few
                    again = moved = True
            if again:
                rounds.passed()
        return moved

    def _fullest_owner(self, numbers: Sequence[int]) -> int:
        return max(map(self._sizes.__getitem__, map(self._owner_of.__getitem__, numbers)))

    def _emptiest_subscriber(self, topic: str) -> int:
        return min(map(self._sizes.__getitem__, self._subscribers[topic]))

    def _visit(self, topic: str, numbers: Sequence[int]) -> None:
        """Visit partitions of a topic; one moves at the latest when the fullest owner's turn comes."""
        sizes, owner_of, previous = self._sizes, self._owner_of, self._start.previous
        count = len(sizes)
        heap = [sizes[member] * count + member for member in self._subscribers[topic]]
        heapify(heap)
        for number in numbers:
            size = sizes[owner_of[number]]
            destination = previous.get(number)
            if destination is None or size <= sizes[destination] + 1:
                while sizes[heap[0] % count] != heap[0] // count:  # the member's size has changed since
                    heappop(heap)
                destination = heap[0] % count
                if size <= sizes[destination] + 1:
                    continue
            source = self._handed_over(number, destination)
            heappush(heap, sizes[source] * count + source)
            heappush(heap, sizes[destination] * count + destination)

    def _handed_over(self, number: int, destination: int) -> int:
        """Move the partition, or another one of the topic in its place; returns who gave it."""
        number = self.movements.instead_of(number, self._owner_of[number], destination)
        source = self._owner_of[number]
        self.movements.move(number, source, destination)
        self._owners[source].remove(number)
        self._owners[destination].append(number)
        self._owner_of[number] = destination
        self._sizes[source] -= 1
        self._sizes[destination] += 1
        return source

    def _runs(self, numbers: Sequence[int]) -> list[Run]:
        names = self._layout.topics
        topic_of = self._layout.topic_of_each
        return [(names[topic], list(run)) for topic, run in groupby(numbers, key=topic_of.__getitem__)]
