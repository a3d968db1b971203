"""Evens a spread of new replicas out, until no chain of swaps makes it more even.

Which brokers may take a partition's new replica is a question of flow: from the partition through its racks, each with
a least and a most, to brokers. Where a chain of swaps leads from a broker to one with two replicas less, the spread
can be evened by one along it; where none is left, the sum of squares is the smallest that there is.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

Kind: TypeAlias = "tuple[frozenset[int], bool, tuple[int, ...]]"
"""What swaps depend on: the racks of replicas that stay, whether every rack must have one, the racks of new ones."""


@dataclass(slots=True)
class Choice:
    """The new replicas of a partition, and which others they could be.

    Attributes:
        kept: The places of the replicas that stay.
        used: The racks of these.
        every_rack: Whether there are new replicas for all other racks; then each of them must get one, and the rest
            go anywhere. If not, each goes to a rack of its own.
        added: The places of the new replicas.
    """

    kept: Sequence[int]
    used: frozenset[int]
    every_rack: bool
    added: list[int] = field(default_factory=list)

    def kind(self, racks: Sequence[int]) -> Kind:
        """What partitions of one kind have in common."""
        return self.used, self.every_rack, tuple(sorted(racks[place] for place in self.added))


def even_out(choices: Sequence[Choice], loads: np.ndarray, racks: Sequence[int], is_open: Sequence[bool]) -> None:
    """Swaps new replicas, in place, until the sum of squares of the loads can't be made smaller.

    Args:
        choices: Of each partition that gets replicas.
        loads: By place the number of replicas.
        racks: By place the number of the rack.
        is_open: By place whether the broker may get replicas.
    """
    live = {place for place, may in enumerate(is_open) if may}
    receiving = {place for choice in choices for place in choice.added}
    most = max((int(loads[place]) for place in receiving), default=0)
    if not receiving or most <= min(int(loads[place]) for place in live) + 1:
        return  # as most are
    evening = _Evening(choices, loads.tolist(), racks, live)
    while evening.live:
        evening.step()


class _Evening:
    def __init__(self, choices: Sequence[Choice], loads: list[int], racks: Sequence[int], live: set[int]) -> None:
        self.loads, self.racks, self.live = loads, racks, live
        self.all_racks = frozenset(racks)
        self.choices = choices
        # By broker and kind the partitions that have a new replica there.
        self.there: defaultdict[int, defaultdict[Kind, dict[int, None]]] = defaultdict(lambda: defaultdict(dict))
        for number in range(len(choices)):
            self._enter(number)
        self.reach = cache(self._reach)

    def step(self) -> None:
        """Evens by one, or finds that some brokers are as even as they can be, and lets them be."""
        most = max(self.loads[place] for place in self.live)
        chain = self._chain(most)
        for number, source, target in chain:
            self._leave(number)
            added = self.choices[number].added
            added[added.index(source)] = target
            self._enter(number)
        if chain:
            self.loads[chain[0][1]] -= 1
            self.loads[chain[-1][2]] += 1

    def _enter(self, number: int) -> None:
        choice = self.choices[number]
        kind = choice.kind(self.racks)
        for place in choice.added:
            self.there[place][kind][number] = None

    def _leave(self, number: int) -> None:
        choice = self.choices[number]
        kind = choice.kind(self.racks)
        for place in choice.added:
            del self.there[place][kind][number]

    def _reach(self, kind: Kind, own: int) -> frozenset[int]:
        """The racks to which a new replica in this rack may go."""
        used, every_rack, there = kind
        if not every_rack:
            return (self.all_racks - used - frozenset(there)) | {own}
        return self.all_racks if own in used or there.count(own) > 1 else frozenset({own})

    def _chain(self, most: int) -> list[tuple[int, int, int]]:
        """The shortest chain from a broker with that many replicas to one with two less: partition, source, target.

        Without one, all brokers that chains lead to are done with: no later swap opens a way out of them.
        """
        way: dict[int, tuple[int, int] | None] = {
            place: None for place in sorted(self.live) if self.loads[place] == most
        }
        unmet: defaultdict[int, set[int]] = defaultdict(set)
        for place in self.live - way.keys():
            unmet[self.racks[place]].add(place)
        queue = list(way)
        for source in queue:
            for number, target in self._swaps(source, unmet):
                way[target] = (number, source)
                if self.loads[target] <= most - 2:
                    return self._back(target, way)
                queue.append(target)
        self.live -= way.keys()
        return []

    def _swaps(self, source: int, unmet: dict[int, set[int]]) -> Iterator[tuple[int, int]]:
        """The unmet brokers that may take a new replica of the source's, with the partition; they are met then."""
        for kind, numbers in self.there[source].items():
            if not numbers:
                continue
            for rack in sorted(self.reach(kind, self.racks[source])):
                here = unmet.get(rack)
                for number in numbers if here else ():
                    choice = self.choices[number]
                    for target in sorted(here.difference(choice.kept, choice.added) if here else ()):
                        unmet[rack].discard(target)
                        yield number, target
                    if not here:
                        break

    @staticmethod
    def _back(target: int, way: dict[int, tuple[int, int] | None]) -> list[tuple[int, int, int]]:
        chain: list[tuple[int, int, int]] = []
        step = way[target]
        while step is not None:
            number, source = step
            chain.append((number, source, target))
            target, step = source, way[source]
        return chain[::-1]
